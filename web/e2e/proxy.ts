import { readFile } from 'node:fs/promises';
import { createServer, request, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { extname, join } from 'node:path';
import { Transform } from 'node:stream';
import type { Roll } from './dice';

/** Something between browsers and the server. */
export interface Proxy {
  readonly url: string;
  /** The cookies that went through, in this order. */
  readonly cookies: string[];
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** Delays everything by this many milliseconds at most, as the dice fall, so that answers change their order. */
  delay?: { roll: Roll; most: number };
  /** A folder with a client that is served in place of the server's own. */
  client?: () => string | null;
}

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** A file of a client as its server would send it: one page stands for every address that is no file. */
async function send(answering: ServerResponse, folder: string, path: string): Promise<void> {
  const isFile = path.split('/').at(-1)!.includes('.');
  const file = isFile ? path : path === '/' ? '/index.html' : '/fallback.html';
  const body = await readFile(join(folder, file)).catch(() => null);
  answering.writeHead(body ? 200 : 404, { 'Content-Type': TYPES[extname(file)] ?? 'text/plain', 'Cache-Control': 'no-cache' });
  answering.end(body);
}

export async function proxy(target: string, { delay, client }: ProxyOptions): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  // Half of it before the server hears and half before it is heard.
  const pause = async (): Promise<void> => {
    if (delay) await new Promise((go) => setTimeout(go, delay.roll(delay.most / 2)));
  };
  const cookies: string[] = [];
  const open = new Set<Socket>();

  const listener = createServer((asked, answering) => {
    const path = asked.url ?? '/';
    const folder = client?.();
    if (folder && !/^\/(api\/|healthz)/.test(path)) return void send(answering, folder, new URL(path, target).pathname);
    void pause().then(() => {
      const onward = request({ hostname, port, method: asked.method, path, headers: asked.headers }, (answer) => {
        void pause().then(() => {
          cookies.push(...(answer.headers['set-cookie'] ?? []));
          answering.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
          answer.on('error', () => answering.destroy());
          answer.pipe(answering);
        });
      });
      onward.on('error', () => answering.destroy());
      answering.on('close', () => onward.destroy());
      asked.pipe(onward);
    });
  });
  listener.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  listener.on('upgrade', (asked, browser: Socket, head) => {
    void pause().then(() => {
      const onward = connect(Number(port), hostname, () => {
        const headers = asked.rawHeaders.flatMap((name, i, all) => (i % 2 ? [] : [`${name}: ${all[i + 1]}`]));
        onward.write([`${asked.method} ${asked.url} HTTP/1.1`, ...headers, '', ''].join('\r\n'));
        onward.write(head);
        browser.pipe(onward);
        // One message stays behind the other here: it is one stream.
        onward.pipe(new Transform({ transform: (chunk, _, next) => void pause().then(() => next(null, chunk)) })).pipe(browser);
      });
      onward.on('error', () => browser.destroy());
      browser.on('error', () => onward.destroy());
      browser.on('close', () => onward.destroy());
    });
  });
  await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    cookies,
    close: () => {
      const closed = new Promise<void>((done) => listener.close(() => done()));
      for (const socket of open) socket.destroy();
      return closed;
    },
  };
}
