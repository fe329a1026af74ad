import { describe, expect, it } from 'vitest';
import type { RecordNode, ToldNode } from '../api/types';
import * as trees from './tree';

const NODES: RecordNode[] = [
  { after: 0, text: 'a2-c4', before: [], comments: ['good'] },
  { after: 0, text: 'a4-c4', before: ['or else'], comments: [] },
  { after: 2, text: 'h2-f2', before: [], comments: [] },
  { after: 1, text: 'h4-f4', before: [], comments: [] },
  { after: 4, text: 'takeback:2', before: [], comments: [] },
  { after: 5, text: 'h2-f2', before: [], comments: ['better'] },
  { after: 6, text: 'resign:1', before: [], comments: [] },
];
const told = (ply: number, key = 'archimedes.move'): ToldNode => ({ ply, says: { key } });
const TOLD = [told(1), told(1), told(2), told(2), told(1, 'event.takeback'), told(2), told(2, 'event.resign')];
const tree = trees.fromRecord(NODES, ['before all'], TOLD);
const words = (list: trees.TreeNode[]): string[] => list.map((step) => step.token);

describe('a tree of steps', () => {
  it('keeps every step, variation and comment of a record', () => {
    const { comments, nodes } = trees.toRecord(tree);
    expect(comments).toEqual(['before all']);
    const again = trees.fromRecord(nodes, comments, TOLD);
    expect(trees.toRecord(again)).toEqual({ comments, nodes });
    expect(words(trees.onward(again, trees.ROOT))).toEqual(['a2-c4', 'h4-f4', 'takeback:2', 'h2-f2', 'resign:1']);
    expect(nodes.find((one) => one.text === 'a4-c4')?.before).toEqual(['or else']);
  });

  it('counts plies with what was taken back', () => {
    const line = trees.onward(tree, trees.ROOT);
    expect(line.at(-1)?.ply).toBe(2);
    expect(words(trees.standing(line))).toEqual(['a2-c4', 'h2-f2']);
  });

  it('plays what is there, or branches', () => {
    expect(trees.play(tree, trees.ROOT, 'a4-c4')).toEqual({ tree, id: 2 });
    const { tree: grown, id } = trees.play(tree, 1, 'h6-f6');
    expect(trees.tokens(grown, id)).toEqual(['a2-c4', 'h6-f6']);
    expect(trees.node(grown, id).ply).toBe(2);
    expect(trees.isVariation(grown, id)).toBe(true);
    expect(tree.has(id)).toBe(false);
  });

  it('promotes the variation nearest to the step', () => {
    const { tree: grown, id } = trees.play(tree, 2, 'h8-f8');
    const inner = trees.promote(grown, id);
    expect(words(trees.onward(inner, trees.ROOT))[0]).toBe('a2-c4');
    expect(words(trees.onward(inner, 2))).toEqual(['h8-f8']);
    expect(words(trees.onward(trees.promote(inner, id), trees.ROOT))).toEqual(['a4-c4', 'h8-f8']);
  });

  it('removes a step with all that follows', () => {
    const cut = trees.remove(tree, 4);
    expect([...cut.keys()]).toEqual([0, 1, 2, 3]);
    expect(trees.remove(tree, trees.ROOT)).toBe(tree);
  });

  it('edits comments', () => {
    expect(trees.node(trees.comment(tree, 1, 'fine'), 1).comments).toEqual(['fine']);
    expect(trees.node(trees.comment(tree, 1, '  '), 1).comments).toEqual([]);
  });
});
