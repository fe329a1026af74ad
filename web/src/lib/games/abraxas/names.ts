import type { Corner } from './types';

export const corners: readonly Corner[] = ['SW', 'SE', 'NE', 'NW'];
export const isCorner = (name: string): name is Corner => corners.some((corner) => corner === name);
export const isHole = (name: string): boolean => /^[a-h][1-8]$/.test(name);
