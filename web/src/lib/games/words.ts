import type { GameKey, LegalMove, Over, View } from '../api/types';
import { maybe, t, type Key } from '../i18n/index.svelte';
import { seatName } from './seats';

/**
 * The words of the games: reads tokens (docs/notation.md) and says them in the reader's language.
 * It judges nothing: what may be played comes with the view.
 */

const DIRECTIONS: Record<string, Key> = {
  'x+': 'axiom.dir.x+',
  'x-': 'axiom.dir.x-',
  'y+': 'axiom.dir.y+',
  'y-': 'axiom.dir.y-',
  'z+': 'axiom.dir.z+',
  'z-': 'axiom.dir.z-',
};

export function directions(domes: string): string {
  const names = (domes.match(/[xyz][+-]/g) ?? []).map((d) => t(DIRECTIONS[d] ?? 'axiom.dir.z+'));
  return names.length > 1 ? t('axiom.domes', { list: names.join(', ') }) : t('axiom.dome', { dir: names[0] ?? '' });
}

const corner = (name: string): string => t(`abraxas.corner.${name}` as Key);

interface Reading {
  key: string;
  args: Record<string, string>;
}

function readAxiom(token: string): Reading | null {
  const cube = /^C(.+)>(.+):(.*)$/.exec(token);
  if (cube) return { key: 'axiom.cube', args: { from: cube[1]!, to: cube[2]!, domes: directions(cube[3]!) } };
  const sceptre = /^S(.+)>(.+)$/.exec(token);
  return sceptre ? { key: 'axiom.sceptre', args: { from: face(sceptre[1]!), to: face(sceptre[2]!) } } : null;
}

/** `0,0,2:z+` as people say it. */
export function face(name: string): string {
  const [cell = name, dir] = name.split(':');
  return dir && dir in DIRECTIONS ? t('axiom.face', { cell, dir: t(DIRECTIONS[dir]!) }) : cell;
}

function readAbraxas(token: string): Reading | null {
  if (/^(SW|SE|NE|NW)$/.test(token)) return { key: 'abraxas.corner', args: { corner: corner(token) } };
  if (token === 'ok' || token === 'end' || token === 'done') return { key: `abraxas.${token}`, args: {} };
  if (token.startsWith('x')) return { key: 'abraxas.take', args: { holes: token.slice(1).split(',').join(', ') } };
  const [what = '', to] = token.split('>');
  const way = to ? { corner: corner(to) } : null;
  if (what.startsWith('!')) {
    const hole = what.slice(1).replace('+', '');
    if (way) return { key: 'abraxas.stop-to', args: { hole, ...way } };
    return { key: what.endsWith('+') ? 'abraxas.stop-push' : 'abraxas.stop', args: { hole } };
  }
  const [from = '', hole] = what.split('-');
  if (hole) return { key: way ? 'abraxas.shift-to' : 'abraxas.shift', args: { from, hole, ...way } };
  return { key: way ? 'abraxas.put-to' : 'abraxas.put', args: { hole: from, ...way } };
}

function readArchimedes(token: string): Reading | null {
  if (token === 'pass') return { key: 'archimedes.pass', args: {} };
  const [from = '', to] = token.split('-');
  return to ? { key: 'archimedes.move', args: { from, to } } : null;
}

function readAscension(token: string): Reading | null {
  if (token === 'stay' || token === 'done') return { key: `ascension.${token}`, args: {} };
  const rest = token.slice(1);
  switch (token[0]) {
    case '^':
      if (rest === 'h' || rest === 'f' || rest === 'j') return { key: `ascension.pick-${rest}`, args: {} };
      return { key: 'ascension.pick', args: { cell: rest } };
    case '=':
      return rest.endsWith('!')
        ? { key: 'ascension.place-up', args: { cell: rest.slice(0, -1) } }
        : { key: 'ascension.place', args: { cell: rest } };
    case '>':
      return { key: 'ascension.step', args: { cell: rest } };
    default:
      return null;
  }
}

const read: Record<GameKey, (token: string) => Reading | null> = {
  axiom: readAxiom,
  abraxas: readAbraxas,
  archimedes: readArchimedes,
  ascension: readAscension,
};

/** "Black moves a cube from 0,0,2 to 0,1,3, dome down". */
export function say(game: GameKey, seat: number, seats: number, token: string): string {
  const who = seatName(game, seat, seats);
  const left = /^(resign|time):\d$/.exec(token);
  if (left) return t(left[1] === 'time' ? 'say.time' : 'say.resign', { who });
  const reading = read[game](token);
  return (reading && maybe(`say.${reading.key}`, { who, ...reading.args })) ?? `${who}: ${token}`;
}

