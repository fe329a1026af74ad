import { expect, it } from 'vitest';
import { inline, parse } from './markdown';

it('reads a clause, and joins its lines', () => {
  expect(parse('**4.2** It stands on the table\nor on a **cube**.')).toEqual([
    {
      kind: 'paragraph',
      clause: '4.2',
      parts: [
        { kind: 'text', text: 'It stands on the table or on a ' },
        { kind: 'strong', text: 'cube' },
        { kind: 'text', text: '.' },
      ],
    },
  ]);
});

it('keeps drawings as they are', () => {
  expect(parse('```text\n # *a*\n\n|b|\n```')).toEqual([{ kind: 'drawing', text: ' # *a*\n\n|b|' }]);
});

it('reads figures, tables and lists', () => {
  expect(parse('![A start.](figure:axiom/main)\n\n| a | b |\n|---|---|\n| `c` | d |\n\n- (a) one\n- (b) two').map((b) => b.kind)).toEqual([
    'figure',
    'table',
    'list',
  ]);
});

it('leaves stars that mark nothing', () => {
  expect(inline('a * b, `*z+` and *(ours)*')).toEqual([
    { kind: 'text', text: 'a * b, ' },
    { kind: 'code', text: '*z+' },
    { kind: 'text', text: ' and ' },
    { kind: 'em', text: '(ours)' },
  ]);
});

it('reads who says so, and no link in it', () => {
  expect(inline('You must push [B] (3.1).')).toEqual([
    { kind: 'text', text: 'You must push ' },
    { kind: 'source', text: '[B]' },
    { kind: 'text', text: ' (3.1).' },
  ]);
});
