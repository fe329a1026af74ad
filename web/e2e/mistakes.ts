import type { GameKey } from '../src/lib/api/types';

/** A game with one mistake that no engine misses: a win let go, or a threat not met. */
export interface Mistake {
  game: GameKey;
  setup: string;
  played: string[];
  /** The ply of the mistake. */
  ply: number;
  /** What wins there; left out: nothing does, and the engine's own choice alone is sure to be called right. */
  right?: string;
  /** What is said of it in English. */
  said: RegExp[];
}

const BLACK = '0,0,1:x-/1,0,1:y-/2,0,2:y-/1,1,1:x-y+/*0,0,1:y-/*1,1,1:z+';
const WHITE = '2,0,1:y-z+/3,0,1:y-/4,0,1:x+/2,1,1:y+z+/3,1,1:x+/*4,0,1:z+/*3,1,1:y+';
/** Rows 2 to 8 with 4 cubes stacked out of the way; row 1 and row 9 belong to the two who are on their way home. */
const MIDDLE =
  '8.,9.,10.,11.,12.,13.,14.,15.,16./17.,18.,19.,20.+2.,21.,22.,23.,24.,25./26.,27.,28.,29.+1.,30.,31.,32.,33.,34./35.,36.,37T,38C,,39S,40E,41L,42M/43R,44K,45B,46G,47T,48C,49S,50E,51L/52M,53R,54K,55B,56G,57T,58C,59S,60E/61L,62M,63R,64K,65B,66G,67T,68C,69S';

export const mistakes: [string, Mistake][] = [
  [
    'axiom',
    {
      game: 'axiom',
      setup: `from=1,4/black/${BLACK}/white/${WHITE}`,
      played: ['S0,0,1:y->0,0,1:y+', 'S4,0,1:z+>0,0,1:z+'],
      ply: 1,
      said: [/lets White reach 0,0,1 next move and win/, /would have blocked it|there would have been no way/],
    },
  ],
  [
    'abraxas',
    {
      game: 'abraxas',
      setup: 'sheet=6;from=8/8/8/8/1rrr4/8/8/8,NW,1,place,10-3,3-3,3',
      played: ['h8', 'e4', 'xd4'],
      ply: 1,
      right: 'a4',
      said: [/That wins at once/, /lets Player 2 (take 1|make a line to take from) \([a-e]4/],
    },
  ],
  [
    'archimedes',
    {
      game: 'archimedes',
      setup: 'from=g10,h2,h4,h6/a2,a4,a6,a9/1/40/0/-',
      played: ['h2-f2', 'a9-a8'],
      ply: 1,
      right: 'g10-h8',
      said: [/That wins at once/, /lets Red win at once/],
    },
  ],
  [
    'archimedes for three',
    {
      game: 'archimedes',
      setup: 'seats=3;from=g10,h2,h4,h6/a9,b11,c13,f1/a1,b1,c1,e15/1/39/0/-',
      played: ['h2-f3'],
      ply: 1,
      right: 'g10-h8',
      said: [/That wins at once/],
    },
  ],
  [
    'ascension',
    {
      game: 'ascension',
      setup: `seats=2;from=,77,,3.,4.,5.,6.,7.,/${MIDDLE}/,70E,71L,72M,73R,74K,75B+76G,81,_b1s1,h9s1_12_kept_3.1_pick`,
      played: ['^g2', '=g3', '>c1', '^c7', '=c8', '>i9'],
      ply: 3,
      right: '>a1',
      said: [/That wins at once/, /lets Square win at once/],
    },
  ],
  [
    'ascension for four',
    {
      game: 'ascension',
      setup: `seats=4;from=,77,,3.,4.,5.,6.,7.,/${MIDDLE}/,81,71L+70E,72M,73R,74K,75B,76G,_b1s1,b9s1,i9s1,i1s1_12_kept_3.1_pick`,
      played: ['^g2', '=g3', '>c1', '^d8'],
      ply: 3,
      right: '>a1',
      said: [/That wins at once/, /lets Circle win at once/],
    },
  ],
];

/** The record file of such a game, its set-up completed by the server. */
export const recordOf = (game: GameKey, setup: string, played: string[]): string =>
  `[Game "${game}"]\n[Setup "${setup}"]\n\n${played.map((token, i) => `${i + 1}. ${token}`).join(' ')}\n`;
