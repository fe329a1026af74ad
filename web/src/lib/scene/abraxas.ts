import { Group, Vector3 } from 'three';
import type { AbraxasBoard, Corner } from '../api/types';
import { frame, holeTargets, plate, PLATE_HEIGHT, sheet, Stones } from './abraxas/furniture';
import { cell, cornerPlace, corners, onPlate, PITCH, plateOffset } from './abraxas/grid';
import { Ribbon, Rings } from './highlight';
import { marks } from './materials';
import { Stage } from './stage';
import type { MakeScene, Scene, SceneState } from './types';

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
  const red = new Stones('#a33423', 25);
  const blue = new Stones('#2f5d8a', 6);
  const targets = holeTargets();
  const rings = new Rings(PITCH * 0.4, PITCH * 0.47, 64);
  sliding.add(plate(), red.mesh, blue.mesh, targets, rings.mesh);
  sliding.children[0]!.position.y = PLATE_HEIGHT;
  // Stones beside the board: the supply to the east, what each seat took and its stop stones at its own edge.
  const redAside = new Stones('#a33423', 48);
  const blueAside = new Stones('#2f5d8a', 6);
  const cornerRings = new Rings(PITCH * 0.5, PITCH * 0.7, 4, marks.accent);
  cornerRings.mesh.userData.targets = corners;
  const lines = Array.from({ length: MOST_LINES }, () => new Ribbon(marks.accent, 0.14));
  const last = new Rings(PITCH * 0.5, PITCH * 0.54, 4, marks.pencil);
  stage.world.add(sliding, redAside.mesh, blueAside.mesh, cornerRings.mesh, ...lines.map((line) => line.group));
  sliding.add(last.mesh);

  let built = '';
  let corner: Corner | null = null;
  let ply = -1;
  let settle = (): void => undefined;

  const build = (board: AbraxasBoard, setup: string): void => {
    const key = board.dots.join(' ') + setup.includes('push=either');
    if (key === built) return;
    built = key;
    stage.world.add(sheet(board.dots), frame(setup.includes('push=either')));
  };

  /** Rows of stones from a place on. */
  const rows = (count: number, x: number, z: number, acrossX: number, acrossZ: number, wrap: number): Vector3[] =>
    Array.from({ length: count }, (_, i) => {
      const [along, layer] = [i % wrap, Math.floor(i / wrap)];
      return new Vector3(x + along * acrossX + layer * acrossZ, -0.6, z + along * acrossZ + layer * acrossX);
    });

  const aside = (board: AbraxasBoard): void => {
    const edge = PITCH * 5.7;
    redAside.show([
      ...rows(board.supply, edge + 0.9, PITCH * 3.6, 0, -PITCH * 0.62, 12).map((at, i) => at.setX(edge + 0.9 + Math.floor(i / 12) * PITCH * 0.8)),
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
      for (const at of taking ? move.at : [move.at[depth] ?? '']) if (/^[a-h][1-8]$/.test(at)) wanted.add(at);
    }
    // Every free hole is legal in an ordinary turn: rings would say nothing there.
    const telling = taking || depth > 0 || wanted.size <= 24;
    const pointed = hover !== null && wanted.has(hover) ? [hover] : [];
    const shown = telling ? [...wanted] : pointed;
    rings.show(shown.filter((hole) => hole !== picked).map((hole) => onPlate(hole, 0.86)));
    const high = (hole: string): number => (hole === picked || board.pending?.hole === hole ? LIFT : STONE_HEIGHT);
    const preview = selection.preview?.at.find((at) => /^[a-h][1-8]$/.test(at) && !board.stones.includes(at) && !board.stops.includes(at));
    const stop = selection.preview?.t.startsWith('!') ?? false;
    const stones = [...board.stones, ...(preview && !stop ? [preview] : [])];
    const stops = [...board.stops, ...(preview && stop ? [preview] : [])];
    red.show(stones.map((hole) => onPlate(hole, hole === preview ? LIFT : high(hole))), stones);
    blue.show(stops.map((hole) => onPlate(hole, hole === preview ? LIFT : STONE_HEIGHT)), stops);
    const offered = corners.filter((name) => selection.candidates.some((move) => move.at[depth] === name));
    cornerRings.show(offered.map((name) => cornerPlace[name]));
    cornerRings.mesh.userData.targets = offered;
    lines.forEach((line, index) => {
      const cells = board.lines[index]?.cells;
      line.show(cells ? cells.map((name) => cell(name, 1.25)) : null);
    });
    last.show((view.last?.at ?? []).filter((at) => /^[a-h][1-8]$/.test(at)).slice(0, 4).map((hole) => onPlate(hole, 0.84)));
    stage.setPickables([cornerRings.mesh, red.mesh, blue.mesh, targets]);
  };

  return stage.scene((state) => {
    const board = state.view.board as AbraxasBoard;
    build(board, state.view.setup);
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
