import { w } from './words';

/** What a seat may pick out of its reserve: plain and figured half-cubes, and the joker. */
export const RESERVE = ['h', 'f', 'j'] as const;
export type Reserve = (typeof RESERVE)[number];

export const isReserve = (name: string): name is Reserve => RESERVE.some((one) => one === name);
export const reserveName = (name: Reserve): string => w(`target.reserve.${name}`);
