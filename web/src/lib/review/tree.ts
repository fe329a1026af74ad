import type { Description, RecordNode, ToldNode } from '../api/types';

export interface TreeNode {
  id: number;
  parent: number;
  /** An action, or an event of a record: `resign:2`, `takeback:3`. Empty at the root. */
  token: string;
  /** How many actions stand after it, takebacks done. */
  ply: number;
  /** What it does, once that is known. */
  says?: Description;
  /** What is said before a variation begins. */
  before: string[];
  comments: string[];
  /** The first is the main line. */
  children: number[];
}

/** A game and what else might have been. A value: every change gives another tree. */
export type Tree = ReadonlyMap<number, TreeNode>;
export const ROOT = 0;

export const empty = (comments: string[] = []): Tree =>
  new Map([[ROOT, { id: ROOT, parent: ROOT, token: '', ply: 0, before: [], comments, children: [] }]]);

export function node(tree: Tree, id: number): TreeNode {
  const found = tree.get(id);
  if (!found) throw new Error(`there is no step ${id}`);
  return found;
}

const changed = (tree: Tree, ...nodes: TreeNode[]): Tree => {
  const next = new Map(tree);
  for (const one of nodes) next.set(one.id, one);
  return next;
};

/** `told`: what the rules say of each node. */
export function fromRecord(nodes: RecordNode[], comments: string[], told: ToldNode[]): Tree {
  const tree = new Map(empty(comments));
  for (const [i, { after, text, before, comments }] of nodes.entries()) {
    const id = i + 1;
    tree.set(id, { id, parent: after, token: text, ...told[i]!, before, comments, children: [] });
    node(tree, after).children.push(id);
  }
  return tree;
}

export function toRecord(tree: Tree): { comments: string[]; nodes: RecordNode[] } {
  const places = new Map([[ROOT, 0]]);
  const nodes: RecordNode[] = [];
  const open = [...node(tree, ROOT).children].reverse();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const { parent, token, before, comments, children } = node(tree, id);
    const first = node(tree, parent).children[0] === id;
    nodes.push({ after: places.get(parent) ?? 0, text: token, before: first ? [] : before, comments });
    places.set(id, nodes.length);
    open.push(...[...children].reverse());
  }
  return { comments: node(tree, ROOT).comments, nodes };
}

/** The steps that lead to one, itself last; none for the root. */
export function steps(tree: Tree, id: number): TreeNode[] {
  const found: TreeNode[] = [];
  for (let at = node(tree, id); at.id !== ROOT; at = node(tree, at.parent)) found.push(at);
  return found.reverse();
}

export const tokens = (tree: Tree, id: number): string[] => steps(tree, id).map((step) => step.token);

/** The line that goes on from a step, always by the first that follows. */
export function onward(tree: Tree, id: number): TreeNode[] {
  const found: TreeNode[] = [];
  for (let next = node(tree, id).children[0]; next !== undefined; next = found.at(-1)?.children[0]) found.push(node(tree, next));
  return found;
}

/** Whether a step is no action: somebody left, or took something back. */
export const isEvent = ({ says }: TreeNode): boolean => says?.key.startsWith('event.') ?? false;

/** The actions of a line that stand when all takebacks are done, by ply. */
export function standing(line: TreeNode[]): TreeNode[] {
  const stand: TreeNode[] = [];
  for (const step of line) {
    if (!isEvent(step)) stand[step.ply - 1] = step;
    stand.length = step.ply;
  }
  return stand;
}

/** Says of a step what it does. */
export const describe = (tree: Tree, id: number, says: Description): Tree => changed(tree, { ...node(tree, id), says });

/** Plays an action after a step: the step that is there already, or a new one at the end of those that follow. */
export function play(tree: Tree, at: number, token: string): { tree: Tree; id: number } {
  const here = node(tree, at);
  const known = here.children.find((child) => node(tree, child).token === token);
  if (known !== undefined) return { tree, id: known };
  const id = Math.max(...tree.keys()) + 1;
  const made: TreeNode = { id, parent: at, token, ply: here.ply + 1, before: [], comments: [], children: [] };
  return { tree: changed(tree, made, { ...here, children: [...here.children, id] }), id };
}

export const comment = (tree: Tree, id: number, text: string): Tree =>
  changed(tree, { ...node(tree, id), comments: text.trim() === '' ? [] : [text] });

/** Whether a step, or one before it, has another in front of it. */
export const isVariation = (tree: Tree, id: number): boolean =>
  steps(tree, id).some((step) => node(tree, step.parent).children[0] !== step.id);

/** The variation that a step belongs to becomes the main line where it branches off. */
export function promote(tree: Tree, id: number): Tree {
  const first = steps(tree, id).findLast((step) => node(tree, step.parent).children[0] !== step.id);
  if (!first) return tree;
  const parent = node(tree, first.parent);
  return changed(tree, { ...parent, children: [first.id, ...parent.children.filter((child) => child !== first.id)] });
}

/** Takes a step away with all that follows it. */
export function remove(tree: Tree, id: number): Tree {
  if (id === ROOT) return tree;
  const parent = node(tree, node(tree, id).parent);
  const next = new Map(tree);
  next.set(parent.id, { ...parent, children: parent.children.filter((child) => child !== id) });
  const open = [id];
  for (let gone = open.pop(); gone !== undefined; gone = open.pop()) {
    open.push(...node(tree, gone).children);
    next.delete(gone);
  }
  return next;
}
