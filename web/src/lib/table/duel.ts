import type { GameInfo, GameKey } from '../api/types';
import { games } from '../host/ask';
import { startTable } from '../host/start';
import { begun, suited } from './level';

const about = async (game: GameKey): Promise<GameInfo | undefined> => (await games()).find(({ key }) => key === game);

/** The levels of a game's engine, weakest first. */
export const levelsOf = async (game: GameKey): Promise<number[]> => (await about(game))?.levels.map(({ level }) => level) ?? [];

/** The level to play this game at: the one that suited last, else the friendliest. */
export const levelFor = async (game: GameKey): Promise<number> => suited(game, await levelsOf(game));

/** Makes a table against the computer, without a clock, and answers with its address. What chance decided in `setup` is drawn anew. */
export async function duel(game: GameKey, setup: string, level: number): Promise<string> {
  const drawn = (await about(game))?.options.filter((option) => option.drawn).map(({ key }) => key) ?? [];
  const agreed = setup.split(';').filter((part) => !drawn.includes(part.split('=')[0] ?? ''));
  begun(game, level);
  return startTable({
    game,
    setup: agreed.join(';'),
    seats: [{ kind: 'me' }, { kind: 'engine', level }],
    clock: { kind: 'none' },
    reply_seconds: 10,
    rated: false,
    private: true,
  });
}
