import { beforeAll, expect, it } from 'vitest';
import type { ViewOf } from '../../api/types';
import { refusal } from '../../i18n/index.svelte';
import { loadBoard } from '../boards.svelte';
import { toDo } from '../words';
import { faceName } from './say';

beforeAll(() => loadBoard('axiom'));

it('says pyramid by the booklet of 1988 and dome by that of 2008', () => {
  const said = (domes: string, edition: string): string => {
    const view = { game: 'axiom', board: { edition } } as unknown as ViewOf<'axiom'>;
    return toDo('axiom', { t: '', says: { key: 'axiom.cube', args: { from: '0,0,2', to: '0,1,3', domes } } }, view);
  };
  expect(said('z-', '1988')).toMatch(/0,1,3, pyramid down$/);
  expect(said('z-', '2008')).toMatch(/0,1,3, dome down$/);
  expect(said('x-z+', '1988')).toMatch(/0,1,3, pyramids west, up$/);
  expect(said('x-z+', '2008')).toMatch(/0,1,3, domes west, up$/);
  const sceptre = { t: '', says: { key: 'axiom.sceptre', args: { from: '1,0,2:z+', to: '1,0,1:y-' } } };
  expect(toDo('axiom', sceptre)).toMatch(/1,0,2 \(top\).*1,0,1 \(south side\)/);
});

it('names a face by its cube and its side, in a refusal too', () => {
  expect(faceName('1,0,2:z+')).toBe('1,0,2 (top)');
  const args = { face: '1,0,2:z+', to: '1,0,1:y-' };
  expect(refusal({ key: 'axiom.no-road', text: '', clause: null, args })).toBe(
    'No straight road leads from 1,0,2 (top) to 1,0,1 (south side).',
  );
  const meets = { cell: '0,0,1', dir: 'x-' };
  expect(refusal({ key: 'axiom.pyramids-meet', text: '', clause: null, args: meets })).toMatch(/^The pyramid west of the cube at 0,0,1/);
});
