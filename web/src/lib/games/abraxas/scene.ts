import { Group, Vector3 } from 'three';
import type { AbraxasBoard } from '../../generated';
import type { Corner } from './types';
import { bars, cellTargets, cornerDiscs, frame, holeTargets, plate, sheet, stones } from './scene/furniture';
import { beneath, cell, cornerPlace, holes, onPlate, PITCH, PLATE_HEIGHT, plateOffset, sheetCells } from './scene/grid';
import { ComingPush } from './scene/push';
import type { Tray } from './scene/tray-places';
import { Trays } from './scene/trays';
import { corners, isCorner, isHole } from './names';
import { Coordinates } from '../../scene/coordinates';
import { Finale } from '../../scene/finale';
import { goldRings, lastRings, Ribbon, rings } from '../../scene/highlight';
import type { Spot } from '../../scene/instances';
import { marks } from '../../scene/materials';
import { arc, type Way } from '../../scene/motion';
import type { Where } from '../../scene/notes';
import { Stage } from '../../scene/stage';
import type { Part } from '../../scene/tweens';
import type { MakeScene, Scene, SceneState } from '../../scene/types';
import type { Selection } from '../../table/selection';

const STONE_HEIGHT = 0.12;
const LIFT = 0.9;
const MOST_LINES = 12;
const seatAngle = (seat: number): number => (seat === 2 ? Math.PI : 0);

/** A stone on its way to `name`: a hole, or a place in a tray. */
interface Flight {
  name: string;
  way: Way;
  red: boolean;
  t: number;
}

