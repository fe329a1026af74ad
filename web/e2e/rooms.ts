import { GAME_KEYS, GAMES, type GameKey } from '../src/lib/games';
import type { Figure } from '../src/lib/learn/figures';
import type { Lesson } from '../src/lib/learn/lesson';

/** The lessons of each game. */
export const lessons = {} as Record<GameKey, readonly Lesson[]>;
/** The figures of all games, by the name that docs/rules gives them. */
export const figures: Record<string, Figure & { game: GameKey }> = {};

for (const game of GAME_KEYS) {
  lessons[game] = (await GAMES[game].lessons()).default;
  for (const [name, figure] of Object.entries((await GAMES[game].figures()).default)) figures[`${game}/${name}`] = { game, ...figure };
}
