import { GAME_KEYS, GAMES } from '$lib/games';
import { words } from '$lib/learn/words.svelte';

export async function load() {
  const lessons = GAME_KEYS.map(async (game) => ({ game, lessons: (await GAMES[game].lessons()).default }));
  const [paths] = await Promise.all([Promise.all(lessons), words.load()]);
  return { paths };
}
