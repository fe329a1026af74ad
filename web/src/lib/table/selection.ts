import type { LegalMove } from '../api/types';

/**
 * What has been picked so far and what it may still become.
 * The scene and the text twin share one: both pick targets, both show candidates and preview.
 */
export interface Selection {
  /** The targets picked, in order. */
  path: string[];
  /** The actions that begin with that path; all legal ones when the path is empty. */
  candidates: LegalMove[];
  /** The one action that is ready to be confirmed. */
  preview: LegalMove | null;
}

export const begin = (legal: LegalMove[]): Selection => ({ path: [], candidates: legal, preview: null });

const startsWith = (move: LegalMove, path: string[]): boolean => path.every((target, i) => move.at[i] === target);

/** What the next pick may be, in the order of the list. */
export function targets(selection: Selection): string[] {
  const depth = selection.path.length;
  const seen = new Set<string>();
  for (const move of selection.candidates) {
    const target = move.at[depth];
    if (target !== undefined) seen.add(target);
  }
  return [...seen];
}

/** Candidates that touch the same cells and differ in how: the turner offers these. */
export function alternatives(selection: Selection): LegalMove[] {
  const depth = selection.path.length;
  if (depth === 0) return selection.candidates.filter((move) => move.at.length === 0);
  return selection.candidates.filter((move) => move.at.length === depth);
}

function settle(path: string[], candidates: LegalMove[]): Selection {
  const [only] = candidates;
  return { path, candidates, preview: candidates.length === 1 && only ? only : null };
}

/**
 * A pick narrows the candidates. A pick that fits nothing starts over from itself if a move begins there,
 * and clears otherwise; picking the last target again steps back.
 */
export function pick(selection: Selection, legal: LegalMove[], target: string): Selection {
  if (target === '') return begin(legal);
  const { path } = selection;
  const longer = [...path, target];
  const narrowed = selection.candidates.filter((move) => startsWith(move, longer));
  if (narrowed.length > 0) return settle(longer, narrowed);
  if (path.at(-1) === target) return back(selection, legal);
  // Another target in place of the last one: `a2` then `b3` then `b4` means `b4`.
  if (path.length > 1) {
    const instead = [...path.slice(0, -1), target];
    const moved = legal.filter((move) => startsWith(move, instead));
    if (moved.length > 0) return settle(instead, moved);
  }
  const fresh = legal.filter((move) => startsWith(move, [target]));
  return fresh.length > 0 ? settle([target], fresh) : begin(legal);
}

/** One pick less. */
export function back(selection: Selection, legal: LegalMove[]): Selection {
  const path = selection.path.slice(0, -1);
  if (path.length === 0) return begin(legal);
  return { path, candidates: legal.filter((move) => startsWith(move, path)), preview: null };
}

/** Settles on one action, by its token; unchanged if it is not legal. */
export function choose(selection: Selection, legal: LegalMove[], token: string): Selection {
  const move = legal.find((candidate) => candidate.t === token);
  if (!move) return selection;
  const same = legal.filter((other) => other.at.length === move.at.length && startsWith(other, move.at));
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

/**
 * A refusal of a pick that is worth explaining: the token it would have been, where the notation lets us say so.
 * Only moves of the form `a-b` can be asked about without knowing the rules.
 */
export function pathToken(path: string[], target: string): string | null {
  const from = path.at(-1);
  return from && /^[a-z]\d+$/.test(from) && /^[a-z]\d+$/.test(target) ? `${from}-${target}` : null;
}
