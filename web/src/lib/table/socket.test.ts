import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Line, Status } from '../api/connection';
import type { ServerMessage } from '../api/types';
import { TableSocket } from './socket';

vi.mock('../api/identity.svelte', () => ({ settled: async () => ({}) }));

class Fake implements Line {
  sent: { type: string; id: string }[] = [];
  onopen: Line['onopen'] = null;
  onmessage: Line['onmessage'] = null;
  onclose: Line['onclose'] = null;
  constructor(readonly since: number) {}
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  closed = false;
  close(): void {
    this.closed = true;
  }
  hear(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  cut(): void {
    this.onclose?.();
  }
}

async function make() {
  const lines: Fake[] = [];
  const heard: ServerMessage[] = [];
  const status: Status[] = [];
  const socket = new TableSocket({
    ready: async () => undefined,
    open: (since) => {
      const line = new Fake(since);
      lines.push(line);
      return line;
    },
    heard: (message) => heard.push(message),
    status: (s) => status.push(s),
    hopeless: async () => false,
  });
  await vi.advanceTimersByTimeAsync(0);
  return { socket, lines, heard, status };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('table socket', () => {
  it('answers a command by its id', async () => {
    const { socket, lines } = await make();
    const line = lines[0]!;
    line.onopen?.();
    const answer = socket.send({ type: 'act', ply: 0, seat: 1, t: 'a2-c4' });
    line.hear({ type: 'ack', id: line.sent[0]!.id, n: 3 });
    expect(await answer).toEqual({ ok: true, n: 3 });
    const refused = socket.send({ type: 'act', ply: 0, seat: 1, t: 'zz' });
    const error = { key: 'table.stale', text: '', clause: null, args: {} };
    line.hear({ type: 'refused', id: line.sent[1]!.id, error });
    expect(await refused).toEqual({ ok: false, error });
  });

  it('comes back after a cut with the number it has, and says again what was not answered', async () => {
    const { socket, lines, heard, status } = await make();
    const first = lines[0]!;
    first.onopen?.();
    first.hear({ type: 'state', n: 17 });
    first.hear({ type: 'event', n: 18, event: { kind: 'start' } });
    const answer = socket.send({ type: 'act', ply: 4, seat: 1, t: 'a2-c4' });
    first.cut();
    expect(status.at(-1)).toBe('cut');
    await vi.advanceTimersByTimeAsync(400);
    const second = lines[1]!;
    expect(second.since).toBe(18);
    second.onopen?.();
    expect(second.sent[0]!.id).toBe(first.sent[0]!.id);
    second.hear({ type: 'event', n: 18, event: { kind: 'start' } });
    second.hear({ type: 'event', n: 19, event: { kind: 'start' } });
    expect(heard).toHaveLength(3);
    second.hear({ type: 'ack', id: second.sent[0]!.id, n: 19 });
    expect(await answer).toEqual({ ok: true, n: 19 });
    expect(status.at(-1)).toBe('live');
  });

  it('sends what was said before the line was open', async () => {
    const { socket, lines } = await make();
    void socket.send({ type: 'chat', text: 'hello' });
    expect(lines[0]!.sent).toHaveLength(0);
    lines[0]!.onopen?.();
    expect(lines[0]!.sent).toHaveLength(1);
  });

  it('asks why', async () => {
    const { socket, lines } = await make();
    const line = lines[0]!;
    line.onopen?.();
    const answer = socket.explain(1, ['a2', 'a3']);
    const refusal = { key: 'archimedes.distance', text: '', clause: 'Archimedes 3.3', args: {} };
    line.hear({ type: 'explained', id: line.sent[0]!.id, refusal, meant: null });
    expect(await answer).toMatchObject({ refusal, meant: null });
  });

  it('of a table that was left hears no more, and closes once everything is answered', async () => {
    const { socket, lines, heard } = await make();
    const line = lines[0]!;
    line.onopen?.();
    void socket.send({ type: 'act', ply: 0, seat: 1, t: 'a2-c4' });
    expect(socket.busy).toBe(true);
    line.cut();
    socket.close();
    await vi.advanceTimersByTimeAsync(400);
    const next = lines[1]!;
    next.onopen?.();
    expect(next.sent).toHaveLength(1);
    next.hear({ type: 'event', n: 3, event: { kind: 'rematch', table: 't_2' } });
    expect(heard).toHaveLength(0);
    expect(next.closed).toBe(false);
    next.hear({ type: 'ack', id: next.sent[0]!.id, n: 3 });
    expect(next.closed).toBe(true);
    expect(socket.busy).toBe(false);
  });
});
