import fc, { type AsyncCommand } from 'fast-check';
import { expect, it } from 'vitest';
import type { GameKey, Table } from '../src/lib/api/types';
import { GAME_KEYS } from '../src/lib/games';
import { dice } from './dice';
import { LANGUAGES, Traveller } from './journey';
import { lessons } from './rooms';
import { api, atServer, DESK, over, PHONE, stranger } from './support';

const MINUTES = Number(process.env['WALK_MINUTES'] ?? 4);
const SEED = Number(process.env['WALK_SEED'] ?? Date.now() % 2 ** 31);

/** What a walk has come to: where it was, and what became of its tables. */
interface Model {
  trail: string[];
  here: number;
  live: Set<string>;
  over: Set<string>;
  rematched: Set<string>;
  solved: Set<string>;
}
const at = (model: Model): string => model.trail[model.here] ?? '';
const tableAt = (model: Model): string => /^\/t\/(\w+)/.exec(at(model))?.[1] ?? '';

type Step = AsyncCommand<Model, Traveller>;
/** A step: when it can be taken, and what it does. */
const step = (name: string, check: (model: Model) => boolean, run: (model: Model, real: Traveller) => Promise<void>): Step => ({
  check,
  async run(model, real) {
    await run(model, real);
    expect(new URL(real.page.url()).pathname, name).toBe(at(model));
  },
  toString: () => name,
});

/** A new address: what was ahead is forgotten. */
function went(model: Model, real: Traveller): void {
  model.trail.splice(model.here + 1, Infinity, new URL(real.page.url()).pathname);
  model.here += 1;
}
/** After something at a table it may be over. */
async function look(model: Model, real: Traveller): Promise<void> {
  const id = tableAt(model);
  if (await over(real.page)) {
    model.live.delete(id);
    model.over.add(id);
  }
}

const follow = (href: string, from: (model: Model) => boolean): Step =>
  step(
    `follow ${href}`,
    (model) => at(model) !== href && from(model),
    async (model, real) => {
      await real.follow(href);
      went(model, real);
      expect(at(model)).toBe(href);
    },
  );
const anywhere = (): boolean => true;
const on =
  (path: string) =>
  (model: Model): boolean =>
    at(model) === path;
const live = (model: Model): boolean => model.live.has(tableAt(model));
const ended = (model: Model): boolean => model.over.has(tableAt(model));

const nextLesson = (model: Model, game: GameKey): string =>
  (lessons[game].find(({ id }) => !model.solved.has(`${game}/${id}`)) ?? lessons[game][0])!.id;
const lessonAt = (model: Model): [GameKey, string] | null => {
  const [, game, id] = /^\/learn\/(\w+)\/([\w-]+)$/.exec(at(model)) ?? [];
  return game && id ? [game as GameKey, id] : null;
};

const steps = [
  ...['/', '/learn', '/review', '/leaderboard', '/account', '/settings'].map((href) => fc.constant(follow(href, anywhere))),
  ...GAME_KEYS.flatMap((game) => [
    fc.constant(follow(`/learn/${game}`, on('/learn'))),
    fc.constant(follow(`/analysis/${game}`, on('/review'))),
    fc.constant(
      step(`learn ${game}`, on('/learn'), async (model, real) => {
        await real.follow(`/learn/${game}/${nextLesson(model, game)}`);
        went(model, real);
      }),
    ),
    fc.constant(
      step(`start ${game}`, on('/'), async (model, real) => {
        await real.start(game, 'engine');
        went(model, real);
        model.live.add(real.table);
      }),
    ),
  ]),
  ...[1, 2, 3].map((times) =>
    fc.constant(
      step(`act ${times} times`, live, async (model, real) => {
        for (let i = 0; i < times && live(model); i++) {
          await real.act();
          await look(model, real);
        }
      }),
    ),
  ),
  fc.constant(
    step('take back', live, async (model, real) => {
      if ((await api<Table>(real.page, 'GET', `/tables/${tableAt(model)}`)).ply > 0) await real.takeback();
      await look(model, real);
    }),
  ),
  fc.constant(
    step('resign', live, async (model, real) => {
      await real.resign();
      await look(model, real);
      expect(ended(model)).toBe(true);
    }),
  ),
  fc.constant(
    step(
      'rematch',
      (model) => ended(model) && !model.rematched.has(tableAt(model)),
      async (model, real) => {
        model.rematched.add(tableAt(model));
        await real.rematch();
        went(model, real);
        model.live.add(real.table);
      },
    ),
  ),
  fc.constant(
    step('review', ended, async (model, real) => {
      await real.review();
      went(model, real);
    }),
  ),
  fc.nat().map((pick) =>
    step(
      `go on with ${pick}`,
      (model) => on('/')(model) && model.live.size > 0,
      async (model, real) => {
        const id = [...model.live][pick % model.live.size]!;
        await real.follow(`/t/${id}`);
        went(model, real);
        await look(model, real);
      },
    ),
  ),
  fc.constant(
    step(
      'solve',
      (model) => lessonAt(model) !== null && !model.solved.has(lessonAt(model)!.join('/')),
      async (model, real) => {
        const [game, id] = lessonAt(model)!;
        await real.solve(game, id);
        model.solved.add(`${game}/${id}`);
      },
    ),
  ),
  ...LANGUAGES.map((language) => fc.constant(step(`speak ${language}`, on('/settings'), (_, real) => real.speak(language)))),
  ...(['light', 'dark'] as const).map((theme) => fc.constant(step(`dress ${theme}`, on('/settings'), (_, real) => real.dress(theme)))),
  fc.constant(
    step(
      'back',
      (model) => model.here > 0,
      async (model, real) => {
        model.here -= 1;
        await real.back();
        await look(model, real);
      },
    ),
  ),
  fc.constant(
    step(
      'forward',
      (model) => model.here + 1 < model.trail.length,
      async (model, real) => {
        model.here += 1;
        await real.forward();
        await look(model, real);
      },
    ),
  ),
  fc.constant(step('reload', anywhere, (_, real) => real.reload())),
];

it.each([
  ['desk', { viewport: DESK }],
  ['phone', { viewport: PHONE, hasTouch: true }],
] as const)('%s: wherever one goes, the address, the page and the server agree', async (_, size) => {
  const end = Date.now() + MINUTES * 60_000;
  for (let seed = SEED; Date.now() < end; seed++) {
    const walk = fc.asyncProperty(fc.commands(steps, { maxCommands: 30, size: 'max' }), async (commands) => {
      const { page, context } = await stranger({ ...size, serviceWorkers: 'allow' });
      await atServer(page);
      const real = new Traveller(page, dice(seed));
      await real.arrive('/');
      const model: Model = { trail: ['/'], here: 0, live: new Set(), over: new Set(), rematched: new Set(), solved: new Set() };
      await fc.asyncModelRun(() => ({ model, real }), commands);
      console.log(`walk ${seed}: ${commands}`);
      await context.close();
    });
    // A failure says its seed and path; the walk as it was is worth more than a shorter one that takes hours.
    await fc.assert(walk, { seed, numRuns: 1, endOnFailure: true });
  }
});
