import { expect, it, vi } from 'vitest';
import { live } from './live';

it('never has more than two alive, and the oldest gives way', () => {
  const gives = [vi.fn(), vi.fn(), vi.fn()];
  const leave = gives.map((give) => live(give));
  expect(gives.map((give) => give.mock.calls.length)).toEqual([1, 0, 0]);
  leave[1]!();
  const fourth = live(vi.fn());
  expect(gives[2]).not.toHaveBeenCalled();
  leave[0]!();
  leave[2]!();
  fourth();
});
