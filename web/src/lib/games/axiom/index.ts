import type { GameUi, Look } from '../ui';
import { named } from './say';
import { words } from './words';

const LOOKS: readonly Look[] = [
  { colour: '#2b2420', mark: '●', name: { en: 'Black', fr: 'Noir', nl: 'Zwart', de: 'Schwarz' } },
  { colour: '#e3d2ab', mark: '◌', pale: true, name: { en: 'White', fr: 'Blanc', nl: 'Wit', de: 'Weiß' } },
];

export const axiom: GameUi<'axiom'> = {
  name: 'Axiom',
  by: { en: 'Michael Seal, 1988', fr: 'Michael Seal, 1988', nl: 'Michael Seal, 1988', de: 'Michael Seal, 1988' },
  text: {
    en: 'Twelve cubes are both board and pieces. Bring a sceptre onto a cube that carries one of your opponent’s.',
    fr: 'Douze cubes sont à la fois l’aire de jeu et les pièces. Amenez un sceptre sur un cube occupé par un sceptre adverse.',
    nl: 'Twaalf kubussen zijn bord en stukken tegelijk. Breng een scepter op de kubus waarop een scepter van de tegenstander staat.',
    de: 'Zwölf Würfel sind Brett und Steine zugleich. Bringen Sie ein Zepter auf einen Würfel, auf dem ein Zepter des Gegners steht.',
  },
  looks: () => LOOKS,
  duel: '',
  words,
  named,
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
