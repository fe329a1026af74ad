import type { LegalMove } from '../api/types';

/**
 * What has been picked so far and what it may still become.
 * The scene and the text twin share one: both pick targets, both show candidates and preview.
 */
export interface Selection {
  /** The targets picked, in order. */
  path: string[];
  /** The actions that fit that path; all legal ones when the path is empty. */
  candidates: LegalMove[];
  /** The action that is ready to be confirmed. */
  preview: LegalMove | null;
}

/** Nothing picked; or, where every action begins with the same piece, that piece. */
export function begin(legal: LegalMove[]): Selection {
  const first = legal.length > 1 ? legal[0]?.at[0] : undefined;
  const shared = first !== undefined && legal.every((move) => move.at.length > 1 && move.at[0] === first);
  return { path: shared ? [first] : [], candidates: legal, preview: null };
}

const ordered = (move: LegalMove, path: string[]): boolean => path.every((target, i) => move.at[i] === target);
const holds = (move: LegalMove, path: string[]): boolean => path.every((target) => move.at.includes(target));

/** Moves that begin with the path; failing that, moves that touch all of it (the stones of a line, a goal first). */
function fitting(legal: LegalMove[], path: string[]): LegalMove[] {
  const straight = legal.filter((move) => ordered(move, path));
  return straight.length > 0 ? straight : legal.filter((move) => holds(move, path));
}

/** What the next pick may be, in the order of the list. */
export function targets(selection: Selection): string[] {
  const found = new Set<string>();
  for (const move of selection.candidates) {
    const next = move.at.find((target) => !selection.path.includes(target));
    if (next !== undefined) found.add(next);
  }
  return [...found];
}

/** The candidates that a next pick leaves. */
export const through = (selection: Selection, target: string): LegalMove[] => fitting(selection.candidates, [...selection.path, target]);

/** Candidates that touch just what has been picked and differ in how: the turner offers these. */
export const alternatives = (selection: Selection): LegalMove[] =>
  selection.candidates.filter((move) => move.at.length === selection.path.length);

function settle(path: string[], candidates: LegalMove[]): Selection {
  const here: Selection = { path, candidates, preview: null };
  const only = candidates.length === 1 ? candidates[0] : undefined;
  return { ...here, preview: only ?? alternatives(here)[0] ?? null };
}

/** What a pick may mean, the likeliest first: one more, another one in place of the last, or a new beginning. */
export const attempts = (path: string[], target: string): string[][] => [
  ...(path.length > 0 ? [[...path, target]] : []),
  ...(path.length > 1 ? [[...path.slice(0, -1), target]] : []),
  [target],
];

/**
 * A pick narrows the candidates. A pick that fits nothing takes the place of the last one or starts over from
 * itself; if no move touches it at all, everything is put down. Picking the last target again steps back.
 */
export function pick(selection: Selection, legal: LegalMove[], target: string): Selection {
  if (target === '') return begin(legal);
  const { path } = selection;
  if (path.at(-1) === target) return back(selection, legal);
  for (const attempt of attempts(path, target)) {
    const found = fitting(legal, attempt);
    if (found.length > 0) return settle(attempt, found);
  }
  return begin(legal);
}

/** One pick less. */
export function back(selection: Selection, legal: LegalMove[]): Selection {
  const path = selection.path.slice(0, -1);
  return path.length === 0 ? begin(legal) : { path, candidates: fitting(legal, path), preview: null };
}

/** Settles on one action, by its token; unchanged if it is not legal. */
export function choose(selection: Selection, legal: LegalMove[], token: string): Selection {
  const move = legal.find((candidate) => candidate.t === token);
  if (!move) return selection;
  const same = legal.filter((other) => other.at.length === move.at.length && ordered(other, move.at));
  return { path: [...move.at], candidates: same, preview: move };
}

/** The next or previous alternative becomes the preview. */
export function turn(selection: Selection, step: 1 | -1): Selection {
  const options = alternatives(selection);
  if (options.length === 0) return selection;
  const at = options.findIndex((move) => move.t === selection.preview?.t);
  const next = at < 0 ? (step > 0 ? 0 : options.length - 1) : (at + step + options.length) % options.length;
  return { ...selection, preview: options[next] ?? null };
}
