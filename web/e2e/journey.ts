import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { GameKey, Table } from '../src/lib/api/types';
import { GAMES } from '../src/lib/games';
import de from '../src/lib/i18n/de';
import en from '../src/lib/i18n/en';
import fr from '../src/lib/i18n/fr';
import nl from '../src/lib/i18n/nl';
import deLearn from '../src/lib/learn/words/de';
import enLearn from '../src/lib/learn/words/en';
import frLearn from '../src/lib/learn/words/fr';
import nlLearn from '../src/lib/learn/words/nl';
import deReview from '../src/lib/review/words/de';
import enReview from '../src/lib/review/words/en';
import frReview from '../src/lib/review/words/fr';
import nlReview from '../src/lib/review/words/nl';
import type { Language } from '../src/lib/settings.svelte';
import type { Roll } from './dice';
import { lessons } from './rooms';
import { act, api, asked, me, note, over, ply, sheet } from './support';

const WORDS = { de, en, fr, nl };
export const LANGUAGES: Language[] = ['en', 'fr', 'nl', 'de'];
const LEARN = { de: deLearn, en: enLearn, fr: frLearn, nl: nlLearn };
const REVIEW = { de: deReview, en: enReview, fr: frReview, nl: nlReview };

/** What a page shows, read at one moment. */
interface Shown {
  path: string;
  query: string;
  headings: string[];
  title: string;
  lang: string;
  theme: string;
  boards: { game: string; ply: number }[];
  over: string | null;
  waiting: boolean;
  you: boolean;
  mine: string[];
  lesson: string | null;
  cut: boolean;
}

const shown = (page: Page): Promise<Shown> =>
  page.evaluate(() => {
    const all = (css: string): Element[] => [...document.querySelectorAll(css)];
    // As the catalogues have it: French is set with thin spaces.
    const text = (set: string): string => set.replaceAll('\u202f', ' ').trim();
    return {
      path: location.pathname,
      query: location.search,
      headings: all('h1').map((one) => text(one.textContent)),
      title: text(document.title),
      lang: document.documentElement.lang,
      theme: document.documentElement.dataset['theme'] ?? '',
      boards: all('[data-twin]').map((one) => ({ game: one.getAttribute('data-twin') ?? '', ply: Number(one.getAttribute('data-ply')) })),
      over: document.querySelector('[data-over]')?.getAttribute('data-over') ?? null,
      waiting: document.querySelector('#wait-title') !== null,
      you: document.querySelector('.you') !== null,
      mine: all('[aria-labelledby="mine"] a[href^="/t/"]').map((one) => (one as HTMLAnchorElement).pathname.slice(3)),
      lesson: document.querySelector('[data-lesson]')?.getAttribute('data-lesson') ?? null,
      cut: document.querySelector('.cut, .offline') !== null,
    };
  });

/** The first heading of a page of rules. */
async function rulesHeading(game: string, language: Language): Promise<string> {
  const file = new URL(`../../docs/rules/${game}.${language}.md`, import.meta.url);
  return /^# (.*)$/m.exec(await readFile(file, 'utf8'))?.[1] ?? '';
}

const nameOf = (game: string): string => GAMES[game as GameKey].name;

const elided = (text: string, language: Language): string => (language === 'fr' ? text.replace(/\bde (?=[AEIOU])/, 'd’') : text);

