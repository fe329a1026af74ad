import type { GameKey } from '../api/types';
import type { CameraName } from '../scene/types';

/**
 * The figures of the rules, in place of those the booklets lost: each a real position.
 * Their captions are in docs/rules, where the markers are.
 */
export interface Figure {
  game: GameKey;
  setup: string;
  moves?: string[];
  /** An action that is drawn; it is legal there. */
  show?: string;
  /** A piece that is chosen, so that its lines or roads are drawn. */
  pick?: string;
  camera?: CameraName;
}

const axiom = (figure: Omit<Figure, 'game'>): Figure => ({ game: 'axiom', ...figure });
const abraxas = (figure: Omit<Figure, 'game'>): Figure => ({ game: 'abraxas', ...figure });
const archimedes = (figure: Omit<Figure, 'game'>): Figure => ({ game: 'archimedes', ...figure });
const ascension = (figure: Omit<Figure, 'game'>): Figure => ({ game: 'ascension', ...figure });

const DISTANCES = ['a2-b4', 'h2-f2', 'b4-c6', 'h4-h1', 'a8-c10', 'h6-g7'];
const BLUNDER = ['C0,0,2>1,-1,1:x+', 'S1,1,2:z+>1,1,2:y+'];
/** White's pieces where figures 10 and 11 agree. */
const WHITE = 'white/2,0,1:y-z+/3,0,1:y-/4,0,1:x+/2,1,1:y+z+/3,1,1:x+/*4,0,1:z+/*3,1,1:y+';
const BLACK = '1,1,1:x-y+/*0,0,1:y-/*1,1,1:z+';

export const figures = {
  'axiom/pieces': axiom({ setup: 'start=turn:4,6/0,0,1:z+/2,0,1:x+/4,0,1:y-*z+/0,2,1:x+z+/2,2,1:x+y-/4,2,1:x+y-*z+' }),
  'axiom/passing': axiom({
    setup:
      'from=1,0/black/0,0,1:x-/2,0,1:y-/1,1,1:y+z+/0,3,1:x-/*0,0,1:z+/*0,3,1:z+/white/1,0,1:y-/3,0,1:y+/1,1,2:x+/5,0,1:x+y+/*1,1,2:y-/*5,0,1:z+',
    show: 'S0,0,1:z+>3,0,1:z+',
  }),
  'axiom/main': axiom({ setup: '' }),
  'axiom/tower': axiom({ setup: 'start=tower' }),
  'axiom/wall': axiom({ setup: 'start=wall' }),
  'axiom/steps': axiom({ setup: 'start=steps' }),
  'axiom/square': axiom({ setup: 'start=square' }),
  'axiom/cube': axiom({ setup: '', show: 'C0,0,2>0,1,3:z-' }),
  'axiom/edge': axiom({ setup: '', moves: ['C0,0,2>-2,-1,1:z+'] }),
  'axiom/threat': axiom({
    setup: `from=2,4/black/0,0,1:x-/1,0,1:y-/2,0,2:y-/${BLACK}/${WHITE}`,
    show: 'S4,0,1:z+>0,0,1:z+',
  }),
  'axiom/answer': axiom({
    setup: `from=1,6/black/0,0,1:x-/1,0,1:y-/2,1,2:y+/${BLACK}/${WHITE}`,
    show: 'S1,1,1:z+>3,1,1:z+',
  }),
  'axiom/lateral': axiom({ setup: 'start=steps', show: 'S0,0,3:z+>0,1,1:y+' }),
  'axiom/diagonal': axiom({ setup: '', show: 'S-1,0,2:z+>0,1,2:z+' }),
  'axiom/taking': axiom({ setup: '', moves: ['S-1,0,2:z+>0,1,2:z+', 'S1,1,2:z+>1,1,2:y+'], show: 'S0,1,2:z+>0,0,2:z+' }),
  'axiom/winning': axiom({ setup: '', moves: BLUNDER, show: 'S1,0,2:z+>1,1,2:z+' }),
  'axiom/won': axiom({ setup: '', moves: [...BLUNDER, 'S1,0,2:z+>1,1,2:z+'] }),
  'abraxas/preparation': abraxas({ setup: '', moves: ['SW'] }),
  'abraxas/diagonal': abraxas({ setup: 'from=8/8/5r2/8/3r4/8/8/8,NW,1,place,0-0,3-3,2', moves: ['b2'] }),
  'abraxas/vertical': abraxas({ setup: 'sheet=2;from=8/8/4r3/8/4r3/8/8/8,NW,1,place,0-0,3-3,2', moves: ['e5'] }),
  'archimedes/lines': archimedes({ setup: '', moves: DISTANCES, pick: 'c10' }),
  'archimedes/start': archimedes({ setup: '' }),
  'archimedes/three': archimedes({ setup: 'seats=3' }),
  'archimedes/distance-4': archimedes({ setup: '', moves: DISTANCES, pick: 'c6' }),
  'archimedes/distance-5': archimedes({ setup: '', moves: DISTANCES, pick: 'a6' }),
  'ascension/setup': ascension({ setup: '' }),
  'ascension/climb': ascension({
    setup:
      'seats=2;from=,77,,3.,4.,5.,6.,7.,/8.,9.,10.,11.,12.,13.,14.,15.,16./17.,18.,19.,20.+2.,21.,22.,23.,24.,25./26.,27.,28.,29.+1.,30.,31.,32.,33.,34./35.,36.,37T,38C,,39S,40E,41L,42M/43R,44K,45B,46G,47T,48C,49S,50E,51L/52M,53R,54K,55B,56G,57T,58C,59S,60E/61L,62M,63R,64K,65B,66G,67T,68C,69S/,70E,71L,72M,73R,74K,75B,76G,_b1s1,i9s1_-_kept_3.1_pick',
    moves: ['^d1', '=e2'],
    show: '>b2',
  }),
  'ascension/block': ascension({
    setup:
      'seats=2;from=,,,,,,,7.,/8.,9.,10.,11.,12.,13.,14.,15.,16./17.,18.,19.+1.,20.+2.,21.+3.,22.,23.,24.,25./26.,27.,28.+4.,29.,30.+5.,31.,32.,33.,34./35.,36.,37G!,38T+6.,,39C,40S,41E,42L/43M,44R,45K,46B,47T,48C,49S,50E,51L/52M,53R,54K,55B,56G,57T,58C,59S,60E/61L,62M,63R,64K,65B,66G,67T,68C,69S/,70E,71L,72M,73R,74K,75B,76G,_d4s1,i9s1_-_kept_3.1_pick',
  }),
} satisfies Record<string, Figure>;

export type FigureName = keyof typeof figures;
/** The figures by any name a page may give. */
export const figure = (name: string): Figure | undefined => (figures as Record<string, Figure>)[name];
