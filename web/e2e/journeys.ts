import { expect, it } from 'vitest';
import type { Table } from '../src/lib/api/types';
import { dice } from './dice';
import { Traveller, type Conditions } from './journey';
import { api, atServer, DESK, PHONE, stranger, type Person, type PersonOptions } from './support';

export interface Journey {
  conditions?: Conditions;
  /** Brings someone to where the journey begins; they have never been here. */
  someone?(options: PersonOptions): Promise<Person>;
}

const SIZES = [
  ['desk', { viewport: DESK }],
  ['phone', { viewport: PHONE, hasTouch: true }],
] as const;

/** The journeys of a newcomer and of three people, as tests. `how`: what goes on around them. */
export function journeys(how: () => Promise<Journey> = async () => ({})): void {
  it.each(SIZES)('%s: four games in a row, three rematches, review, back, a lesson, another language, dark', async (_, size) => {
    const { conditions, someone = stranger } = await how();
    const { page } = await someone({ ...size, serviceWorkers: 'allow' });
    await atServer(page);
    const ada = new Traveller(page, dice(18), conditions);
    await ada.arrive('/');
    for (const game of ['axiom', 'abraxas', 'archimedes', 'ascension'] as const) {
      await ada.start(game, 'engine');
      await ada.act();
      await ada.resign();
      await ada.home();
    }

    await ada.start('archimedes', 'engine');
    for (let i = 0; i < 3; i++) {
      await ada.act();
      await ada.resign();
      await ada.rematch();
    }
    await ada.act();
    await ada.takeback();
    await ada.resign();

    const first = ada.table;
    await ada.review();
    await ada.back();
    expect(ada.table).toBe(first);
    await ada.forward();
    await ada.back();

    await ada.follow('/learn');
    await ada.follow('/learn/axiom');
    await ada.back();
    await ada.follow('/learn/axiom/sceptre');
    await ada.solve('axiom', 'sceptre');

    await ada.follow('/settings');
    await ada.speak('fr');
    await ada.dress('dark');
    await ada.follow('/leaderboard');
    await ada.follow('/account');
    // A game that is over is opened from the list of them.
    await ada.follow('/review');
    await ada.follow(`/review/${first}`);
    await ada.back();
    await ada.back();
    await ada.home();
    // Two games at once, now this and now that, without a word of the other.
    await ada.start('axiom', 'device');
    const one = ada.table;
    await ada.act();
    await ada.home();
    await ada.start('abraxas', 'device');
    await ada.act();
    await ada.home();
    await ada.follow(one.startsWith('l_') ? `/local?id=${one}` : `/t/${one}`);
    await ada.act();
    await ada.back();
    await ada.forward();
    await ada.reload();
  });

  it.each(SIZES)('%s: two people and one who watches: they come, go, reload and come again', async (_, size) => {
    const { conditions, someone = stranger } = await how();
    const [ada, ben, cai] = await Promise.all(
      [1, 2, 3].map(async (seed) => new Traveller((await someone({ ...size, serviceWorkers: 'allow' })).page, dice(seed), conditions)),
    );
    const all = [ada!, ben!, cai!] as const;
    const everyone = (): Promise<unknown> => Promise.all(all.map((one) => one.agree()));
    const [a, b, c] = all;

    await a.arrive('/');
    await a.start('archimedes', 'open');
    const link = await a.page.locator('#wait-link').inputValue();
    await b.arrive('/');
    await b.arrive(link);
    await b.step('sit', () => b.page.locator('[data-act="sit"]').click());
    await c.arrive(link);
    await everyone();

    // Whoever is on turn acts; the others see it.
    for (const one of [a, b, a, b]) {
      await one.act();
      await everyone();
    }
    await b.reload();
    await a.act();
    await everyone();
    await b.follow('/learn');
    await b.home();
    await b.follow(`/t/${a.table}`);
    await b.act();
    await everyone();
    await c.home();
    await a.act();
    await c.back();
    await everyone();

    await b.resign();
    await everyone();
    await a.rematch(false);
    await b.accept('rematch');
    await a.step('led to the rematch', () => a.page.waitForURL((next) => next.pathname.endsWith(b.table)));
    expect(a.table).toBe(b.table);
    expect(c.table).not.toBe(a.table);
    const { seats } = await api<Table>(a.page, 'GET', `/tables/${a.table}`);
    expect(seats.every((seat) => seat.people.length === 1)).toBe(true);
    // The seats turn by one.
    await b.act();
    await a.act();
    await everyone();
  });
}
