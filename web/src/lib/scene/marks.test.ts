import { Color } from 'three';
import { expect, it } from 'vitest';
import { marks } from './materials';

/** As WCAG counts it. */
function contrast(a: Color, b: Color): number {
  const light = ({ r, g, b: blue }: Color): number => 0.2126 * r + 0.7152 * g + 0.0722 * blue;
  const [high, low] = [Math.max(light(a), light(b)), Math.min(light(a), light(b))];
  return (high + 0.05) / (low + 0.05);
}

/** Each mark is drawn in two colours, an edge and a core. */
const kinds = {
  'to be chosen': [marks.goEdge, marks.ready],
  'the last': [marks.paper, marks.pencil],
  'about to arise': [marks.pencil, marks.gold],
} as const;

/** What they may lie on, as bright as it gets and in its shade. */
const grounds = {
  felt: '#73818b',
  'felt in the dark': '#2c3238',
  ebony: '#1d1714',
  boxwood: '#e0c28b',
  sheet: '#efe2c4',
  plate: '#8a8c80',
  moulded: '#8d9a8a',
  beech: '#e3c9a0',
  walnut: '#a67a4c',
  frame: '#4a3526',
  white: '#ffffff',
  black: '#000000',
};

it.each(
  Object.entries(kinds).flatMap(([kind, colours]) =>
    Object.entries(grounds).map(([ground, colour]) => [kind, ground, colours, colour] as const),
  ),
)('a mark of what is %s shows on %s', (_, __, colours, ground) => {
  const most = Math.max(...colours.map((colour) => contrast(new Color(colour), new Color(ground))));
  expect(most).toBeGreaterThanOrEqual(3);
  // And its core is told from its edge.
  expect(contrast(new Color(colours[0]), new Color(colours[1]))).toBeGreaterThanOrEqual(3);
});
