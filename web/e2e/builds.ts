import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const WEB = new URL('..', import.meta.url).pathname;
const TARGET = new URL('../../target/', import.meta.url).pathname;
/** What is not the client's source. */
const APART = new Set(['.svelte-kit', 'dist', 'e2e', 'node_modules']);

/** Builds the client once more, beside the one that is served; answers with the folder that is built in. */
async function build(name: string, env: Record<string, string> = {}): Promise<string> {
  const here = join(TARGET, name);
  const web = join(here, 'web');
  await rm(here, { recursive: true, force: true });
  await mkdir(web, { recursive: true });
  const parts = (await readdir(WEB)).filter((name) => !APART.has(name));
  await Promise.all(parts.map((name) => cp(join(WEB, name), join(web, name), { recursive: true })));
  await symlink(join(WEB, 'node_modules'), join(web, 'node_modules'));
  await symlink(join(WEB, '../docs'), join(here, 'docs'));
  await writeFile(join(web, `static/${name}.txt`), `${name}\n`);
  await promisify(execFile)('npm', ['run', 'build'], { cwd: web, env: { ...process.env, ...env } });
  return here;
}

/** A client as if one file had changed. */
export const newerClient = async (): Promise<string> => join(await build('newer'), 'web/dist');

/** A site that any web host can serve, as `cargo xtask site` writes it. */
export const site = async (): Promise<string> => join(await build('site', { VITE_SITE: 'yes' }), 'dist/site');
