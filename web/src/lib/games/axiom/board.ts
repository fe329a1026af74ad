import type { BoardUi } from '../ui';
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
  named({ from = '', to = '', domes }, view) {
    const ends = { from: faceName(from), to: faceName(to) };
    return domes === undefined ? ends : { ...ends, domes: domesOf(domes, view?.board.edition ?? '1988') };
  },
  asked: () => w('asked'),
  target({ board }, name) {
    if (name.includes(':'))
      return w(board.sceptres.some((s) => s.face === name) ? 'target.sceptre' : 'target.face', { at: faceName(name) });
    return w(board.cubes.some((c) => c.cell === name) ? 'target.cube' : 'target.cell', { at: name });
  },
  score({ board }, seat) {
    const gone = board.taken[seat - 1];
    return gone && gone.single + gone.double > 0 ? w('score', { n: gone.single + gone.double }) : '';
  },
  sound: () => 'wood',
};

export default board;
