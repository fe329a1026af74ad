import { expect, it } from 'vitest';
import { rules } from '../learn/rules';
import { typeset } from './typography';

it('French marks keep to their words', () => {
  expect(typeset({ a: 'Dites « Stop ! » : trop tard ?', b: { c: 'Non ; oui' } }, 'fr')).toEqual({
    a: 'Dites «\u202fStop\u202f!\u202f»\u202f: trop tard\u202f?',
    b: { c: 'Non\u202f; oui' },
  });
  expect(typeset('x : y', 'de')).toBe('x : y');
});

it('pages have them too', async () => {
  expect(await rules('abraxas', 'fr')).toContain('«\u202fStop\u202f!\u202f»');
  expect(await rules('abraxas', 'fr')).not.toMatch(/ [;!?»]/);
});
