import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page, Request, WebSocket } from 'playwright-core';

/** What tests that fail leave behind: a folder for each, beside what cargo builds. */
const ROOT = new URL('../../target/evidence/', import.meta.url).pathname;
/** A frame or a body longer than this is cut. */
const LONGEST = 2000;

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)} … (${text.length})` : text);
/** A name that any file system takes. */
const named = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N}.,=-]+/gu, ' ')
    .trim()
    .slice(0, 120);

/** What happens in a context, line by line, kept until it is known whether the test passed. */
export class Diary {
  /** Errors that nothing on a page caught. */
  readonly trouble: string[] = [];
  /** What has been asked for and not yet answered. */
  readonly pending = new Set<Request>();
  readonly #lines: string[] = [];
  readonly #begun = Date.now();

  constructor(readonly context: BrowserContext) {
    context.on('request', (request) => {
      this.pending.add(request);
      this.note(`> ${request.method()} ${request.url()} ${cut(request.postData() ?? '')}`);
    });
    context.on('response', (answer) => void this.#answered(answer.request()));
    context.on('requestfinished', (request) => void this.pending.delete(request));
    context.on('requestfailed', (request) => {
      this.pending.delete(request);
      this.note(`< ${request.url()} failed: ${request.failure()?.errorText}`);
    });
    context.on('console', (message) => this.note(`console ${message.type()}: ${message.text()}`));
    context.on('weberror', (error) => {
      this.trouble.push(error.error().message);
      this.note(`error: ${error.error().stack ?? error.error().message}`);
    });
    context.on('page', (page) => this.#page(page));
  }

  note(line: string): void {
    this.#lines.push(`${String(Date.now() - this.#begun).padStart(7)} ${line}`);
  }

  #page(page: Page): void {
    page.on('framenavigated', (frame) => frame === page.mainFrame() && this.note(`at ${frame.url()}`));
    page.on('websocket', (socket: WebSocket) => {
      this.note(`socket ${socket.url()} opens`);
      socket.on('framesent', ({ payload }) => this.note(`socket > ${cut(String(payload))}`));
      socket.on('framereceived', ({ payload }) => this.note(`socket < ${cut(String(payload))}`));
      socket.on('close', () => this.note(`socket ${socket.url()} closes`));
    });
  }

  async #answered(request: Request): Promise<void> {
    const answer = await request.response().catch(() => null);
    if (!answer) return;
    // What the server says is worth reading; what it serves is not.
    const said = request.url().includes('/api/') && /json|text/.test(answer.headers()['content-type'] ?? '');
    const body = said && !/event-stream/.test(answer.headers()['content-type'] ?? '') ? await answer.text().catch(() => '') : '';
    this.note(`< ${answer.status()} ${request.method()} ${request.url()} ${cut(body)}`);
  }

  async leave(folder: string, name: string): Promise<void> {
    await Promise.all(
      this.context.pages().map(async (page, i) => {
        await page
          .screenshot({ path: join(folder, `${name}-page-${i + 1}.png`) })
          .catch((error: unknown) => this.note(`no screenshot: ${String(error)}`));
        await writeFile(join(folder, `${name}-page-${i + 1}.html`), `<!-- ${page.url()} -->\n${await page.content().catch(String)}`);
      }),
    );
    await writeFile(join(folder, `${name}.log`), this.#lines.map((line) => `${line}\n`).join(''));
  }
}

/** Removes what an earlier run left of this file of tests. */
export const forget = (file: string): Promise<void> => rm(join(ROOT, named(file)), { recursive: true, force: true });

/** Leaves what a test saw and what the server logged, and says where. */
export async function leave(file: string, test: string, diaries: Diary[], log: string): Promise<void> {
  const folder = join(ROOT, named(file), named(test));
  await mkdir(folder, { recursive: true });
  await Promise.all(diaries.map((diary, i) => diary.leave(folder, `person-${i + 1}`)));
  await writeFile(join(folder, 'server.log'), log);
  console.error(`evidence: ${folder}`);
}
