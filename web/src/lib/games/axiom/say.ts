import { parseDomes, parseFace } from './names';
import { w } from './words';

/** `x-z+` as people say it. */
export function domesOf(domes: string): string {
  const names = parseDomes(domes).map((d) => w(`dir.${d}`));
  return names.length > 1 ? w('domes', { list: names.join(', ') }) : w('dome', { dir: names[0] ?? '' });
}

/** `0,0,2:z+` as people say it. */
export function faceName(name: string): string {
  const face = parseFace(name);
  return face ? w('face', { cell: face.cell, dir: w(`dir.${face.direction}`) }) : name;
}
