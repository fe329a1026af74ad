import { PerspectiveCamera, Vector3 } from 'three';
import type { GameKey, View, ViewOf } from '../src/lib/api/types';
import * as abraxas from '../src/lib/games/abraxas/scene/grid';
import { TrayPlaces } from '../src/lib/games/abraxas/scene/tray-places';
import { isCorner, isHole } from '../src/lib/games/abraxas/names';
import * as archimedes from '../src/lib/games/archimedes/scene/grid';
import * as ascension from '../src/lib/games/ascension/scene/grid';
import { Space } from '../src/lib/games/axiom/scene/space';
import { ascent } from './ascent';

/** A position and what is pressed there, each press with the reason it is answered with; `-`: it is picked. */
export interface Presses {
  setup?: string;
  moves?: string;
  viewer?: number;
  /** Where one looks from, and at what. */
  pose?: number[];
  press: string;
}

interface Board {
  pose: number[];
  /** Where to press for something by this name. */
  point(view: View, name: string): Vector3;
  presses: Presses[];
  /** Reasons that no press on the board causes: texts, buttons that are not offered, and what is not to be seen. */
  never: RegExp;
}

const space = new Space();
const far = '14,0,1:x+/18,0,1:x+/*14,0,1:z+/*18,0,1:z+';
const lone = (black: string): string => `from=1,0/black/4,-3,1:x+/*4,-3,1:z+/${black}/white/${far}`;
const pair = (black: string, white = ''): string => `from=1,0/black/${black}/white/${white}${far}`;
const EMPTY = 'sheet=9/9/9/9/9/9/9/9/9';
const FOUR = `${EMPTY};from=8/8/8/8/1rrrr3/8/8/8,SW,2,take,0-0,3-3,4`;

