import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A server to test against. */
export interface Server {
  readonly url: string;
  /** What it has logged so far. */
  log(): string;
  /** Kills it without a word and starts it again on the same port and database. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const BINARY = process.env['LUDARIUM'] ?? new URL('../../target/debug/ludarium', import.meta.url).pathname;

/** Runs the real binary on a free port with a database of its own. */
class Process implements Server {
  url = '';
  #log = '';
  #port = 0;
  #child: ChildProcess | null = null;

  constructor(
    private readonly folder: string,
    private readonly more: string[],
  ) {}

  log = (): string => this.#log;

  async start(): Promise<void> {
    const database = `sqlite:${join(this.folder, 'test.db')}`;
    const child = spawn(BINARY, ['serve', '--bind', `127.0.0.1:${this.#port}`, '--database', database, '--rate', '0', ...this.more], {
      env: { LUDARIUM_LOG: 'debug,sqlx=warn,hyper=info', ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#child = child;
    this.#port = await new Promise<number>((found, failed) => {
      const from = this.#log.length;
      child.stderr.on('data', (chunk: Buffer) => {
        this.#log += chunk.toString();
        const port = /address=\S*?127\.0\.0\.1:(\d+)/.exec(this.#log.slice(from, from + 10_000))?.[1];
        if (port) found(Number(port));
      });
      child.once('exit', (code) => failed(new Error(`${BINARY} ended with ${code}: ${this.#log.slice(from)}`)));
      child.once('error', failed);
    });
    // A certificate is one of names, not of numbers.
    this.url = this.more.includes('--tls-cert') ? `https://localhost:${this.#port}` : `http://127.0.0.1:${this.#port}`;
  }

  async restart(): Promise<void> {
    await this.#end('SIGKILL');
    this.#log += '--- killed, and started again\n';
    await this.start();
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
    await rm(this.folder, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await gone;
  }
}

/** A server of one's own, with more arguments; or the one at `LUDARIUM_URL`, which stays as it is. */
export async function serve(...more: string[]): Promise<Server> {
  const running = process.env['LUDARIUM_URL'];
  if (running && more.length === 0) {
    const fixed = async (): Promise<void> => undefined;
    return { url: running, log: () => '', restart: () => Promise.reject(new Error('this server is not ours')), stop: fixed };
  }
  const server = new Process(await mkdtemp(join(tmpdir(), 'ludarium-')), more);
  await server.start();
  return server;
}
