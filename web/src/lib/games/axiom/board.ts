import type { BoardUi, Reading } from '../ui';
import StartBuilder from './StartBuilder.svelte';
import Twin from './Twin.svelte';
import { MAIN } from './start';
import { domesOf, faceName } from './say';
import { w } from './words';

const board: BoardUi<'axiom'> = {
  Twin,
  Reply: null,
  tools: ['xray', 'exploded'],
  options: { start: { Editor: StartBuilder, first: MAIN } },
  read(token, view): Reading | null {
    if (token === 'swap') return { key: 'swap', args: {} };
    const cube = /^C(.+)>(.+):(.*)$/.exec(token);
    if (cube) return { key: 'cube', args: { from: cube[1]!, to: cube[2]!, domes: domesOf(cube[3]!, view?.board.edition ?? '1988') } };
    const sceptre = /^S(.+)>(.+)$/.exec(token);
    return sceptre ? { key: 'sceptre', args: { from: faceName(sceptre[1]!), to: faceName(sceptre[2]!) } } : null;
  },
  asked: () => w('asked'),
  target({ board }, name) {
    if (name.includes(':'))
      return w(board.sceptres.some((s) => s.face === name) ? 'target.sceptre' : 'target.face', { at: faceName(name) });
    return w(board.cubes.some((c) => c.cell === name) ? 'target.cube' : 'target.cell', { at: name });
  },
  compose: () => null,
  direct: () => false,
  forced: () => null,
  score({ board }, seat) {
    const gone = board.taken[seat - 1];
    return gone && gone.single + gone.double > 0 ? w('score', { n: gone.single + gone.double }) : '';
  },
  sound: () => 'wood',
};

export default board;
