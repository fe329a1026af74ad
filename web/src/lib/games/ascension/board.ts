import { t } from '../../i18n/index.svelte';
import type { BoardUi } from '../ui';
import Twin from './Twin.svelte';
import { isReserve, reserveName } from './reserve';
import { w } from './words';

const board: BoardUi<'ascension'> = {
  Twin,
  Reply: null,
  tools: ['heights'],
  options: {},
  asked: ({ board }) => w(`asked.${board.phase}`),
  target: (_, name) => (isReserve(name) ? reserveName(name) : w('target.cell', { at: name })),
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