/** Abraxas: a sheet with dots, a sliding plate, red stones and blue stop stones. */
export const make: MakeScene = (canvas, host): Scene => {
  const trays = new Trays();
  const stage = new Stage(canvas, host, {
    points: () => trays.places.points(),
    table: -0.6,
    span: PITCH * 14,
    pitch: PITCH,
    seatAngle,
  });
  const sliding = new Group();
  const red = stones('#a33423', 25);
  const blue = stones('#2f5d8a', 6);
  const targets = holeTargets();
  const reachable = rings(PITCH * 0.4, PITCH * 0.47, 64);
  const blueBars = bars(6);
  const slab = plate();
  slab.position.y = PLATE_HEIGHT;
  const furniture = new Group();
  sliding.add(slab, red.mesh, blue.mesh, blueBars.mesh, targets.mesh, reachable.group);
  const redAside = stones('#a33423', 48);
  const blueAside = stones('#2f5d8a', 6);
  const barsAside = bars(6);
  const cornerRings = rings(PITCH * 0.26, PITCH * 0.4, 4);
  const coming = new ComingPush();
  /** The cells of the line that an action would make. */
  const arising = goldRings(PITCH * 0.4, 0.24, 40);
  const lines = Array.from({ length: MOST_LINES }, () => new Ribbon(marks.accent, 0.14));
  const last = lastRings(PITCH * 0.46, 0.16, 4);
  const redFlying = stones('#a33423', 12);
  const blueFlying = stones('#2f5d8a', 2);
  stage.world.add(
    furniture,
    sliding,
    redAside.mesh,
    blueAside.mesh,
    barsAside.mesh,
    cornerRings.group,
    trays.group,
    coming.group,
    arising.group,
    ...lines.map((line) => line.group),
  );
  const cornerTargets = cornerDiscs();
  const sheetTargets = cellTargets();
  stage.world.add(redFlying.mesh, blueFlying.mesh, cornerTargets.mesh, sheetTargets.mesh);
  sliding.add(last.group);

  const finale = new Finale(stage, PITCH * 1.2);
  // They travel with the plate, as the holes do.
  const names = new Coordinates(
    holes.map((name) => ({ text: name, x: onPlate(name).x, z: onPlate(name).z, right: PITCH * 0.34, near: -PITCH * 0.36 })),
    PITCH * 9,
    PLATE_HEIGHT + 0.5,
    0.9,
  );
  sliding.add(names.mesh);
  let built = '';
  let ply = -1;
  let settle = (): void => undefined;
  let shown: SceneState | null = null;
  const flights = new Set<Flight>();
  /** Lines that are drawn, and how strongly; before a push there is no new one, and after a taking there was one. */
  let glow: { cells: string[][]; strength: number } | null = null;

  const build = (board: AbraxasBoard): void => {
    const plain = shown?.settings.contrast ?? false;
    const key = `${board.dots.join(' ')} ${board.push} ${plain}`;
    if (key === built) return;
    built = key;
    furniture.clear();
    furniture.add(sheet(board.dots, plain), frame(board.push === 'either'));
    slab.material.opacity = plain ? 0.62 : 0.46;
  };

  const arrange = ({ target }: AbraxasBoard, viewing: number | null): void => {
    if (trays.arrange(stage.camera.narrow ? (viewing ?? 1) : null, target)) stage.camera.refit();
  };
  stage.onResize(() => {
    if (!shown) return;
    arrange(shown.view.board as AbraxasBoard, shown.viewing);
    draw();
  });

  /** The cells of the sheet that can be pressed: those that the plate does not cover. */
  const uncover = (plate: Corner | null): void => {
    const covered = new Set(plate ? holes.map((hole) => beneath(hole, plate)) : []);
    sheetTargets.show(sheetCells.filter((name) => !covered.has(name)).map((name) => ({ at: cell(name, 0.1), name })));
  };

  /** The stones of a tray, but for those that are still on their way. */
  const tray = (name: Tray, count: number): Spot[] =>
    Array.from({ length: count }, (_, i) => i)
      .filter((i) => !flying(`${name} ${i}`))
      .map((i) => ({ at: trays.places.at(name, i) }));
  const flying = (name: string): boolean => [...flights].some((flight) => flight.name === name);

  const aside = (board: AbraxasBoard): void => {
    trays.count('supply', String(board.supply));
    for (const seat of [1, 2] as const) {
      trays.count(`taken${seat}`, `${board.taken[seat - 1]} / ${board.target}`);
      trays.count(`stops${seat}`, String(board.stop_stones[seat - 1]));
    }
    redAside.show([...tray('supply', board.supply), ...tray('taken1', board.taken[0]), ...tray('taken2', board.taken[1])]);
    const own = (seat: number) => (spot: Spot) => (seat === shown?.viewing ? { ...spot, name: 'stop' } : spot);
    const stops = [...tray('stops1', board.stop_stones[0]).map(own(1)), ...tray('stops2', board.stop_stones[1]).map(own(2))];
    blueAside.show(stops);
    barsAside.show(stops);
    const spots = (red: boolean): Spot[] => [...flights].filter((one) => one.red === red).map((one) => ({ at: one.way(one.t) }));
    redFlying.show(spots(true));
    blueFlying.show(spots(false));
  };

  const draw = (): void => {
    if (!shown) return;
    aside(shown.view.board as AbraxasBoard);
    highlight(shown);
  };

  /** Stones that travel at the same time, each a little after the one before. */
  const fly = (going: readonly Flight[]): Part[] => {
    for (const flight of going) flights.add(flight);
    const lag = 0.5 / Math.max(1, going.length);
    return going.length === 0
      ? []
      : [
          {
            duration: 380 + 90 * going.length,
            step(t) {
              going.forEach((flight, i) => (flight.t = Math.min(1, Math.max(0, (t - i * lag) / 0.5))));
              if (t === 1) for (const flight of going) flights.delete(flight);
              draw();
            },
          },
        ];
  };

  /** What changed on the board, part by part: stones that come, the push, the lines it made, stones that go. */
  const partsOf = (before: AbraxasBoard, now: AbraxasBoard): Part[] => {
    const [from, to] = [before.plate, now.plate];
    const at = (hole: string): Vector3 => onPlate(hole, STONE_HEIGHT).add(plateOffset(from ?? to ?? 'SW'));
    const way = (start: Vector3, end: Vector3): Way => arc(start, end, PITCH * 0.9);
    const come = now.stones.filter((hole) => !before.stones.includes(hole));
    const gone = before.stones.filter((hole) => !now.stones.includes(hole));
    const taker = now.taken.findIndex((count, i) => count > before.taken[i]!) + 1;
    const arriving = come.map((name, i): Flight => {
      const lifted = taker === 0 ? gone[i] : undefined;
      return { name, red: true, t: 0, way: way(lifted ? at(lifted) : trays.places.at('supply', now.supply + i), at(name)) };
    });
    const stopper = now.stop_stones.findIndex((count, i) => count < before.stop_stones[i]!);
    for (const name of now.stops.filter((hole) => !before.stops.includes(hole))) {
      const start = trays.places.at(stopper === 1 ? 'stops2' : 'stops1', now.stop_stones[Math.max(0, stopper)]!);
      arriving.push({ name, red: false, t: 0, way: way(start, at(name)) });
    }
    const leaving = (taker > 0 || come.length === 0 ? gone : []).map((hole, i): Flight => {
      const [name, count]: [Tray, number] =
        taker > 0 ? [taker === 1 ? 'taken1' : 'taken2', before.taken[taker - 1]!] : ['supply', before.supply];
      return { name: `${name} ${count + i}`, red: true, t: 0, way: way(at(hole), trays.places.at(name, count + i)) };
    });
    const parts = fly(arriving);
    if (to && from !== to) {
      const [start, goal] = [from ? plateOffset(from) : plateOffset(to).setY(6), plateOffset(to)];
      sliding.position.copy(start);
      parts.push({ duration: 420, step: (t) => sliding.position.lerpVectors(start, goal, t) });
    }
    const taken = taker > 0 && before.lines.length > 0;
    const cells = (taken ? before : now).lines.map((line) => line.cells);
    if (cells.length > 0 && (taken || before.lines.length === 0)) {
      const lit = { cells, strength: 0 };
      glow = lit;
      parts.push({
        duration: taken ? 300 : 520,
        step(t) {
          // It flares up, then stays until somebody takes from it.
          lit.strength = taken ? 1 : Math.min(1, t * 1.4) * (0.75 + 0.25 * Math.cos(t * 4 * Math.PI));
          draw();
        },
      });
    }
    return [...parts, ...fly(leaving)];
  };

  const highlight = ({ view, selection, hover, settings }: SceneState): void => {
    names.show(settings.coordinates, seatAngle(stage.camera.viewing));
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
    const stop = selection.preview?.says.key.startsWith('abraxas.stop') ?? false;
    const laid = [...board.stones, ...(preview && !stop ? [preview] : [])];
    const stops = [...board.stops, ...(preview && stop ? [preview] : [])];
    const there = (name: string): boolean => !flying(name);
    red.show(laid.filter(there).map((name) => ({ at: onPlate(name, name === preview ? LIFT : high(name)), name })));
    const laidStops = stops.filter(there).map((name) => ({ at: onPlate(name, name === preview ? LIFT : STONE_HEIGHT), name }));
    blue.show(laidStops);
    blueBars.show(laidStops);
    const offered = corners.filter((name) => selection.candidates.some((move) => move.at[depth] === name));
    cornerRings.show(offered.map((name) => ({ at: cornerPlace[name], name })));
    showPush(board, selection, hover);
    lines.forEach((line, index) => {
      const cells = (glow?.cells ?? board.lines.map((one) => one.cells))[index];
      line.show(cells ? cells.map((name) => cell(name, 1.25)) : null);
      line.glow(glow?.strength ?? 1);
    });
    last.show(
      (view.last?.at ?? [])
        .filter((at) => isHole(at))
        .slice(0, 4)
        .map((hole) => ({ at: onPlate(hole, 0.84) })),
    );
    finale.show(view, (winner) =>
      Array.from({ length: Math.min(board.taken[winner - 1] ?? 0, board.target) }, (_, i) =>
        trays.places.at(winner === 1 ? 'taken1' : 'taken2', i).add(new Vector3(0, 0.5, 0)),
      ),
    );
    stage.setPickables([cornerTargets.mesh, red.mesh, blue.mesh, targets.mesh, sheetTargets.mesh, blueAside.mesh]);
  };

  /** Where the plate goes next and what this makes: by the action that is ready or pointed at; failing that, as far as all agree. */
  const showPush = (board: AbraxasBoard, { candidates, preview, path }: Selection, hover: string | null): void => {
    const pointed = candidates.filter((move) => hover !== null && move.at.at(-1) === hover && move.at.length === path.length + 1);
    const move = preview ?? (pointed.length === 1 ? pointed[0] : undefined);
    const [to, ...made] = move?.via ?? [];
    const corner = hover !== null && isCorner(hover) && candidates.some((one) => one.at[0] === hover) ? hover : move?.at[0];
    const choosing = board.plate === null && corner && isCorner(corner) ? corner : null;
    const agreed = new Set(candidates.map((one) => one.via?.[0] ?? ''));
    const [only = ''] = agreed.size === 1 ? agreed : [];
    const next = to ?? board.pending?.to ?? only;
    const shownPlate = to !== undefined || board.pending !== null;
    coming.show(board.plate, choosing ?? (isCorner(next) ? next : null), shownPlate || choosing !== null);
    arising.show(made.map((name) => ({ at: cell(name, 1.3) })));
  };

  const where: Where = (name, over) => (isHole(name) ? onPlate(name).add(sliding.position) : cell(name)).setY(over ? 2.4 : 1.25);

  const place = (name: string): Vector3 | null =>
    isHole(name) ? onPlate(name, 1).add(sliding.position) : isCorner(name) ? cornerPlace[name] : null;

  return stage.scene(where, place, (state) => {
    const board = state.view.board as AbraxasBoard;
    arrange(board, state.viewing);
    stage.settings(state.settings, state.viewing);
    if (state.view.ply !== ply) settle();
    const before = shown?.view.board as AbraxasBoard | undefined;
    const follows = before && state.view.ply === ply + 1;
    shown = state;
    build(board);
    if (state.view.ply !== ply) {
      ply = state.view.ply;
      sliding.visible = board.plate !== null;
      uncover(board.plate);
      const parts = follows ? partsOf(before, board) : [];
      if (parts.length === 0 && board.plate) sliding.position.copy(plateOffset(board.plate));
      settle = stage.animate(parts, () => {
        glow = null;
        draw();
      });
    }
    draw();
    stage.changed();
  });
};
