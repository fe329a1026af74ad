import { resolve } from '$app/paths';
import type { Spot } from './api';
import * as trees from './tree';
import type { Tree } from './tree';

/** What a link says after its `#`: which position, and how it is looked at. */
export interface LinkedPosition {
  /** How many steps of the main line. */
  at: number;
  /** The steps that leave it there. */
  line: string[];
  viewer: number | null;
  /** Where the camera is and what it looks at. */
  pose: number[] | null;
}

export function placeOf(tree: Tree, id: number, viewer: number | null, pose: number[] | null): LinkedPosition {
  const main = trees.onward(tree, trees.ROOT).map((step) => step.id);
  const path = trees.steps(tree, id);
  const fork = path.findIndex((step, i) => step.id !== main[i]);
  const at = fork < 0 ? path.length : fork;
  return { at, line: path.slice(at).map((step) => step.token), viewer, pose };
}

export function write({ at, line, viewer, pose }: LinkedPosition): string {
  const query = new URLSearchParams({ at: String(at) });
  if (line.length > 0) query.set('line', line.join(' '));
  if (viewer !== null) query.set('viewer', String(viewer));
  if (pose) query.set('camera', pose.map((value) => value.toFixed(1)).join(','));
  return query.toString();
}

export function read(hash: string): LinkedPosition {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  const number = (key: string): number | null => (/^\d{1,4}$/.test(query.get(key) ?? '') ? Number(query.get(key)) : null);
  const pose = (query.get('camera') ?? '').split(',').map(Number);
  return {
    at: number('at') ?? 0,
    line: (query.get('line') ?? '').split(' ').filter((token) => token !== ''),
    viewer: number('viewer'),
    pose: pose.length === 6 && pose.every(Number.isFinite) ? pose : null,
  };
}

/** The step that a place means, with what it adds to the tree. */
export function find(tree: Tree, { at, line }: LinkedPosition): { tree: Tree; id: number } {
  const main = trees.onward(tree, trees.ROOT);
  let found = { tree, id: at === 0 ? trees.ROOT : (main[Math.min(at, main.length) - 1]?.id ?? trees.ROOT) };
  for (const token of line) found = trees.play(found.tree, found.id, token);
  return found;
}

/** The address of a position that no table has: the analysis board with everything in the link. */
export function board({ game, setup, moves }: Spot, viewer: number | null, pose: number[] | null): string {
  const query = new URLSearchParams(write({ at: 0, line: moves, viewer, pose }));
  query.delete('at');
  if (setup) query.set('setup', setup);
  return `${resolve('/analysis/[game=game]', { game })}#${query}`;
}
