import type { Page } from '$lib/learn/rules';
import { match as isGame } from './game';

export const match = (param: string): param is Page => param === 'shared' || isGame(param);
