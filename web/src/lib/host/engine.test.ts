import { expect, it } from 'vitest';
import { Engine } from './engine';
import { ends } from './fake';
import { connect, type Remote } from './port';
import type { ThinkerCalls, Wish } from './wire';

const wish: Wish = { game: 'axiom', setup: '', moves: [] };
const line = (t: string) => ({ score: { winrate: 0.5, text: '' }, depth: 1, nodes: 1, pv: [t], says: [] });

/** A worker that says a line, and an answer when it is let. */
function make() {
  let ended = 0;
  const answers: (() => void)[] = [];
  const worker = (): Worker => {
    const [outer, inner] = ends();
    const page: Remote<ThinkerCalls> = connect(inner, {
      load: () => undefined,
      think: async ({ setup }: Wish) => {
        void page.lines([line('first')]);
        await new Promise<void>((done) => answers.push(done));
        return { lines: [line(setup)], t: setup };
      },
    });
    return Object.assign(outer, { terminate: () => void (ended += 1) }) as unknown as Worker;
  };
  const engine = new Engine(worker, { compile: async () => ({}), network: async () => new ArrayBuffer(0) });
  return { engine, answers, ended: () => ended };
}
const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

it('says lines while it thinks, and an answer at the end', async () => {
  const { engine, answers, ended } = make();
  const seen: string[] = [];
  const thought = engine.think({ ...wish, setup: 'a' }, (lines) => seen.push(lines[0]!.pv[0]!));
  await settle();
  expect(seen).toEqual(['first']);
  answers[0]!();
  expect((await thought).t).toBe('a');
  engine.end();
  expect(ended(), 'an idle worker stays for the next time').toBe(0);
});

it('to stop it ends the worker, and whoever comes next gets another', async () => {
  const { engine, answers, ended } = make();
  let told = false;
  void engine.think({ ...wish, setup: 'a' }).then(() => (told = true));
  await settle();
  const next = engine.think({ ...wish, setup: 'b' });
  await settle();
  expect(ended()).toBe(1);
  answers.forEach((answer) => answer());
  expect((await next).t).toBe('b');
  await settle();
  expect(told).toBe(false);
});
