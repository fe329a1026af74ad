import type { Clocks } from '../api/types';

/** Milliseconds a seat has left now; null without a clock. `skew` is server time minus ours. */
export function left(clocks: Clocks, seat: number, now: number, skew: number): number | null {
  const kept = clocks.left[seat - 1];
  if (kept === undefined) return null;
  return clocks.running === seat ? Math.max(0, kept - (now + skew - clocks.at)) : kept;
}

/** Milliseconds a reply window stays open; null if none is. */
export function replyLeft(clocks: Clocks, now: number, skew: number): number | null {
  return clocks.reply_left === null ? null : Math.max(0, clocks.reply_left - (now + skew - clocks.at));
}

/** `4:51`, `0:09.4` in the last ten seconds, `2 d 03:00` for slow games. */
export function format(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (n: number): string => String(n).padStart(2, '0');
  const days = Math.floor(seconds / 86400);
  if (days > 0) return `${days} d ${two(Math.floor((seconds % 86400) / 3600))}:${two(Math.floor((seconds % 3600) / 60))}`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  return `${minutes}:${two(seconds % 60)}`;
}