export const boards: Record<GameKey, Board> = {
  axiom: {
    pose: [22, 26, 30, 1, 3, 0],
    point: (_, name) => (name.includes(':') ? space.face(name, 0.1) : space.cell(name).setY(0)),
    presses: [
      {
        press:
          'not-your-cube 1,1,1:x+ | not-your-sceptre 1,1,2:z+ | carries-sceptre 1,0,2:y- | carries-cube 1,0,1:y- | - 0,0,2:z+ | unsupported 1,0,2:x+ | no-contact 4,-1,1 | sceptre-room 1,1,2:z+ | - 2,-1,1',
      },
      { press: '- 1,0,2:z+ | pyramid-face 1,0,2:x+ | face-taken 1,1,2:z+ | no-road -1,0,1:y- | - 1,0,2:y-' },
      { setup: 'edition=2008', press: '- 0,0,2:z+ | no-lock 2,-1,1' },
      { setup: pair('0,0,1:x-/*0,0,1:z+/1,1,1:y+/*1,1,1:y-'), press: '- 0,0,1:z+ | crowded-front 0,0,1:x+' },
      { setup: lone('0,0,1:x-/*0,0,1:z+/2,0,1:y+'), press: '- 0,0,1:z+ | crowded-second 0,0,1:x+', pose: [10, 24, 30, 1, 3, 0] },
      { setup: pair('0,0,1:x-/*0,0,1:z+/3,0,1:y+/*3,0,1:x-'), press: '- 0,0,1:z+ | crowded-facing 0,0,1:x+' },
      // Over a pyramid, out of its plane and to another group of cubes.
      {
        setup: pair('0,0,1:x-/4,-3,1:x+/*0,0,1:z+/*4,-3,1:z+', '1,0,1:x-z+/2,0,1:x-/'),
        press: '- 0,0,1:z+ | pyramid-on-road 2,0,1:z+ | no-road 1,0,1:y- | no-road 4,-3,1:y- | - 0,0,1:y-',
      },
      { setup: pair('0,0,1:x-/1,0,1:x-/*0,0,1:z+/*1,0,1:z+', '2,0,1:x-/'), press: '- 0,0,1:z+ | sceptre-on-road 2,0,1:z+' },
    ],
    never:
      /^(token|cell|cube|face|height|start.*|position|too-.*|met-before|sceptres|overlap|dome.*|no-joint|no-pyramid-joint|pyramid-count|pyramid-down|pyramids-meet|no-sceptre|same-cell|same-face|no-cube|occupied|no-face|underside|covered)$/,
  },
  abraxas: {
    pose: [1, 95, 8, 1, 0, 0],
    point(view, name) {
      const { plate } = (view as ViewOf<'abraxas'>).board;
      if (name.startsWith('stop')) return new TrayPlaces().at(name === 'stop2' ? 'stops2' : 'stops1', 0).add(new Vector3(0, 0.5, 0));
      if (isCorner(name)) return abraxas.cornerPlace[name].clone();
      return isHole(name) ? abraxas.onPlate(name, 0.8).add(abraxas.plateOffset(plate!)) : abraxas.cell(name);
    },
    presses: [
      { press: 'corner-first A1 | - SW' },
      { moves: 'SW', press: 'no-hole I9 | no-hole A9 | corner-chosen NE | - d4 | push-fixed NW | - c3' },
      { setup: 'push=either', moves: 'SW', press: '- d4 | push-far NE | - NW' },
      { moves: 'SW d4', viewer: 2, press: 'hole-filled d4 | stop-where stop2 | - d5' },
      { moves: 'SW !e5', viewer: 2, press: 'stop-answered stop2 | hole-filled e5' },
      {
        setup: `${EMPTY};from=8/8/8/8/r7/8/2r5/bbb1r2r,SW,1,place,10-10,0-3,1`,
        press: 'not-red b1 | - a4 | hole-filled b1 | - d4',
      },
      { setup: `${EMPTY};target=24;from=8/8/8/8/r7/8/8/bbb5,SW,1,place,12-11,0-3,1`, press: 'same-hole a4 | - d4' },
      { setup: FOUR, viewer: 2, press: 'neighbours b4 | not-stone a1 | take-first stop2 | no-hole I9 | - c4' },
      { setup: FOUR, moves: 'xc4 h8', press: 'asked b4' },
      {
        setup: `${EMPTY};from=8/8/8/8/1rrrrr2/8/8/r7,SW,2,take,0-0,3-3,6`,
        press: 'no-line a1 | - b4 | neighbours f4 | - d4 | take-count f4 | - b4',
      },
      { setup: `${EMPTY};claims=called`, moves: 'SW a1', press: 'say-done stop1' },
    ],
    never:
      /^(token|stop-token|take-token|sheet.*|from.*|push-choice|supply-.*|not-pushed|take-all|stops-spent|stop-hole|not-asked|not-extra|no-done|done-early)$/,
  },
  archimedes: {
    pose: [0, 80, 6, 0, 0, 0],
    point: (_, name) => archimedes.place(name, 0.1),
    presses: [
      {
        press: 'no-cube e7 | not-yours h2 | shut-in a4 | - a2 | occupied a4 | barred a3 | too-far e7 | not-exact a1 | - c4',
      },
      { press: '- a8 | no-way c8' },
      { setup: 'arrived=frozen;from=c8,h2,h4,h6/a2,a6,b10,d1/1/40/0/-', press: 'must-move c8 | - c7' },
      { setup: 'arrived=frozen;from=c4,c8,h4,h6/a2,a6,b10,d1/1/40/0/-', press: 'frozen h4 | - c8' },
      { setup: 'seats=3;from=a2,a4,c8,c10/e1,f1,g1,h1/e15,f13,g11,h9/1/6/0/-', press: 'wait a2 | - c8' },
    ],
    never: /^(notation|no-cell|same-cell|swap-seats|from\..*)$/,
  },
  ascension: {
    // From high up: a cube hides nothing of the cell behind it.
    pose: [-14, 84, 28, -4, 2, 2],
    point(view, name) {
      const { cells } = (view as ViewOf<'ascension'>).board;
      if (name.startsWith('reserve')) return ascension.reservePlace('a1', Number(name.slice(7)));
      return ascension.place(name, (cells.find(({ cell }) => cell === name)?.height ?? 0) + 0.1);
    },
    presses: [
      {
        setup: ascent({
          lay: 'c3 T! c4 S! c6 . c7 . d3 j',
          players: ['c7s1', 'h5s1l41'],
          summit: '2',
          joker: 'laid',
        }),
        press: 'pick-figure c4 | pick-barred c6 | pick-pawn c7 | pick-joker d3 | pick-empty e5 | - c3',
      },
      { setup: ascent({ lay: 'c3 .' }), moves: '^c3', press: 'place-back c3 | place-first reserve0 | place-corner a9 | - c4' },
      { setup: ascent({}), moves: '^f', press: 'pillar-shows e5 | - c4' },
      { setup: ascent({ lay: 'e5 .' }), moves: '^h', press: 'pillar-full e5 | - c4' },
      {
        setup: ascent({ lay: 'd3 j', players: ['a1s1', 'c5s1'], summit: '2', joker: 'laid' }),
        moves: '^h',
        press: 'place-pawn c5 | place-joker d3 | - c4',
      },
      {
        setup: ascent({ lay: 'c3 h1 c4 . b3 . b3 h1 b2 h2', players: ['c3s1', 'd4s1'], phase: 'step' }),
        press: 'step-pawn d4 | too-high b3 | not-next c5 | pawn-now reserve0 | compulsory c3 | - c4',
      },
      { setup: ascent({ lay: 'c3 . c4 .', players: ['c3s1', 'i9s1'], phase: 'step' }), press: 'too-low c2 | - c4' },
      {
        setup: ascent({
          lay: 'b8 h1 b9 G! c9 C! c8 T! c7 j a8 .',
          players: ['b8s1', 'x', 'd7s1'],
          summit: '3',
          joker: 'laid',
          phase: 'step',
        }),
        press: 'step-chasm b9 | step-figure c9 | step-joker c7 | step-corner a9 | - c8',
      },
      { setup: ascent({ players: ['b8s1', 'i9s1'], phase: 'step' }), press: 'step-absent a9 | - b7' },
      { setup: ascent({ lay: 'c3 K! d7 K!', players: ['c3s1', 'i9s1'], phase: 'step' }), press: 'step-cable-car d6 | - d7' },
      { setup: ascent({ lay: 'b2 B!', players: ['b2s1r', 'i9s1'], phase: 'step' }), press: 'rests b1' },
      { setup: ascent({ lay: 'b1 . b2 R! b3 h1', players: ['b1s1', 'i9s1'], phase: 'step' }), moves: '>b2', press: 'not-next b4 | - b3' },
    ],
    never:
      /^(bad-.*|deal-.*|no-deal|other-deal|position-.*|no-plain|no-figured|no-joker|pick-first|must-hide|nothing-to-show|always-shows|no-spring|spring)$/,
  },
};

/** Where a point of the board is on a canvas that is looked at from a pose, in pixels. */
export function onCanvas(
  point: Vector3,
  [x = 0, y = 0, z = 0, ...at]: number[],
  size: { width: number; height: number },
): [number, number] {
  const camera = new PerspectiveCamera(32, size.width / size.height, 1, 600);
  camera.position.set(x, y, z);
  camera.lookAt(new Vector3(...at));
  camera.updateMatrixWorld();
  const seen = point.clone().project(camera);
  return [((seen.x + 1) / 2) * size.width, ((1 - seen.y) / 2) * size.height];
}
