import type { GameUi, Look } from '../ui';
import { words } from './words';

const LOOKS: readonly Look[] = [
  { colour: '#b3402e', mark: '1', name: { en: 'Player 1', fr: 'Joueur 1', nl: 'Speler 1', de: 'Spieler 1' } },
  { colour: '#2f5d8a', mark: '2', name: { en: 'Player 2', fr: 'Joueur 2', nl: 'Speler 2', de: 'Spieler 2' } },
];

export const abraxas: GameUi<'abraxas'> = {
  name: 'Abraxas',
  by: {
    en: 'Michael and Johann Rüttinger, 1993',
    fr: 'Michael et Johann Rüttinger, 1993',
    nl: 'Michael en Johann Rüttinger, 1993',
    de: 'Michael und Johann Rüttinger, 1993',
  },
  text: {
    en: 'Put a stone into a sliding plate, push it, and see red lines appear. Collect eleven stones.',
    fr: 'Posez un pion dans la plaque à trous, poussez-la, et voyez naître des alignements rouges. Gagnez onze pions.',
    nl: 'Leg een steen in de plaat met gaten, schuif de plaat door en zie rode lijnen ontstaan. Verzamel elf stenen.',
    de: 'Legen Sie einen Stein in die Lochplatte, schieben Sie die Platte weiter und lassen Sie rote Linien entstehen. Sammeln Sie elf Steine.',
  },
  looks: () => LOOKS,
  duel: 'sheet=I',
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
