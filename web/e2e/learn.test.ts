import { beforeAll, describe, expect, it } from 'vitest';
import type { GameKey, View } from '../src/lib/api/types';
import { GAME_KEYS } from '../src/lib/games';
import { begin, respond, seatOf, type Attempt, type Lesson, type State, type World } from '../src/lib/learn/lesson';
import { PATIENCE } from './patience';
import { figures, lessons } from './rooms';
import { url } from './support';

class Refused extends Error {
  constructor(
    readonly clause: string | null,
    text: string,
  ) {
    super(text);
  }
}

let cookie = '';
const ask = (path: string, body: unknown): Promise<Response> =>
  fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url, Cookie: cookie },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE),
  });
beforeAll(async () => {
  const answer = await ask('/me', {});
  cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
});

async function post<T>(path: string, body: unknown): Promise<T> {
  const answer = await ask(path, body);
  const json = (await answer.json()) as T & { error?: { clause: string | null; text: string } };
  if (json.error) throw new Refused(json.error.clause, json.error.text);
  return json;
}

const world: World = {
  ask: async (game, setup, moves) => (await post<{ view: View }>('/position', { game, setup, moves })).view,
  think: async (game, setup, moves) =>
    (await post<{ lines: { pv: string[] }[] }>('/evaluate', { game, setup, moves, seconds: 0.3 })).lines[0]?.pv[0] ?? '',
};

/** Plays these tokens at a lesson, one after the other while it goes on; `null` is what the engine would play. */
async function attempt(game: GameKey, lesson: Lesson, tokens: (string | null)[]): Promise<{ state: State; played: number }> {
  const start = await begin(game, lesson, world);
  let at: Attempt = start;
  let played = 0;
  for (const token of tokens) {
    if (at.state !== 'playing') break;
    const moves = [...at.moves, token ?? (await world.think(game, lesson.setup, at.moves))];
    const view = await world.ask(game, lesson.setup, moves);
    at = await respond(game, lesson, start.view, { ...at, view, moves }, world);
    played += 1;
  }
  return { state: at.state, played };
}

describe.each(GAME_KEYS)('lessons of %s', (game) => {
  it('are a path of eight to fourteen', () => {
    expect(lessons[game].length).toBeGreaterThanOrEqual(8);
    expect(lessons[game].length).toBeLessThanOrEqual(14);
  });

  describe.each(lessons[game].map((lesson) => [lesson.id, lesson] as const))('%s', (_, lesson) => {
    it('begins with the learner to act and points at something', async () => {
      const { view } = await begin(game, lesson, world);
      expect('seat' in view.turn && view.turn.seat).toBe(seatOf(lesson));
      expect(JSON.stringify(view).includes(`"${lesson.look}"`), lesson.look).toBe(true);
    });
    it('is solved by its solution, with nothing left over', async () => {
      const tokens = [
        ...lesson.solution,
        ...(lesson.reply === 'engine' ? Array<null>((lesson.within ?? 1) - lesson.solution.length).fill(null) : []),
      ];
      expect(await attempt(game, lesson, tokens)).toEqual({ state: 'solved', played: tokens.length });
    });
    it('is failed by its mistake', async () => {
      try {
        expect(await attempt(game, lesson, lesson.mistake)).toEqual({ state: 'missed', played: lesson.mistake.length });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        expect(error.clause).toMatch(/^\w+ \d/);
      }
    });
  });
});

describe.each(Object.entries(figures))('figure %s', (_, { game, setup, moves = [], show, pick }) => {
  it('is a position of the game, and what it draws is legal there', async () => {
    const view = await world.ask(game, setup, moves);
    if (show) expect(view.legal.map((move) => move.t)).toContain(show);
    if (pick) expect(view.legal.some((move) => move.at[0] === pick)).toBe(true);
  });
});
