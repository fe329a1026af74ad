import { describe, expect, it } from 'vitest';
import type { ServerMessage } from '../api/types';
import { TableSocket, type Line, type Status } from './socket';

class Fake implements Line {
  sent: { type: string; id: string }[] = [];
  onopen: Line['onopen'] = null;
  onmessage: Line['onmessage'] = null;
  onclose: Line['onclose'] = null;
  constructor(readonly since: number) {}
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
  hear(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  cut(): void {
    this.onclose?.({ code: 1006, wasClean: false });
  }
}

function make() {
  const lines: Fake[] = [];
  const heard: ServerMessage[] = [];
  const status: Status[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const socket = new TableSocket({
    open: (since) => {
      const line = new Fake(since);
      lines.push(line);
      return line;
    },
    heard: (message) => heard.push(message),
    status: (s) => status.push(s),
    later: (run, ms) => timers.push({ run, ms }),
    cancel: () => undefined,
  });
  return { socket, lines, heard, status, timers };
}

describe('table socket', () => {
  it('answers a command by its id', async () => {
    const { socket, lines } = make();
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
    const { socket, lines, timers, heard, status } = make();
    const first = lines[0]!;
    first.onopen?.();
    first.hear({ type: 'state', n: 17 });
    first.hear({ type: 'event', n: 18, event: { kind: 'start' } });
    const answer = socket.send({ type: 'act', ply: 4, seat: 1, t: 'a2-c4' });
    first.cut();
    expect(status.at(-1)).toBe('cut');
    expect(timers[0]!.ms).toBeLessThan(400);
    timers[0]!.run();
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

  it('waits longer after each failure, and not at all when woken', () => {
    const { socket, lines, timers } = make();
    for (let i = 0; i < 8; i++) {
      lines.at(-1)!.cut();
      timers.at(-1)!.run();
    }
    expect(timers.at(-1)!.ms).toBeGreaterThan(6000);
    expect(timers.at(-1)!.ms).toBeLessThan(9700);
    lines.at(-1)!.cut();
    const before = lines.length;
    socket.wake();
    expect(lines).toHaveLength(before + 1);
  });

  it('sends what was said before the line was open', () => {
    const { socket, lines } = make();
    void socket.send({ type: 'chat', text: 'hello' });
    expect(lines[0]!.sent).toHaveLength(0);
    lines[0]!.onopen?.();
    expect(lines[0]!.sent).toHaveLength(1);
  });

  it('asks why', async () => {
    const { socket, lines } = make();
    const line = lines[0]!;
    line.onopen?.();
    const answer = socket.explain(1, 'a2-a3');
    const refusal = { key: 'archimedes.distance', text: '', clause: 'Archimedes 3.3', args: {} };
    line.hear({ type: 'explained', id: line.sent[0]!.id, refusal });
    expect(await answer).toEqual(refusal);
  });
});
