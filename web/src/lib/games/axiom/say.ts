import type { AxiomBoard } from '../../generated';
import { directions, parseDomes, parseFace } from './names';
import { w } from './words';

/** `x-z+` as people say it: what is a dome in 2008 is a pyramid in the booklet of 1988. */
export function domesOf(domes: string, edition: AxiomBoard['edition']): string {
  const names = parseDomes(domes).map((d) => w(`dir.${d}`));
  return names.length > 1 ? w(`domes.${edition}`, { list: names.join(', ') }) : w(`dome.${edition}`, { dir: names[0] ?? '' });
}

/** `0,0,2:z+` as people say it. */
export function faceName(name: string): string {
  const face = parseFace(name);
  return face ? w('face', { cell: face.cell, side: w(`side.${face.direction}`) }) : name;
}

/** A face or a direction as people say it; anything else as it is. */
export function named(value: string): string {
  const direction = directions.find((one) => one === value);
  return direction ? w(`dir.${direction}`) : faceName(value);
}
