import type { GameUi, Look } from '../ui';
import { words } from './words';

const LOOKS: readonly Look[] = [
  { colour: '#2f5d8a', mark: '▲', name: { en: 'Triangle', fr: 'Triangle', nl: 'Driehoek', de: 'Dreieck' } },
  { colour: '#b3402e', mark: '●', name: { en: 'Circle', fr: 'Cercle', nl: 'Cirkel', de: 'Kreis' } },
  { colour: '#9a6f12', mark: '■', name: { en: 'Square', fr: 'Carré', nl: 'Vierkant', de: 'Quadrat' } },
  { colour: '#3f6d45', mark: '★', name: { en: 'Star', fr: 'Étoile', nl: 'Ster', de: 'Stern' } },
];

export const ascension: GameUi<'ascension'> = {
  name: 'Ascension',
  by: { en: 'R. Durrens, 1982', fr: 'R. Durrens, 1982', nl: 'R. Durrens, 1982', de: 'R. Durrens, 1982' },
  text: {
    en: 'Build a stair of cubes that hide drawings, climb the pillar in the middle, and be the first one home.',
    fr: 'Bâtissez un escalier de cubes aux dessins cachés, gravissez le pilier central et revenez le premier à votre case d’angle.',
    nl: 'Bouw een trap van kubussen met verborgen tekeningen, beklim de zuil in het midden en keer als eerste terug naar uw hoekvak.',
    de: 'Bauen Sie eine Treppe aus Würfeln mit verborgenen Zeichnungen, besteigen Sie die Säule in der Mitte und kehren Sie als Erster auf Ihr Eckfeld zurück.',
  },
  looks: (seats) => (seats === 2 ? LOOKS.filter((_, i) => i % 2 === 0) : LOOKS),
  duel: 'seats=2',
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
  draw: () => import('./draw'),
};
