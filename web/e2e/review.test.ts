import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { GameKey, SeatWish } from '../src/lib/api/types';
import { GAME_KEYS } from '../src/lib/games';
import { PATIENCE } from './patience';
import { accessible, api, DESK, make, person, PHONE, settled, shot, still } from './support';

/** Plays some actions at a table for this device over its socket, then resigns. Returns the table. */
async function finished(page: Page, game: GameKey, setup: string, seats: number, actions: number): Promise<string> {
  await page.goto('/');
  const wish: SeatWish[] = [{ kind: 'me' }, ...Array.from({ length: seats - 1 }, (): SeatWish => ({ kind: 'device' }))];
  const { id } = await make(page, { game, setup, seats: wish });
  await page.evaluate(
    ([table, count, patience]) =>
      new Promise<void>((done, failed) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/tables/${table}/socket?since=0`);
        let sent = 0;
        const say = (command: object): void => socket.send(JSON.stringify({ id: `c${sent++}`, ...command }));
        let looking = 0;
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data as string);
          if (message.type === 'refused') failed(new Error(data as string));
          const view = message.view;
          if (!view || message.event?.kind === 'start') return;
          if ('over' in view.turn) return done();
          const { seat } = view.turn;
          if (view.ply >= Number(count)) return say({ type: 'resign', seat });
          // On a shared device a game with secrets waits until the next one looks.
          if (view.legal.length === 0) {
            if (looking !== view.ply + 1) say({ type: 'look', seat });
            looking = view.ply + 1;
          } else say({ type: 'act', ply: view.ply, seat, t: view.legal[(view.ply * 7 + 3) % view.legal.length].t });
        };
        setTimeout(() => failed(new Error('the game did not end')), patience);
      }),
    [id, actions, PATIENCE] as const,
  );
  return id;
}

/** An action that was legal after this many of a finished game, but was not played. */
async function other(page: Page, table: string, after: number): Promise<string> {
  const text = await api<string>(page, 'GET', `/tables/${table}/record`);
  const { game, setup, tree } = await api<{ game: string; setup: string; tree: { nodes: { text: string }[] } }>(
    page,
    'POST',
    '/record/read',
    { text },
  );
  const moves = tree.nodes.map((node) => node.text);
  const { view } = await api<{ view: { legal: { t: string }[] } }>(page, 'POST', '/position', {
    game,
    setup,
    moves: moves.slice(0, after),
  });
  const found = view.legal.find((move) => move.t !== moves[after]);
  expect(found).toBeDefined();
  return found!.t;
}

const stands = (page: Page, want: number): Promise<unknown> =>
  page.waitForFunction((n) => document.querySelector('[data-twin]')?.getAttribute('data-ply') === String(n), want);
const tab = (page: Page, name: string): Promise<void> => page.locator(`#tab-${name}`).click();

const GAMES: [GameKey, string, number][] = [
  ['axiom', '', 2],
  ['abraxas', '', 2],
  ['archimedes', 'seats=3', 3],
  ['ascension', 'seats=2', 2],
];

describe.each(GAMES)('%s', (game, setup, seats) => {
  it('a finished game is stepped through, branched and analysed, with no findings', async () => {
    const { page } = await person();
    const id = await finished(page, game, setup, seats, 6);
    await page.goto(`/review/${id}`);
    await page.locator('[data-twin]').waitFor();
    await stands(page, 0);
    await accessible(page, 'moves');
    for (let n = 1; n <= 3; n++) {
      await page.keyboard.press('ArrowRight');
      await stands(page, n);
    }
    // Something else than what was played begins a variation.
    const before = await page.locator('[data-step]').count();
    await tab(page, 'board');
    await accessible(page, 'board');
    await page.getByLabel('Or type a move').fill(await other(page, id, 3));
    await page.keyboard.press('Enter');
    await stands(page, 4);
    await tab(page, 'moves');
    expect(await page.locator('[data-step]').count()).toBe(before + 1);
    await page.locator('[data-act="promote"]').click();
    await page.locator('[data-act="delete"]').click();
    await stands(page, 3);
    expect(await page.locator('[data-step]').count()).toBe(before);
    await page.locator('[data-comment]').fill('said of it');
    await page.locator('[data-comment]').blur();
    expect(await page.locator('.said').innerText()).toContain('said of it');
    await tab(page, 'engine');
    await page.locator('[data-act="engine"]').check();
    await page.locator('[data-line="1"]').waitFor();
    await accessible(page, 'engine');
    await page.locator('[data-line="1"] [data-act="walk"]').first().click();
    await page.locator('[data-walk="1"]').waitFor();
    await stands(page, 4);
    await page.locator('[data-act="walk-leave"]').click();
    await stands(page, 3);
    await page.locator('[data-act="engine"]').uncheck();
    await tab(page, 'game');
    await page.locator('[data-act="analyse"]').click();
    await page.locator('figure svg').waitFor();
    await page.waitForFunction(() => document.querySelector('progress') === null);
    expect(await page.locator('details table tbody tr').count()).toBe(6);
    await accessible(page, 'whole game');
    await shot(page, `review-${game}`);
  });

  it('the analysis board opens, says why a position cannot be, and sets up one that can', async () => {
    const { page } = await person();
    await page.goto(`/analysis/${game}`);
    await page.locator('[data-twin]').waitFor();
    await tab(page, 'setup');
    await accessible(page, 'set up');
    await shot(page, `analysis-${game}`);
    const field = page.locator('[data-position]');
    const good = await field.inputValue();
    await page.locator('[data-act="as-text"]').click();
    // The rules judge as one types.
    await field.fill(`${good}x`);
    await page.locator('.why').waitFor();
    await page.locator('[data-act="set-up"]').click();
    await page.locator('.why').waitFor();
    // Before the corner is chosen nobody can threaten anything.
    await field.fill(game === 'abraxas' ? '8/8/8/3r4/3r4/8/8/8,NW,1,place,0-0,3-3,2' : good);
    await page.locator('[data-act="set-up"]').click();
    // The new board begins with its moves.
    await page.locator('#tab-moves[aria-selected="true"]').waitFor();
    expect(await page.locator('.why').count()).toBe(0);
    await page.locator('#tab-engine').click();
    await page.locator('[data-act="threat"]').check();
    const walk = page.locator('[data-line="1"] [data-act="walk"]');
    await walk.first().waitFor();
    await page.locator('[data-threat]').waitFor();
    await accessible(page, 'threat');
    // One action at a time on the board, and back; a variation it cannot be.
    const here = await page.locator('[data-prompt]').innerText();
    const at = Number(await page.locator('[data-twin]').getAttribute('data-ply'));
    await walk.first().click();
    await page.locator('[data-walk="1"]').waitFor();
    await stands(page, 1);
    await accessible(page, 'walking a threat');
    expect(await page.locator('[data-act="walk-keep"]').count()).toBe(0);
    if ((await walk.count()) > 1) {
      await page.locator('[data-act="walk-on"]').click();
      await page.locator('[data-walk="2"]').waitFor();
      await page.locator('[data-act="walk-back"]').click();
      await page.locator('[data-walk="1"]').waitFor();
    }
    await shot(page, `threat-${game}`);
    await page.locator('[data-act="walk-leave"]').click();
    await page.locator('[data-walk]').waitFor({ state: 'detached' });
    await stands(page, at);
    expect(await page.locator('[data-prompt]').innerText()).toBe(here);
  });
});

it('a position of Ascension is set up by hand, by keys, and judged by the rules', async () => {
  const { page } = await person();
  await page.goto('/analysis/ascension');
  await page.locator('[data-twin]').waitFor();
  await tab(page, 'setup');
  const cell = (name: string) => page.locator(`.cells [data-cell="${name}"]`);
  const tool = (key: string) => page.locator(`[data-tool="${key}"]`);
  const field = page.locator('[data-position]');
  const before = await field.inputValue();
  // From the corner to the cell beside it by arrow, and its cube onto another by carrying it.
  await tool('carry').press('Enter');
  await cell('a1').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.locator('[data-cell-editor] legend', { hasText: 'b1: height 2' }).waitFor();
  await accessible(page, 'editor of a cell');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await page.locator('[data-cell-editor] legend', { hasText: 'c1: height 4' }).waitFor();
  await page.locator('[data-act="face"]').first().selectOption('L');
  await page.locator('[data-act="knows"]').first().selectOption('!');
  await tool('pawn 1').click();
  await cell('b1').click();
  await tool('plain 2').click();
  await cell('b1').click();
  await page.locator('[data-act="seat"]').selectOption('2');
  await accessible(page, 'editor');
  await shot(page, 'analysis-ascension-editor');
  // A pawn was there first: what lies on its cell it stands on, so this position can be.
  await page.locator('[data-act="set-up"]').click();
  await page.locator('.why').waitFor({ state: 'detached' });
  await page.locator('[data-prompt]', { hasText: 'Circle' }).waitFor();
  await tab(page, 'setup');
  expect(await field.inputValue()).not.toBe(before);
  expect(await field.inputValue()).toMatch(/^,81,\d+\S\d*\+1L!,/);
  // And one that cannot: said at once.
  await tool('pawn 1').click();
  await cell('e5').click();
  await page.locator('.why', { hasText: 'Rules 0.7' }).waitFor();
  await accessible(page, 'refused position');
  await page.locator('.why a').click();
  await page.waitForFunction(() => document.activeElement?.id === '0.7');
});

/** A record with variations in variations, comments everywhere and a taking back, made of what is legal. */
async function record(page: Page, game: GameKey, wish: string): Promise<string> {
  const { setup, seats } = await api<{ setup: string; seats: number }>(page, 'POST', '/check', { game, setup: wish });
  const legal = async (...moves: string[]): Promise<[string, string, string]> => {
    const { view } = await api<{ view: { legal: { t: string }[] } }>(page, 'POST', '/position', { game, setup, moves });
    const [a, b = a, c = b] = view.legal.map((move) => move.t);
    return [a!, b!, c!];
  };
  const [a, b, c] = await legal();
  const [d, e] = await legal(a);
  const [f] = await legal(b);
  const [g] = await legal(a, e);
  const names = Array.from({ length: seats }, (_, i) => `[Name${'ABCD'[i]} "Ada \\"${i + 1}\\""]`).join('\n');
  return `[Game "${game}"]\n[Setup "${setup}"]\n${names}\n\n{a quiet \\} start} 1. ${a} {the middle} (1. ${b} 2. ${f} {why not}) ({third} 1. ${c}) 2. ${d} {é, ß} (2. ${e} {two\nlines} 3. ${g})\ntakeback:2\n2. ${e}\nresign:1\n`;
}

async function download(page: Page): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.locator('[data-act="download"]').click()]);
  return readFile(await file.path(), 'utf8');
}
async function upload(page: Page, text: string): Promise<void> {
  await page.goto('/review');
  await page.locator('input[type="file"]').setInputFiles({ name: 'game.lud', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.locator('[data-twin]').waitFor();
}
/** Records are told apart by what they say, not by where their lines break; the result is the server's word. */
const words = (text: string): string =>
  text
    .replace(/^\[(Result|End) .*\n/gm, '')
    .replace(/\s+/g, ' ')
    .trim();

describe.each([
  ['axiom', '', 2],
  ['abraxas', '', 2],
  ['archimedes', 'seats=2', 2],
  ['archimedes', 'seats=3', 3],
  ['ascension', 'seats=2', 2],
  ['ascension', 'seats=3', 3],
  ['ascension', 'seats=4', 4],
] as [GameKey, string, number][])('a record of %s with %s', (game, setup, seats) => {
  it('comes back as it went in: read from a file, changed, downloaded, and read again', async () => {
    const { page } = await person();
    await page.goto('/review');
    const text = await record(page, game, setup);
    await upload(page, text);
    const first = await download(page);
    expect(words(first)).toBe(words(text));
    // With more than two seats the game goes on when one leaves.
    expect(first.includes('[End "resign"]')).toBe(seats === 2);
    await page.locator('[data-comment]').fill('said at home {…} \\');
    await page.locator('[data-comment]').blur();
    await page.locator('.variation [data-step]').first().click();
    await stands(page, 1);
    await page.locator('[data-comment]').fill('zwei\nZeilen');
    await page.locator('[data-comment]').blur();
    const second = await download(page);
    expect(second).toContain('{said at home {…\\} \\\\}');
    expect(second).toContain('{zwei\nZeilen}');
    await upload(page, second);
    expect(await download(page)).toBe(second);
    expect(await page.locator('.said').allInnerTexts()).toEqual(
      expect.arrayContaining(['said at home {…} \\', 'zwei\nZeilen', 'third', 'é, ß']),
    );
  });
});

it.each([
  ['en-GB', 'Line 3, column 4: ', 'a9 is barred by the cube on a8', 'Archimedes 3.4'],
  ['fr-FR', 'Ligne 3, colonne 4\u202f: ', 'a9 est interdite par le cube en a8', 'Archimedes 3.4'],
  ['nl-NL', 'Regel 3, kolom 4: ', 'a9 is versperd door de kubus op a8', 'Archimedes 3.4'],
  ['de-DE', 'Zeile 3, Spalte 4: ', 'a9 ist durch den Würfel auf a8 gesperrt', 'Archimedes 3.4'],
])('in %s a record that breaks the rules is refused with its place, the reason and the clause', async (locale, place, why, clause) => {
  const { page } = await person({ locale });
  await page.goto('/review');
  const refused = async (text: string): Promise<string> => {
    await page.locator('textarea').fill(text);
    await page.locator('[data-act="open"]').click();
    await page.locator('[role="alert"]').waitFor();
    return page.locator('[role="alert"]').innerText();
  };
  const rules = await refused('[Game "archimedes"]\n\n1. a2-a9\n');
  expect(rules).toContain(place);
  expect(rules).toContain(why);
  expect(rules).toContain(clause);
  await accessible(page, 'refused');
  // Of the form, too, nothing stays English.
  const english = 'a variation has at least one step';
  const form = await refused('[Game "archimedes"]\n\n1. a2-c4 ()\n');
  expect(form).toMatch(/3\D+10/);
  expect(form.toLowerCase().includes(english)).toBe(locale === 'en-GB');
  await page.locator('[role="alert"] a').waitFor({ state: 'detached' });
  await refused('[Game "archimedes"]\n\n1. a2-a9\n');
  await page.locator('[role="alert"] a').click();
  await page.waitForFunction(() => document.activeElement?.id === '3.4');
});

it('a link leads another person to the same variation', async () => {
  const { page } = await person();
  await page.goto('/review');
  await page.locator('textarea').fill(await record(page, 'archimedes', ''));
  await page.locator('[data-act="open"]').click();
  await page.locator('[data-twin]').waitFor();
  await page.locator('.variation [data-step]').nth(1).click();
  await stands(page, 2);
  await page.locator('[data-act="share"]').click();
  const link = await page.locator('[data-link]').inputValue();
  const spoken = await page.locator('[data-spoken]').innerText();
  const other = await person();
  await other.page.goto(link);
  await stands(other.page, 2);
  expect(await other.page.locator('[data-spoken]').innerText()).toBe(spoken);
});

it('in Ascension one sees what a seat knew, or all faces', async () => {
  const { page } = await person();
  const id = await finished(page, 'ascension', 'seats=2', 2, 6);
  await page.goto(`/review/${id}`);
  await page.locator('[data-twin]').waitFor();
  const twin = (): Promise<string> => page.locator('[data-twin]').innerHTML();
  const viewer = page.locator('[data-act="viewer"]');
  await viewer.selectOption('1');
  await settled(page);
  const first = await twin();
  await viewer.selectOption('0');
  await expect.poll(twin).not.toBe(first);
});

it.each([
  ['fr-FR', 'Relecture', 'Moteur'],
  ['nl-NL', 'Nabespreking', 'Zetten'],
  ['de-DE', 'Rückblick', 'Engine'],
  ['en-GB', 'Review', 'Engine'],
])('Review speaks %s', async (locale, title, word) => {
  const { page } = await person({ locale });
  await page.goto('/review');
  await page.getByRole('heading', { name: title }).waitFor();
  await page.locator('textarea').fill(await record(page, 'archimedes', ''));
  await page.locator('[data-act="open"]').click();
  await page.locator('[role="tab"]').first().waitFor();
  expect(await page.locator('[role="tablist"]').innerText()).toContain(word);
});

describe('drawn', () => {
  it.each([
    ['desk', DESK],
    ['phone', PHONE],
  ] as const)('%s', async (size, viewport) => {
    const { page } = await person({ drawn: true, viewport, hasTouch: size === 'phone' });
    for (const game of GAME_KEYS.slice(1, 3)) {
      await page.goto(`/analysis/${game}`);
      await page.locator('[role="toolbar"]').waitFor();
      await settled(page);
      await still(page);
      await accessible(page, `${size} ${game}`);
      await shot(page, `${size}-analysis-${game}`);
      if (size === 'phone') {
        await page.locator('.grip').tap();
        await settled(page);
        await accessible(page, `${size} ${game} sheet`);
        await shot(page, `${size}-analysis-${game}-sheet`);
      }
    }
  });
});
