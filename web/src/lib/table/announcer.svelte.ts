import type { TableEvent } from '../api/types';
import { boardOf } from '../games/boards.svelte';
import { seatName } from '../games/seats';
import { asked, reason, say, verdict } from '../games/words';
import { GAMES } from '../games';
import { t } from '../i18n/index.svelte';
import { notify } from '../notify';
import { called } from '../people';
import { play } from '../sound';
import type { TableModel } from './model.svelte';

const nameOf = (model: TableModel, seat: number): string => (model.table ? seatName(model.table.game, seat, model.table.seats.length) : '');

/** Whose turn it is and what is asked, in a line. */
export function heading(model: TableModel): string {
  if (model.table?.state === 'open') return t('wait.title');
  if (model.aborted) return t('heading.aborted');
  if (model.over) return t('heading.over');
  if (model.acting === null || !model.board.view) return '';
  const who = nameOf(model, model.acting);
  if (model.toAct === null) return t('heading.theirs', { who });
  const ask = model.handOver === null ? asked(model.board.view) : t('hand.title', { who });
  return model.mine.length > 1 ? t('heading.seat', { who, ask }) : t('heading.yours', { ask });
}

/** The title of the page of a table: it says when it is your turn. */
export function title(model: TableModel): string {
  if (!model.table) return t('app.name');
  const game = GAMES[model.table.game].name;
  return isMine(model) ? `● ${t('title.turn')} – ${game}` : `${game} – ${t('app.name')}`;
}
const isMine = (model: TableModel): boolean => model.toAct !== null && !model.over;

/** Tells what happens at a table: aloud, by sound, and to someone who looks elsewhere. */
export class Announcer {
  /** For the live region. */
  spoken = $state('');
  /** What has just happened on the board, in a sentence. */
  caption = $state('');
  /** Lines of the chat since it was last looked at. */
  unread = $state(0);
  /** The chat is being looked at: what is said there is read. */
  reading = false;
  /** Why the next action plays itself. */
  because = '';
  #turn = '';

  /** `me`: who reads, once that is known. */
  constructor(private readonly me: () => string | null) {}

  heard(event: TableEvent, model: TableModel): void {
    const table = model.table;
    if (!table) return;
    switch (event.kind) {
      case 'action': {
        const says = model.says[event.ply - 1];
        const last = say(table.game, event.seat, table.seats.length, { t: event.t, says }, model.board.view);
        this.caption = this.because ? `${last}. ${this.because}` : `${last}.`;
        this.because = '';
        this.spoken = model.toAct !== null ? `${this.caption} ${heading(model)}` : this.caption;
        play((says && boardOf(table.game)?.sound(says)) ?? 'wood');
        break;
      }
      case 'chat':
        if (event.person !== this.me() && !this.reading) this.unread += 1;
        break;
      case 'offer':
        this.spoken = t(`offer.${event.what}`, { who: nameOf(model, event.seat) });
        break;
      case 'decline':
        this.spoken = t(`offer.declined.${event.what}`, { who: nameOf(model, event.seat) });
        break;
      case 'takeback':
        this.caption = this.spoken = `${t('say.takeback')}.`;
        break;
      case 'resign':
      case 'time':
        this.caption = this.spoken = `${t(`say.${event.kind}`, { who: nameOf(model, event.seat) })}.`;
        break;
      case 'draw':
        this.caption = this.spoken = t('by.agreed');
        break;
      case 'over':
        if (model.over) {
          const { over } = model;
          const result = verdict(table.game, over, model.mine);
          this.spoken = [this.spoken, /[.!?]$/.test(result) ? result : `${result}.`, reason(table.game, over, model.mine)].join(' ');
          play('over');
        }
        break;
      case 'ask':
        if (model.isCaptain(event.seat)) this.spoken = t('team.asks', { who: called(event.person.name) });
        break;
      case 'abort':
      case 'mute':
      case 'nonce':
      case 'rematch':
      case 'sit':
      case 'stand':
      case 'turn_away':
      case 'start':
      // The page shows these itself.
    }
  }

  /** It is your turn: a soft bell, and a notification if you look elsewhere. Call in an effect. */
  turn(model: TableModel): void {
    const turn = isMine(model) ? `${model.board.view?.ply}` : '';
    if (model.table && turn && turn !== this.#turn && model.mine.length === 1) {
      play('turn');
      notify(GAMES[model.table.game].name, t('title.turn'));
    }
    this.#turn = turn;
  }
}
