import { beforeAll, expect, it } from 'vitest';
import type { ViewOf } from '../../api/types';
import { loadBoard } from '../boards.svelte';
import { lookFrom } from '../viewpoint';
import { say, target, toDo } from '../words';

beforeAll(() => loadBoard('abraxas'));

it('names the corners as whoever looks sees them: the second player sits across the board', () => {
  const view = { game: 'abraxas', board: { stones: [] } } as unknown as ViewOf<'abraxas'>;
  const corner = { t: 'SW', says: { key: 'abraxas.corner', args: { corner: 'SW' } } };
  const put = { t: 'd4>SE', says: { key: 'abraxas.put-to', args: { hole: 'd4', corner: 'SE' } } };
  const said = (): string[] => [toDo('abraxas', corner, view), target(view, 'NW'), toDo('abraxas', put, view)];
  lookFrom(view, 1);
  expect(said()).toEqual(['plate into the lower left corner', 'upper left corner', 'red stone into d4, push to the lower right corner']);
  lookFrom(view, 2);
  expect(said()).toEqual(['plate into the upper right corner', 'lower right corner', 'red stone into d4, push to the upper left corner']);
});

it('an action that nobody described is told as it is written', () => {
  expect(toDo('abraxas', { t: 'd4' })).toBe('d4');
  expect(say('abraxas', 1, 2, { t: 'd4' })).toMatch(/: d4$/);
});
