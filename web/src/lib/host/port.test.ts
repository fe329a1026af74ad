import { expect, it } from 'vitest';
import { ApiError, failure } from '../api/refusal';
import { ends } from './fake';
import { connect, type Remote } from './port';

type Worker = { add(a: number, b: number): number; refuse(): void; break(): void };

function pair() {
  const [page, worker] = ends();
  connect(worker, {
    add: (a: number, b: number) => a + b,
    refuse() {
      throw failure('offline', 'away');
    },
    break() {
      throw new Error('broken');
    },
  } satisfies Worker);
  return connect<Remote<Worker>>(page, {});
}

it('answers come to whoever asked', async () => {
  const worker = pair();
  expect(await Promise.all([worker.add(1, 2), worker.add(3, 4)])).toEqual([3, 7]);
});

it('a refusal arrives as a refusal, and anything else as an error', async () => {
  const worker = pair();
  await expect(worker.refuse()).rejects.toMatchObject({ status: 0, refusal: { key: 'client.offline' } });
  await expect(worker.refuse()).rejects.toBeInstanceOf(ApiError);
  await expect(worker.break()).rejects.toThrow('broken');
});
