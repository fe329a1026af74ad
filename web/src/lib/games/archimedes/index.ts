import type { GameUi, Look } from '../ui';
import { words } from './words';

const LOOKS: readonly Look[] = [
  { colour: '#2f5d8a', mark: '○', name: { en: 'Blue', fr: 'Bleu', nl: 'Blauw', de: 'Blau' } },
  { colour: '#b3402e', mark: '+', name: { en: 'Red', fr: 'Rouge', nl: 'Rood', de: 'Rot' } },
  { colour: '#9a6f12', mark: '△', name: { en: 'Ochre', fr: 'Ocre', nl: 'Oker', de: 'Ocker' } },
];

export const archimedes: GameUi<'archimedes'> = {
  name: 'Archimedes',
  by: { en: 'Niek Neuwahl, 1995', fr: 'Niek Neuwahl, 1995', nl: 'Niek Neuwahl, 1995', de: 'Niek Neuwahl, 1995' },
  text: {
    en: 'Race four cubes across a hexagon of triangles, onto the four goal cells opposite. A cube goes as far as there are cubes on its three lines.',
    fr: 'Faites traverser à quatre cubes un hexagone de triangles, jusqu’aux quatre cases d’en face. Un cube fait autant de pas qu’il y a de cubes sur ses trois lignes.',
    nl: 'Breng vier kubussen over een zeshoek van driehoeken naar de vier doelvakken aan de overkant. Een kubus doet zoveel stappen als er kubussen op zijn drie lijnen staan.',
    de: 'Bringen Sie vier Würfel über ein Sechseck aus Dreiecken auf die vier Zielfelder gegenüber. Ein Würfel macht so viele Schritte, wie Würfel auf seinen drei Linien stehen.',
  },
  looks: () => LOOKS,
  duel: '',
  words,
  board: () => import('./board'),
  scene: () => import('./scene'),
  review: () => import('./review'),
  lessons: () => import('./lessons'),
  puzzles: () => import('./puzzles.txt?raw'),
  small: () => import('./Small.svelte'),
  library: () => import('./library.json'),
  story: () => import('./story'),
  figures: () => import('./figures'),
};
