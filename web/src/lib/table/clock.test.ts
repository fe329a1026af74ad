import { expect, it } from 'vitest';
import { format, left, replyLeft } from './clock';

const clocks = { left: [60_000, 30_000], running: 1, reply_left: null, at: 1000 };

it('runs the clock of the seat to act alone, in server time', () => {
  expect(left(clocks, 1, 5000, 0)).toBe(56_000);
  expect(left(clocks, 2, 5000, 0)).toBe(30_000);
  expect(left(clocks, 1, 5000, -4000)).toBe(60_000);
  expect(left(clocks, 1, 1_000_000, 0)).toBe(0);
  expect(left({ ...clocks, left: [] }, 1, 5000, 0)).toBeNull();
});

it('knows how long a question stays open', () => {
  expect(replyLeft(clocks, 2000, 0)).toBeNull();
  expect(replyLeft({ ...clocks, reply_left: 10_000 }, 2000, 0)).toBe(9000);
});

it('reads like a clock', () => {
  expect(format(291_000)).toBe('4:51');
  expect(format(9_400)).toBe('0:09.4');
  expect(format(3_600_000)).toBe('1:00:00');
  expect(format(183_600_000)).toBe('2 d 03:00');
});
