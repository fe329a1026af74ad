import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const WEB = new URL('..', import.meta.url).pathname;
const HERE = new URL('../../target/newer/', import.meta.url).pathname;
/** What is not the client's source. */
const APART = new Set(['.svelte-kit', 'dist', 'e2e', 'node_modules']);

/** Builds the client once more, as if one file had changed; answers with the folder that it is in. */
export async function newerClient(): Promise<string> {
  const web = join(HERE, 'web');
  await rm(HERE, { recursive: true, force: true });
  await mkdir(web, { recursive: true });
  const parts = (await readdir(WEB)).filter((name) => !APART.has(name));
  await Promise.all(parts.map((name) => cp(join(WEB, name), join(web, name), { recursive: true })));
  await symlink(join(WEB, 'node_modules'), join(web, 'node_modules'));
  await symlink(join(WEB, '../docs'), join(HERE, 'docs'));
  await writeFile(join(web, 'static/newer.txt'), 'newer\n');
  await promisify(execFile)('npm', ['run', 'build'], { cwd: web });
  return join(web, 'dist');
}