/** What is amiss between the address, the heading, the title, the board and the server; nothing, if they agree. */
async function differences(page: Page, language: Language, theme: string): Promise<string[]> {
  const now = await shown(page);
  const found: string[] = [];
  const same = (what: string, have: unknown, want: unknown): void => {
    if (JSON.stringify(have) !== JSON.stringify(want))
      found.push(`${now.path}: ${what} is ${JSON.stringify(have)}, not ${JSON.stringify(want)}`);
  };
  const words = WORDS[language];
  const [, room = '', first = '', second = ''] = now.path.split('/');
  same('the language', now.lang, language);
  same('the theme', now.theme, theme);
  same('the connection', now.cut ? 'cut' : 'there', 'there');

  const plain = (heading: string, title = heading): void => {
    same('the heading', now.headings, [heading]);
    same('the title', now.title, `${title} – ${words['app.name']}`);
  };
  const board = (game: string): void => same('the board', [...new Set(now.boards.map((one) => one.game))], [game]);

  switch (room) {
    case '': {
      same('the heading', now.headings, [words['home.title']]);
      same('the title', now.title, words['app.name']);
      const running = await Promise.all(
        ['live', 'open'].map((state) => api<{ tables: Table[] }>(page, 'GET', `/tables?mine=true&state=${state}`)),
      );
      same('the list of my games', now.mine.toSorted(), running.flatMap(({ tables }) => tables.map(({ id }) => id)).toSorted());
      break;
    }
    case 't': {
      const [table, who] = await Promise.all([api<Table>(page, 'GET', `/tables/${first}${now.query}`), me(page)]);
      const mine = table.seats.filter((seat) => seat.people.some(({ id }) => id === who.id)).map(({ seat }) => seat);
      const turn = table.state === 'live' && table.turn && 'seat' in table.turn && mine.includes(table.turn.seat);
      same('the heading', now.headings, [nameOf(table.game)]);
      same(
        'the title',
        now.title,
        turn ? `● ${words['title.turn']} – ${nameOf(table.game)}` : `${nameOf(table.game)} – ${words['app.name']}`,
      );
      same('the board', [...new Set(now.boards.map((one) => JSON.stringify(one)))], [JSON.stringify({ game: table.game, ply: table.ply })]);
      same('the end', now.over, table.state === 'over' && table.by !== 'abort' ? table.by : null);
      same('the waiting', now.waiting, table.state === 'open');
      if (mine.length < 2) same('my seat', now.you, mine.length === 1);
      break;
    }
    case 'local': {
      const names = now.boards.map(({ game }) => nameOf(game));
      same('the heading', now.headings, [names[0]]);
      same('the title', [`● ${words['title.turn']} – ${names[0]}`, `${names[0]} – ${words['app.name']}`].includes(now.title), true);
      same('the board', new Set(now.boards.map((one) => JSON.stringify(one))).size, 1);
      break;
    }
    case 'review':
      if (first) {
        const table = await api<Table>(page, 'GET', `/tables/${first}`);
        same('the heading', now.headings, [`${REVIEW[language]['review.title']}: ${nameOf(table.game)}`]);
        board(table.game);
      } else plain(REVIEW[language]['review.title']);
      break;
    case 'analysis':
      same('the heading', now.headings, [`${REVIEW[language]['board.title']}: ${nameOf(first)}`]);
      board(first);
      break;
    case 'learn':
      if (second) {
        const { lessons } = (await GAMES[first as GameKey].words.loaders[language]()).default;
        plain(lessons[second]?.title ?? '', `${lessons[second]?.title} – ${nameOf(first)}`);
        same('the lesson', now.lesson, second);
        board(first);
      } else if (first)
        plain(await rulesHeading(first, language), elided(LEARN[language].rulesOf.replace('{game}', nameOf(first)), language));
      else plain(LEARN[language].title);
      break;
    case 'settings':
    case 'account':
    case 'leaderboard':
      plain(words[`nav.${room}`]);
      break;
    default:
      plain(words['lost.title']);
  }
  return found;
}

/** Waits until the address, the heading, the title, the board and the server agree. */
export async function agree(page: Page, language: Language = 'en', theme = 'light'): Promise<void> {
  await expect.poll(() => differences(page, language, theme), { message: `all agree at ${page.url()}` }).toEqual([]);
}

/** What goes on around a journey: a server that comes and goes, say. */
export interface Conditions {
  /** Before each step. */
  between?: (page: Page) => Promise<void>;
  /** While an action is on its way. */
  during?: () => Promise<void>;
}

/** Someone on their way through the site, in one tab, without a reload unless they ask for it. After each step all agree. */
export class Traveller {
  language: Language = 'en';
  theme = 'light';

  constructor(
    readonly page: Page,
    readonly roll: Roll,
    readonly conditions: Conditions = {},
  ) {}

