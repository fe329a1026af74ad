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

/** Nothing picked, and nothing to be picked. */
export const NOTHING: Selection = { path: [], candidates: [], preview: null };

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

/** Whether a move is a set of equals, such as the stones of a line, and not a piece and where it goes. */
function alike(legal: LegalMove[]): boolean {
  const first = new Set(legal.map((move) => move.at[0]));
  return legal.some((move) => move.at.slice(1).some((target) => first.has(target)));
}

/** What a pick may mean, the likeliest first: one more, another one in place of the last, or a new beginning. */
export function attempts(path: string[], legal: LegalMove[], target: string): string[][] {
  if (path.length === 0) return [[target]];
  const more = [...path, target];
  if (alike(legal)) return [more];
  return [more, ...(path.length > 1 ? [[...path.slice(0, -1), target]] : []), [target]];
}

/**
 * A pick narrows the candidates. A pick that fits nothing takes the place of the last one or starts over from
 * itself; null if no move touches it at all. Picking something again puts it down; null if it cannot be put down.
 * `names`: what was picked, the most exact name first, the usual one last.
 */
export function pick(selection: Selection, legal: LegalMove[], ...names: string[]): Selection | null {
  const { path } = selection;
  const again = names.find((name) => path.at(-1) === name || (path.includes(name) && alike(legal)));
  if (again !== undefined) {
    const left = alike(legal) ? without(path, again, legal) : back(selection, legal);
    return left.path.join() === path.join() ? null : left;
  }
  const plain = names.at(-1) ?? '';
  for (const [meaning, attempt] of attempts(path, legal, plain).entries()) {
    for (const exact of names.slice(0, -1)) {
      const finer = attempts(path, legal, exact)[meaning] ?? [];
      // Where nothing is picked yet, a piece is meant and not where one could go.
      const found = legal.filter((move) => ordered(move, finer));
      if (found.length > 0) return settle(finer, found);
    }
    const found = fitting(legal, attempt);
    if (found.length > 0) return settle(attempt, found);
  }
  return null;
}

function without(path: string[], target: string, legal: LegalMove[]): Selection {
  const left = path.filter((name) => name !== target);
  return left.length === 0 ? begin(legal) : settle(left, fitting(legal, left));
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
