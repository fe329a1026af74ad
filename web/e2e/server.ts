import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    url: string;
  }
}

/** Runs the real binary on a free port with a database of its own, for all the tests; or takes a server that runs. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env['LUDARIUM_URL'];
  if (running) {
    project.provide('url', running);
    return async () => undefined;
  }
  const binary = process.env['LUDARIUM'] ?? new URL('../../target/debug/ludarium', import.meta.url).pathname;
  const folder = await mkdtemp(join(tmpdir(), 'ludarium-'));
  const server = spawn(binary, ['serve', '--bind', '127.0.0.1:0', '--database', `sqlite:${join(folder, 'test.db')}`, '--rate', '0'], {
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const address = await new Promise<string>((found, failed) => {
    let log = '';
    server.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      const at = /address=\S*?(127\.0\.0\.1:\d+)/.exec(log);
      if (at?.[1]) found(at[1]);
    });
    server.once('exit', (code) => failed(new Error(`${binary} ended with ${code}: ${log}`)));
    server.once('error', failed);
  });
  project.provide('url', `http://${address}`);
  return async () => {
    const gone = new Promise((done) => server.once('exit', done));
    server.kill('SIGTERM');
    await gone;
    await rm(folder, { recursive: true, force: true });
  };
}
