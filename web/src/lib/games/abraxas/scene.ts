import { Group, Vector3 } from 'three';
import type { AbraxasBoard } from '../../generated';
import type { Corner } from './types';
import { frame, holeTargets, plate, PLATE_HEIGHT, sheet, stones } from './scene/furniture';
import { cell, cornerPlace, onPlate, PITCH, plateOffset } from './scene/grid';
import { corners, isHole } from './names';
import { Ribbon, rings } from '../../scene/highlight';
import type { Spot } from '../../scene/instances';
import { marks } from '../../scene/materials';
import { Stage } from '../../scene/stage';
import type { MakeScene, Scene, SceneState } from '../../scene/types';

const STONE_HEIGHT = 0.12;
const LIFT = 0.9;
const MOST_LINES = 12;

/** Abraxas: a sheet with dots, a sliding plate, red stones and blue stop stones. */
export const make: MakeScene = (canvas, host): Scene => {
  const stage = new Stage(canvas, host, {
    target: new Vector3(1.2, 0, 0),
    table: -0.6,
    span: PITCH * 14,
    seatAngle: (seat) => (seat === 2 ? Math.PI : 0),
  });
  const sliding = new Group();
  const red = stones('#a33423', 25);
  const blue = stones('#2f5d8a', 6);
  const targets = holeTargets();
  const reachable = rings(PITCH * 0.4, PITCH * 0.47, 64);
  sliding.add(plate(), red.mesh, blue.mesh, targets.mesh, reachable.mesh);
  sliding.children[0]!.position.y = PLATE_HEIGHT;
  // Stones beside the board: the supply to the east, what each seat took and its stop stones at its own edge.
  const redAside = stones('#a33423', 48);
  const blueAside = stones('#2f5d8a', 6);
  const cornerRings = rings(PITCH * 0.5, PITCH * 0.7, 4, marks.accent);
  const lines = Array.from({ length: MOST_LINES }, () => new Ribbon(marks.accent, 0.14));
  const last = rings(PITCH * 0.5, PITCH * 0.54, 4, marks.pencil);
  stage.world.add(sliding, redAside.mesh, blueAside.mesh, cornerRings.mesh, ...lines.map((line) => line.group));
  sliding.add(last.mesh);

  let built = '';
  let corner: Corner | null = null;
  let ply = -1;
  let settle = (): void => undefined;

  const build = (board: AbraxasBoard): void => {
    const key = board.dots.join(' ') + board.push;
    if (key === built) return;
    built = key;
    stage.world.add(sheet(board.dots), frame(board.push === 'either'));
  };

  /** Rows of stones from a place on. */
  const rows = (count: number, x: number, z: number, acrossX: number, acrossZ: number, wrap: number): Spot[] =>
    Array.from({ length: count }, (_, i) => {
      const [along, layer] = [i % wrap, Math.floor(i / wrap)];
      return { at: new Vector3(x + along * acrossX + layer * acrossZ, -0.6, z + along * acrossZ + layer * acrossX) };
    });

  const aside = (board: AbraxasBoard): void => {
    const edge = PITCH * 5.7;
    redAside.show([
      ...rows(board.supply, edge + 0.9, PITCH * 3.6, 0, -PITCH * 0.62, 12).map(({ at }, i) => ({
        at: at.setX(edge + 0.9 + Math.floor(i / 12) * PITCH * 0.8),
      })),
      ...rows(board.taken[0], -PITCH * 4, edge + 0.6, PITCH * 0.72, 0, 24),
      ...rows(board.taken[1], PITCH * 4, -edge - 0.6, -PITCH * 0.72, 0, 24),
    ]);
    blueAside.show([
      ...rows(board.stop_stones[0], PITCH * 2.8, edge + 0.6, PITCH * 0.8, 0, 3),
      ...rows(board.stop_stones[1], -PITCH * 2.8, -edge - 0.6, -PITCH * 0.8, 0, 3),
    ]);
  };

  const slide = (to: Corner | null): void => {
    sliding.visible = to !== null;
    if (!to || to === corner) return;
    const from = corner && plateOffset(corner);
    const goal = plateOffset(to);
    corner = to;
    if (!from) {
      sliding.position.copy(goal);
      return;
    }
    settle = stage.animate(360, (t) => sliding.position.lerpVectors(from, goal, t));
  };

  const highlight = ({ view, selection, hover }: SceneState): void => {
    const board = view.board as AbraxasBoard;
    const depth = selection.path.length;
    const picked = selection.path[0];
    const taking = board.phase === 'take';
    const wanted = new Set<string>();
    for (const move of selection.candidates) {
      for (const at of taking ? move.at : [move.at[depth] ?? '']) if (isHole(at)) wanted.add(at);
    }
    // Every free hole is legal in an ordinary turn: rings would say nothing there.
    const telling = taking || depth > 0 || wanted.size <= 24;
    const pointed = hover !== null && wanted.has(hover) ? [hover] : [];
    const shown = telling ? [...wanted] : pointed;
    reachable.show(shown.filter((hole) => hole !== picked).map((hole) => ({ at: onPlate(hole, 0.86) })));
    const high = (hole: string): number => (hole === picked || board.pending?.hole === hole ? LIFT : STONE_HEIGHT);
    const preview = selection.preview?.at.find((at) => isHole(at) && !board.stones.includes(at) && !board.stops.includes(at));
    const stop = selection.preview?.t.startsWith('!') ?? false;
    const laid = [...board.stones, ...(preview && !stop ? [preview] : [])];
    const stops = [...board.stops, ...(preview && stop ? [preview] : [])];
    red.show(laid.map((name) => ({ at: onPlate(name, name === preview ? LIFT : high(name)), name })));
    blue.show(stops.map((name) => ({ at: onPlate(name, name === preview ? LIFT : STONE_HEIGHT), name })));
    const offered = corners.filter((name) => selection.candidates.some((move) => move.at[depth] === name));
    cornerRings.show(offered.map((name) => ({ at: cornerPlace[name], name })));
    lines.forEach((line, index) => {
      const cells = board.lines[index]?.cells;
      line.show(cells ? cells.map((name) => cell(name, 1.25)) : null);
    });
    last.show(
      (view.last?.at ?? [])
        .filter((at) => isHole(at))
        .slice(0, 4)
        .map((hole) => ({ at: onPlate(hole, 0.84) })),
    );
    stage.setPickables([cornerRings.mesh, red.mesh, blue.mesh, targets.mesh]);
  };

  return stage.scene((state) => {
    const board = state.view.board as AbraxasBoard;
    build(board);
    stage.settings(state.settings, state.viewing);
    if (state.view.ply !== ply) {
      ply = state.view.ply;
      settle();
      slide(board.plate);
      aside(board);
    }
    highlight(state);
    stage.changed();
  });
};