  /** The table of the address. */
  get table(): string {
    return /(?:\/t\/|\/review\/|\?id=)([^/?#]+)/.exec(this.page.url())?.[1] ?? '';
  }

  async step(name: string, run: () => Promise<unknown>): Promise<void> {
    await this.conditions.between?.(this.page);
    note(this.page, `step: ${name}`);
    await run();
    await this.agree();
  }
  agree = (): Promise<void> => agree(this.page, this.language, this.theme);

  /** By a link on the page. */
  async follow(href: string): Promise<void> {
    await this.step(`follow ${href}`, async () => {
      await sheet(this.page, false);
      await this.page.locator(`a[href="${href}"]`).first().click();
      await this.page.waitForURL((next) => next.pathname === new URL(href, next).pathname);
    });
  }
  arrive = (address: string): Promise<void> => this.step(`arrive at ${address}`, () => this.page.goto(address));
  reload = (): Promise<void> => this.step('reload', () => this.page.reload());
  back = (): Promise<void> => this.step('back', () => this.page.goBack());
  forward = (): Promise<void> => this.step('forward', () => this.page.goForward());
  home = (): Promise<void> => this.follow('/');

  /** From the home page: a table at the press of a button. */
  async start(game: GameKey, against: 'engine' | 'device' | 'open'): Promise<void> {
    const before = this.page.url();
    await this.step(`start ${game} against ${against}`, async () => {
      await this.page.locator(`[aria-labelledby="game-${game}"] [data-start="${against}"]`).click();
      await this.#led(before);
    });
    // The server knows nothing of a table in the browser.
    if (this.page.url().includes('/local')) return;
    const [table, who] = await Promise.all([api<Table>(this.page, 'GET', `/tables/${this.table}`), me(this.page)]);
    expect(table.game).toBe(game);
    expect(table.seats[0]?.people.map(({ id }) => id)).toEqual([who.id]);
  }

  async #led(from: string): Promise<void> {
    await this.page.waitForURL((next) => next.href !== from && /^\/(t\/|local)/.test(next.pathname));
  }

  /** One action, as soon as it is this person's turn; lost never. */
  async act(): Promise<void> {
    await this.step('act', async () => {
      const before = await ply(this.page);
      const acted = await act(this.page, this.roll, this.conditions.during);
      if (acted && !(await over(this.page))) expect(await ply(this.page)).toBeGreaterThan(before);
    });
  }

  takeback = (): Promise<void> =>
    this.step('takeback', async () => {
      await sheet(this.page, true);
      await this.page.locator('[data-act="takeback"]').click();
    });

  /** Gives the game up as soon as it is this person's turn, unless it is over. */
  async resign(): Promise<void> {
    const { table } = this;
    if (!(await asked(this.page))) return;
    await this.step('resign', async () => {
      await sheet(this.page, true);
      await this.page.locator('[data-act="flag"]').click();
      await this.page.locator('[data-act="resign"]').click();
      await this.page.locator('[data-over]').waitFor({ state: 'attached' });
    });
    const { state, by } = await api<Table>(this.page, 'GET', `/tables/${table}`);
    expect({ state, by }).toEqual({ state: 'over', by: 'resign' });
  }

  /** Says that another game is wanted; with other people that is a question first. */
  async rematch(led = true): Promise<void> {
    const before = this.page.url();
    await this.step('rematch', async () => {
      await sheet(this.page, false);
      await this.page.locator('[data-act="rematch"]').click();
      if (led) await this.#led(before);
    });
    if (led) expect(this.page.url()).not.toBe(before);
  }
  async accept(what: 'draw' | 'takeback' | 'rematch'): Promise<void> {
    const before = this.page.url();
    await this.step(`accept ${what}`, async () => {
      await sheet(this.page, false);
      await this.page.locator(`[data-offer="${what}"] [data-act="yes"]`).click();
      if (what === 'rematch') await this.#led(before);
    });
  }

  /** From a finished table to its review, to the last step there. */
  async review(): Promise<void> {
    const { table } = this;
    await this.follow(`/review/${table}`);
    const played = (await api<Table>(this.page, 'GET', `/tables/${table}`)).ply;
    await this.step('to the end of the review', async () => {
      if (played > 0) await this.page.locator('[data-act="last"]').first().click();
      await expect.poll(() => ply(this.page)).toBe(played);
    });
  }

  /** Does the lesson that the page shows, by typing its solution. */
  async solve(game: GameKey, id: string): Promise<void> {
    await this.step(`solve ${game} ${id}`, async () => {
      for (const token of lessons[game].find((one) => one.id === id)!.solution) {
        const field = this.page.locator('.panel input[type="text"]:enabled');
        await expect.poll(() => field.inputValue()).toBe('');
        await field.fill(token);
        await this.page.keyboard.press('Enter');
      }
      await this.page.locator('[data-state="solved"]').waitFor();
    });
  }

  /** On the page of settings. */
  async speak(language: Language): Promise<void> {
    this.language = language;
    await this.step(`speak ${language}`, () => this.page.locator('select').nth(0).selectOption(language));
  }
  async dress(theme: 'light' | 'dark'): Promise<void> {
    this.theme = theme;
    await this.step(`dress ${theme}`, () => this.page.locator('select').nth(1).selectOption(theme));
  }
}
