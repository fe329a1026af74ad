import type { Object3D, Vector3 } from 'three';
import { Ribbon } from './highlight';
import { Label } from './label';
import { marks } from './materials';
import type { SceneNotes } from './types';

const MOST_ROADS = 3;
const MOST_LETTERS = 6;

/** Where something by this name is: on it, for a road that passes it, or over it, for a letter. */
export type Where = (name: string, over: boolean) => Vector3;

/** What a figure points out besides: roads and letters. */
export class Notes {
  readonly #roads = Array.from({ length: MOST_ROADS }, () => new Ribbon(marks.cobalt, 0.14));
  readonly #letters: Label[];

  constructor(
    private readonly where: Where,
    size: number,
  ) {
    this.#letters = Array.from({ length: MOST_LETTERS }, () => new Label(size));
  }

  get objects(): Object3D[] {
    return [...this.#roads.map((road) => road.group), ...this.#letters.map((letter) => letter.sprite)];
  }

  show({ roads = [], letters = {} }: SceneNotes): void {
    this.#roads.forEach((ribbon, i) => ribbon.show(roads[i]?.map((name) => this.where(name, false)) ?? null));
    const named = Object.entries(letters);
    this.#letters.forEach((label, i) => {
      const [name, letter] = named[i] ?? [];
      if (!name || !letter) return label.show(null);
      const { x, y, z } = this.where(name, true);
      label.show(letter, x, y, z);
    });
  }
}
