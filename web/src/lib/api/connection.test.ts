import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, type Line, type Status } from './connection';
import { reach } from './reach.svelte';

const settled = vi.fn(async () => ({}));

class Fake implements Line {
  onopen: Line['onopen'] = null;
  onmessage: Line['onmessage'] = null;
  onclose: Line['onclose'] = null;
  sent: string[] = [];
  closed = false;
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.closed = true;
  }
}

function make(hopeless = async (): Promise<boolean> => false) {
  const lines: Fake[] = [];
  const status: Status[] = [];
  const heard: string[] = [];
  const connection = new Connection({
    ready: settled,
    open: () => {
      lines.push(new Fake());
      return lines.at(-1)!;
    },
    heard: (text) => heard.push(text),
    status: (now) => status.push(now),
    hopeless,
  });
  return { connection, lines, status, heard };
}
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a connection', () => {
  it('opens once it is settled who we are, and not before', async () => {
    let known = (): void => undefined;
    settled.mockReturnValueOnce(new Promise((done) => (known = () => done({}))));
    const { lines } = make();
    await settle();
    expect(lines).toHaveLength(0);
    known();
    await settle();
    expect(lines).toHaveLength(1);
  });

  it('opens nothing if it was closed meanwhile', async () => {
    const { connection, lines } = make();
    connection.close();
    await settle();
    expect(lines).toHaveLength(0);
  });

  it('waits longer after each cut, not at all when woken, and says when the server is back', async () => {
    const { connection, lines, status } = make();
    await settle();
    for (let i = 0; i < 8; i++) {
      lines.at(-1)!.onclose?.();
      await vi.advanceTimersByTimeAsync(9700);
      expect(lines).toHaveLength(i + 2);
    }
    lines.at(-1)!.onclose?.();
    await vi.advanceTimersByTimeAsync(6000);
    expect(lines).toHaveLength(9);
    connection.wake();
    await settle();
    expect(lines).toHaveLength(10);
    const before = reach.returns;
    lines.at(-1)!.onopen?.();
    expect(status.at(-1)).toBe('live');
    expect(reach.returns).toBe(before + 1);
  });

  it('gives up where the server says that it is no use, and asks only when a socket did not open', async () => {
    const hopeless = vi.fn(async () => true);
    const { lines, status } = make(hopeless);
    await settle();
    lines[0]!.onopen?.();
    lines[0]!.onclose?.();
    await vi.advanceTimersByTimeAsync(400);
    expect(hopeless).not.toHaveBeenCalled();
    lines[1]!.onclose?.();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines).toHaveLength(2);
    expect(status.at(-1)).toBe('closed');
  });

  it('hears nothing of a socket that it has given up', async () => {
    const { connection, lines, heard } = make();
    await settle();
    lines[0]!.onopen?.();
    expect(connection.send('hello')).toBe(true);
    connection.close();
    expect(lines[0]!.closed).toBe(true);
    lines[0]!.onmessage?.({ data: 'late' });
    expect(heard).toEqual([]);
    expect(connection.send('hello')).toBe(false);
  });
});
