import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import en from './en';

const SOURCES = ['server', 'table'].map((crate) => new URL(`../../../../crates/${crate}/src/error.rs`, import.meta.url));
/** Told by the process that relays it, under the key that it has there. */
const RELAYED = 'server.relayed';

it('every error of the server has a sentence, and every sentence an error', () => {
  const rust = SOURCES.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'));
  const keys = new Set(rust.join('').match(/(?<=")[a-z]+\.[a-z]+(?:-[a-z]+)*(?=")/g));
  const sentences = Object.keys(en).flatMap((key) => /^error\.(?!client\.)(.*)$/.exec(key)?.[1] ?? []);
  keys.delete(RELAYED);
  expect(sentences.sort()).toEqual([...keys].sort());
});
