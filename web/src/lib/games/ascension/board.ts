import { t } from '../../i18n/index.svelte';
import type { BoardUi, Reading } from '../ui';
import Twin from './Twin.svelte';
import { isReserve, reserveName } from './reserve';
import { w } from './words';

const board: BoardUi<'ascension'> = {
  Twin,
  Reply: null,
  tools: ['heights'],
  options: {},
  read(token): Reading | null {
    if (token === 'stay' || token === 'done') return { key: token, args: {} };
    const rest = token.slice(1);
    switch (token[0]) {
      case '^':
        return isReserve(rest) ? { key: `pick-${rest}`, args: {} } : { key: 'pick', args: { cell: rest } };
      case '=':
        return rest.endsWith('!') ? { key: 'place-up', args: { cell: rest.slice(0, -1) } } : { key: 'place', args: { cell: rest } };
      case '>':
        return { key: 'step', args: { cell: rest } };
      default:
        return null;
    }
  },
  asked: ({ board }) => w(`asked.${board.phase}`),
  target: (_, name) => (isReserve(name) ? reserveName(name) : w('target.cell', { at: name })),
  compose: () => null,
  /** What lies open is picked up at once, and put down at once where it can lie in one way; a step is looked at first. */
  direct({ board }, token) {
    if (token.startsWith('=')) return true;
    const top = board.cells.find((cell) => `^${cell.cell}` === token)?.stack.at(-1);
    return token.startsWith('^') && (!top || top.shows || top.kind !== 'cube');
  },
  forced: ({ legal }) => (legal[0]?.t === 'stay' ? w('forced.stay') : null),
  score({ board }, seat) {
    const player = board.players.find((one) => one.seat === seat);
    if (!player) return '';
    if (player.out) return t('seat.out');
    if (board.leader === seat) return w('leader');
    return player.summit ? w('summit') : w('score', { plain: player.plain, figured: player.figured });
  },
  sound: () => 'wood',
};

export default board;