/** The same as something to do: "Cube to 0,1,3, dome down". */
export function toDo(game: GameKey, token: string): string {
  const reading = read[game](token);
  return (reading && maybe(`do.${reading.key}`, reading.args)) ?? token;
}

/** What the seat to act is asked. */
export function asked(view: View): string {
  if ('over' in view.turn) return '';
  switch (view.game) {
    case 'abraxas':
      if (view.board.phase === 'over') return '';
      if (view.board.phase === 'place' && view.board.extra) return t('asked.abraxas.extra');
      return t(`asked.abraxas.${view.board.phase}`);
    case 'ascension':
      return t(`asked.ascension.${view.board.phase}`);
    default:
      return t(`asked.${view.game}`);
  }
}

/** The name of something that can be picked. */
export function target(view: View, name: string): string {
  switch (view.game) {
    case 'axiom':
      if (name.includes(':')) {
        return view.board.sceptres.some((s) => s.face === name)
          ? t('target.sceptre', { at: face(name) })
          : t('target.face', { at: face(name) });
      }
      return view.board.cubes.some((c) => c.cell === name) ? t('target.cube', { at: name }) : t('target.cell', { at: name });
    case 'abraxas':
      if (/^(SW|SE|NE|NW)$/.test(name)) return corner(name);
      if (view.board.stones.includes(name)) return t('target.stone', { at: name });
      return t('target.hole', { at: name });
    case 'archimedes':
      return view.board.cubes.some((c) => c.cell === name) ? t('target.cube', { at: name }) : t('target.cell', { at: name });
    case 'ascension':
      if (name === 'h' || name === 'f' || name === 'j') return t(`target.reserve.${name}`);
      return t('target.cell', { at: name });
  }
}

/** The token that picking `target` after `path` would be, where the notation alone can tell. */
export function guess(view: View, path: string[], name: string): string | null {
  const from = path.at(0);
  switch (view.game) {
    case 'archimedes':
      return from ? `${from}-${name}` : null;
    case 'abraxas':
      if (view.board.phase === 'place') return from ? `${from}-${name}` : /^[a-h][1-8]$/.test(name) ? name : null;
      return view.board.phase === 'take' && /^[a-h][1-8]$/.test(name) ? `x${name}` : null;
    case 'axiom': {
      if (!from) return null;
      if (from.includes(':')) return name.includes(':') ? `S${from}>${name}` : null;
      const cube = view.board.cubes.find((c) => c.cell === from);
      return cube && !name.includes(':') ? `C${from}>${name}:${cube.domes.join('')}` : null;
    }
    case 'ascension': {
      const sign = { pick: '^', place: '=', step: '>', spring: '>' }[view.board.phase];
      return `${sign}${name}`;
    }
  }
}

/**
 * The token that picking `name` after `path` makes where no view may list it: a taking with `claims=called`
 * (Abraxas 4.6) is the stones one has picked. Null where actions are listed; nothing picked where the last was put back.
 */
export function compose(view: View, path: string[], name: string): LegalMove | null {
  if (view.game !== 'abraxas' || view.board.phase !== 'take' || !view.setup.includes('claims=called') || !view.board.stones.includes(name)) return null;
  const order = (hole: string): string => `${hole[1]}${hole[0]}`;
  const at = (path.includes(name) ? path.filter((hole) => hole !== name) : [...path, name]).sort((a, b) => order(a).localeCompare(order(b)));
  return { t: `x${at.join(',')}`, at };
}

/** Moves of a list that share their first cell, in the order of the list. */
export function groups(legal: LegalMove[]): Map<string, LegalMove[]> {
  const found = new Map<string, LegalMove[]>();
  for (const move of legal) {
    const name = move.at[0] ?? '';
    const list = found.get(name);
    if (list) list.push(move);
    else found.set(name, [move]);
  }
  return found;
}

/** Who won, said to someone who plays `mine`. */
export function verdict(game: GameKey, over: Over, mine: number[]): string {
  const winners = over.result.flatMap((share, i) => (share === '0' ? [] : [i + 1]));
  const who = winners.map((seat) => seatName(game, seat, over.result.length)).join(', ');
  if (winners.length > 1) return winners.length === over.result.length ? t('end.draw') : t('end.shared', { who });
  return mine.length === 1 && mine[0] === winners[0] ? t('end.you-won') : t('end.won', { who });
}

/** Why it ended. */
export const reason = (game: GameKey, by: string): string => maybe(`by.${by}`) ?? maybe(`by.${game}.${by}`) ?? by;
