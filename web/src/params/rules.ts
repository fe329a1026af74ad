import { isGame } from '$lib/games';
import type { Page } from '$lib/learn/rules';

export const match = (param: string): param is Page => param === 'shared' || isGame(param);
