import { beforeAll, expect, it } from 'vitest';
import { domesOf } from './say';
import { words } from './words';

beforeAll(() => words.load());

it('says pyramid by the booklet of 1988 and dome by that of 2008', () => {
  expect(domesOf('z-', '1988')).toBe('pyramid down');
  expect(domesOf('z-', '2008')).toBe('dome down');
  expect(domesOf('x-z+', '1988')).toBe('pyramids west, up');
  expect(domesOf('x-z+', '2008')).toBe('domes west, up');
});
