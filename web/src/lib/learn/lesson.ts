import type { GameKey, View } from '../api/types';

/**
 * A small position that teaches by doing.
 * What is legal and what an action does, the server says; a lesson only says what it hopes to see.
 */
export interface Lesson {
  id: string;
  setup: string;
  /** Actions from the set-up to where the lesson begins. */
  moves?: string[];
  /** The learner's seat; 1 if left out. */
  seat?: number;
  goal: Goal;
  /** How many actions the learner has; 1 if left out. */
  within?: number;
  /** How the other seat answers: as the engine would, or with the first of these tokens that is legal; left out: the lesson ends first. */
  reply?: 'engine' | string[];
  /** What the hint points at. */
  look: string;
  /** The learner's actions of one way to do it; where the other side's answer decides, the engine finds the rest. */
  solution: string[];
  /** Actions of a learner who does not: the last is refused, or the goal is missed. */
  mistake: string[];
}

export type Goal =
  /** An action whose token matches. */
  | { like: string }
  | { win: true }
  /** What is to be seen on the board; `start` is what the lesson began with. */
  | { seen(view: View, start: View, seat: number): boolean }
  /** One of these first actions. */
  | { answers: readonly string[] };

/** A lesson as data: the rules prove that its answers, and only they, reach what it asks (`crates/games/tests/lessons.rs`). */
export interface Tip extends Omit<Lesson, 'goal' | 'reply'> {
  /** A win or safety from one that nobody can prevent within a number of turns, or a number of the view, by its pointer. */
  goal: { win?: number; hold?: number; see?: string; least?: number };
  answers: string[];
  reply?: string;
}

export const taught = (tips: readonly Tip[]): Lesson[] =>
  tips.map(({ goal, answers, reply, ...tip }) => ({ ...tip, ...(reply ? { reply: 'engine' as const } : {}), goal: asked(goal, answers) }));

function asked({ win, see, least = 0 }: Tip['goal'], answers: readonly string[]): Goal {
  if (win) return { win: true };
  return see ? { seen: (view) => Number(pointed(view, see)) >= least } : { answers };
}

/** What a JSON pointer leads to. */
const pointed = (view: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((found, key) => (found as Record<string, unknown> | undefined)?.[key], view);

export type State = 'playing' | 'solved' | 'missed';

/** Where a learner is in a lesson. */
export interface Attempt {
  view: View;
  moves: string[];
  own: number;
  state: State;
}

/** The host, as a lesson needs it. */
export interface World {
  ask(game: GameKey, setup: string, moves: string[]): Promise<View>;
  think(game: GameKey, setup: string, moves: string[]): Promise<string>;
}

export const seatOf = (lesson: Lesson): number => lesson.seat ?? 1;
const onTurn = (view: View): number | null => ('seat' in view.turn ? view.turn.seat : null);
const wonBy = (view: View, seat: number): boolean => 'over' in view.turn && view.turn.over.result[seat - 1] === '1';

function reached(goal: Goal, seat: number, start: View, view: View, token: string): boolean {
  if ('like' in goal) return new RegExp(goal.like).test(token);
  if ('win' in goal) return wonBy(view, seat);
  return 'answers' in goal ? goal.answers.includes(token) : goal.seen(view, start, seat);
}

export async function begin(game: GameKey, lesson: Lesson, world: World): Promise<Attempt> {
  const moves = lesson.moves ?? [];
  return { view: await world.ask(game, lesson.setup, moves), moves, own: 0, state: 'playing' };
}

/** What follows an action of the learner that the server has accepted: praise, an answer, or the end of the attempt. */
export async function respond(game: GameKey, lesson: Lesson, start: View, played: Attempt, world: World): Promise<Attempt> {
  const seat = seatOf(lesson);
  const token = played.moves.at(-1) ?? '';
  let { view, moves } = played;
  const own = played.own + 1;
  if (reached(lesson.goal, seat, start, view, token)) return { view, moves, own, state: 'solved' };
  while (lesson.reply && onTurn(view) !== null && onTurn(view) !== seat) {
    moves = [...moves, await answer(game, lesson, view, moves, world)];
    view = await world.ask(game, lesson.setup, moves);
  }
  const goesOn = own < (lesson.within ?? 1) && onTurn(view) === seat;
  return { view, moves, own, state: goesOn ? 'playing' : 'missed' };
}

async function answer(game: GameKey, lesson: Lesson, view: View, moves: string[], world: World): Promise<string> {
  if (!Array.isArray(lesson.reply)) return world.think(game, lesson.setup, moves);
  const legal = view.legal.map((move) => move.t);
  return lesson.reply.find((token) => legal.includes(token)) ?? legal[0]!;
}
