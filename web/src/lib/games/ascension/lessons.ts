import type { ViewOf } from '../../api/types';
import { taught, type Goal, type Lesson } from '../../learn/lesson';
import tips from './tips.json';

/** Where the pawn of the seat stands, and how high. */
function stand({ board }: ViewOf<'ascension'>, seat: number): { cell: string; height: number } {
  return board.cells.find((cell) => cell.pawn === seat) ?? { cell: '', height: 0 };
}
const pawn = (...cells: string[]): Goal => ({ seen: (view: ViewOf<'ascension'>, _, seat) => cells.includes(stand(view, seat).cell) });
const height = (least: number): Goal => ({ seen: (view: ViewOf<'ascension'>, _, seat) => stand(view, seat).height >= least });
const summit: Goal = { seen: (view: ViewOf<'ascension'>, _, seat) => view.board.players[seat - 1]?.summit ?? false };

export default [
  {
    id: 'pick',
    setup:
      'seats=2;from=,1.,2.,3.,4.,5.,6.,7.,/8.,9.,10.,11.,12.,13.,14.,15.,16./17.,18.,19.,20.,21.,22.,23.,24.,25./26.,27.,28.,29.,30.,31.,32.,33.,34./35.,36.,37T,38C,,39S,40E,41L,42M/43R,44K,45B,46G,47T,48C,49S,50E,51L/52M,53R,54K,55B,56G,57T,58C,59S,60E/61L,62M,63R,64K,65B,66G,67T,68C,69S/,70E,71L,72M,73R,74K,75B,76G,_a1s1,i9s1_-_kept_1.1_pick',
    goal: { like: '^\\^(b1|a2|b2)$' },
    look: 'b2',
    solution: ['^b2'],
    mistake: ['^e4'],
  },
  {
    id: 'open',
    setup:
      'seats=2;from=,1.,2.,3.,4.,5.,6.,7.,/8.,9.,10.,11.,12.,13.,14.,15.,16./17.,18.,19.,20.,21.,22.,23.,24.,25./26.,27.,28.,29.,30.,31.,32.,33.,34./35.,36.,37T,38C,,39S,40E,41L,42M/43R,44K,45B,46G,47T,48C,49S,50E,51L/52M,53R,54K,55B,56G,57T,58C,59S,60E/61L,62M,63R,64K,65B,66G,67T,68C,69S/,70E,71L,72M,73R,74K,75B,76G,_a1s1,i9s1_-_kept_1.1_pick',
    goal: pawn('b1', 'a2', 'b2'),
    within: 3,
    look: 'b2',
    solution: ['^b2', '=c3', '>b2'],
    mistake: ['^e4', '=f6', 'stay'],
  },
  {
    id: 'half',
    setup:
      'seats=2;from=,,,3.,4.,5.,6.,7.,/8.,9.,10.,11.,12.,13.,14.,15.,16./17.,18.,19.,20.+2.,21.,22.,23.,24.,25./26.,27.,28.,29.+1.,30.,31.,32.,33.,34./35.,36.,37T,38C,,39S,40E,41L,42M/43R,44K,45B,46G,47T,48C,49S,50E,51L/52M,53R,54K,55B,56G,57T,58C,59S,60E/61L,62M,63R,64K,65B,66G,67T,68C,69S/,70E,71L,72M,73R,74K,75B,76G,_c1s1,i9s1_-_kept_3.1_pick',
    goal: height(1),
    within: 3,
    look: 'b1',
    solution: ['^h', '=b1', '>b1'],
    mistake: ['^d1', '=e2', '>d1'],
  },
  {
    id: 'climb',
    setup:
      'seats=2;from=,77,,3.,4.,5.,6.,7.,/8.,9.,10.,11.,12.,13.,14.,15.,16./17.,18.,19.,20.+2.,21.,22.,23.,24.,25./26.,27.,28.,29.+1.,30.,31.,32.,33.,34./35.,36.,37T,38C,,39S,40E,41L,42M/43R,44K,45B,46G,47T,48C,49S,50E,51L/52M,53R,54K,55B,56G,57T,58C,59S,60E/61L,62M,63R,64K,65B,66G,67T,68C,69S/,70E,71L,72M,73R,74K,75B,76G,_b1s1,i9s1_-_kept_3.1_pick',
    goal: height(2),
    within: 3,
    look: 'b2',
    solution: ['^d1', '=e2', '>b2'],
    mistake: ['^d1', '=e2', '>c1'],
  },
  {
    id: 'show',
    setup:
      'seats=2;from=,,2.,3.,4.,5.,6.,7.,/8.,9L,10.,11.,12.,13.,14.,15.,16./17.,18.,19.,20.,21.,22.,23.,24.,25./26.,27.,28.,29.+1.,30.,31.,32.,33.,34./35.,36.,37.,38T,,39C,40S,41E,42M/43R,44K,45B,46G,47T,48C,49S,50E,51L/52M,53R,54K,55B,56G,57T,58C,59S,60E/61L,62M,63R,64K,65B,66G,67T,68C,69S/,70E,71L,72M,73R,74K,75B,76G,_b1s1,i9s1_-_kept_3.1_pick',
    goal: { like: '^=.*!$' },
    within: 2,
    look: 'b2',
    solution: ['^b2', '=c3!'],
    mistake: ['^b2', '=c3'],
  },
  {
    id: 'ladder',
    setup:
      'seats=2;from=,,,3.,4.,5.,6.,7.,/8.,9L!,10.,11.,12.,13.,14.,15.,16./17.,18.,19.+2.,20.,21.,22.,23.,24.,25./26.,27.,28.,29.+1.,30.,31.,32.,33.,34./35.,36.,37.,38T,,39C,40S,41E,42M/43R,44K,45B,46G,47T,48C,49S,50E,51L/52M,53R,54K,55B,56G,57T,58C,59S,60E/61L,62M,63R,64K,65B,66G,67T,68C,69S/,70E,71L,72M,73R,74K,75B,76G,_b2s1,i9s1_-_kept_3.1_pick',
    goal: height(4),
    within: 3,
    look: 'c3',
    solution: ['^g2', '=g3', '>c3'],
    mistake: ['^g2', '=g3', '>a2'],
  },
  {
    id: 'cable',
    setup:
      'seats=2;from=,,,3.,4.,5.,6.,7.,/8.,9K!,10.,11.,12.,13.,14.,15.,16./17.,18.,19.+2.,20.,21.,22.,23.,24.,25./26.,27.,28.,29.+1.,30.,31.,32.,33.,34./35.,36.,37.,38T,,39C,40S,41E,42L/43M,44R,45B,46G,47T,48C,49K!,50S,51E/52L,53M,54R,55B,56G,57T,58C,59S,60E/61L,62M,63R,64K,65B,66G,67T,68C,69S/,70E,71L,72M,73R,74K,75B,76G,_b2s1,i9s1_-_kept_3.1_pick',
    goal: pawn('g6'),
    within: 3,
    look: 'g6',
    solution: ['^g2', '=g3', '>g6'],
    mistake: ['^g2', '=g3', '>a2'],
  },
  {
    id: 'spring',
    setup:
      'seats=2;from=,,,3.,4.,5.,6.,7.,/8.,9.,10.,11.,12.+1.,13.,14.,15.,16./17.,18.,19R!,20.,21.+2.,22.,23.,24.,25./26.,27.,28.,29.,30.,31.,32.,33.,34./35.,36.,37.,38T,,39C,40S,41E,42L/43M,44K,45B,46G,47T,48C,49S,50E,51L/52M,53R,54K,55B,56G,57T,58C,59S,60E/61L,62M,63R,64K,65B,66G,67T,68C,69S/,70E,71L,72M,73R,74K,75B,76G,_b2s1,i9s1_-_kept_3.1_pick',
    goal: pawn('d4'),
    within: 4,
    look: 'c3',
    solution: ['^g2', '=g3', '>c3', '>d4'],
    mistake: ['^g2', '=g3', '>a2'],
  },
  {
    id: 'free',
    setup:
      'seats=2;from=,,,,,,,,/8.,9.,10.,11.,12.,13.,14.,15.,16./17.,18.,19.+1.,20.+2.,21.+3.,22.,23.,24.,25./26.,27.,28.+4.,29.,30.+5.,31.,32.,33.,34./35.,36.,37T+6.,38C+7.,,39S,40E,41L,42M/43R,44K,45B,46G,47T,48C,49S,50E,51L/52M,53R,54K,55B,56G,57T,58C,59S,60E/61L,62M,63R,64K,65B,66G,67T,68C,69S/,70E,71L,72M,73R,74K,75B,76G,_d4s1,i9s1_-_kept_3.1_pick',
    goal: pawn('c3', 'd3', 'e3', 'c4', 'e4', 'c5', 'd5'),
    within: 3,
    look: 'c3',
    solution: ['^c3', '=g3', '>c3'],
    mistake: ['^g2', '=g3'],
  },
  {
    id: 'summit',
    setup:
      'seats=2;from=,,,,,,,7.,/8.,9.,10.,11.,12.,13.,14.,15.,16./17.,18.,19.,20.,21.,22.,23.,24.,25./26.,27.,28.,29.,30.,31.,32.,33.,34./35.,36.,37T+4.+5.+6.,38C+1.+2.+3.,,39S,40E,41L,42M/43R,44K,45B,46G,47T,48C,49S,50E,51L/52M,53R,54K,55B,56G,57T,58C,59S,60E/61L,62M,63R,64K,65B,66G,67T,68C,69S/,70E,71L,72M,73R,74K,75B,76G,_d5s1,i9s1_-_kept_3.1_pick',
    goal: summit,
    within: 3,
    look: 'e5',
    solution: ['^g2', '=g3', '>e5'],
    mistake: ['^g2', '=g3', '>c5'],
  },
  {
    id: 'home',
    setup:
      'seats=2;from=,77,,3.,4.,5.,6.,7.,/8.,9.,10.,11.,12.,13.,14.,15.,16./17.,18.,19.,20.+2.,21.,22.,23.,24.,25./26.,27.,28.,29.+1.,30.,31.,32.,33.,34./35.,36.,37T,38C,,39S,40E,41L,42M/43R,44K,45B,46G,47T,48C,49S,50E,51L/52M,53R,54K,55B,56G,57T,58C,59S,60E/61L,62M,63R,64K,65B,66G,67T,68C,69S/,70E,71L,72M,73R,74K,75B,76G,_b1s1,i9s1_1_kept_3.1_pick',
    goal: { win: true },
    within: 3,
    look: 'a1',
    solution: ['^g2', '=g3', '>a1'],
    mistake: ['^g2', '=g3', '>c1'],
  },
  ...taught(tips),
] satisfies Lesson[];
