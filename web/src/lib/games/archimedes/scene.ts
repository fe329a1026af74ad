import { BackSide, type Group, Mesh, MeshBasicMaterial } from 'three';
import type { LegalMove } from '../../api/types';
import type { ArchimedesBoard, ArchimedesCube } from '../../generated';
import { board, hatching, overlay, tint, triangles } from './scene/board';
import { cubeMaker, EDGES, STANDING } from './scene/cubes';
import { cellByName, cells, EDGE, outermost, place } from './scene/grid';
import { Coordinates } from '../../scene/coordinates';
import { Finale } from '../../scene/finale';
import { lastRings, Ribbon, rings, routeRibbon } from '../../scene/highlight';
import type { Spot } from '../../scene/instances';
import { Label } from '../../scene/label';
import { along, walking } from '../../scene/motion';
import { marks } from '../../scene/materials';
import type { Where } from '../../scene/notes';
import { Stage } from '../../scene/stage';
import type { MakeScene, Scene, SceneState } from '../../scene/types';

const LIFT = 0.8;

interface Standing {
  group: Group;
  cell: string;
  seat: number;
  settle: () => void;
}

/** Archimedes: a moulded hexagon of triangles and cubes that stand on a corner. */
export const make: MakeScene = (canvas, host): Scene => {
  let seats = 2;
  const seatAngle = (seat: number): number => ({ 1: 0, 2: seats === 2 ? Math.PI : (Math.PI * 4) / 3, 3: (Math.PI * 2) / 3 })[seat] ?? 0;
  const stage = new Stage(canvas, host, {
    points: () => outermost,
    table: -1.7,
    span: EDGE * 8.8,
    // Triangles meet edge to edge.
    pitch: EDGE / Math.sqrt(3),
    seatAngle,
  });
  let built = false;
  let ply = -1;
  const finale = new Finale(stage, 4.2);
  const newCube = cubeMaker();
  let cubes: Standing[] = [];

  /** What an action would put there: the cube itself, in an outline. */
  const previews = new Map<number, Group>();
  const outlined = new MeshBasicMaterial({ color: marks.ready, side: BackSide });
  const showPreview = (seat: number | undefined, cell: string | undefined): void => {
    for (const group of previews.values()) group.visible = false;
    if (seat === undefined || cell === undefined) return;
    const group = previews.get(seat) ?? newCube(seat);
    if (!previews.has(seat)) {
      const cube = group.children[0] as Mesh;
      const outline = new Mesh(cube.geometry, outlined);
      outline.quaternion.copy(cube.quaternion);
      outline.scale.setScalar(1.12);
      group.add(outline);
      stage.world.add(group);
      previews.set(seat, group);
    }
    group.visible = true;
    group.position.copy(place(cell, STANDING));
    group.traverse((part) => (part.userData.target = cell));
  };

  const floor = overlay(tint(0xffffff, 0), 0.02, 1);
  floor.show(triangles(cells));
  const lines = overlay(tint(0xfff3c4, 0.42), 0.03);
  const barred = overlay(hatching(), 0.05, 0.86);
  /** Around every cell, in high contrast. */
  const borders = overlay(tint(0x000000, 1), 0.015, 1.02, 0.9);
  const reachable = rings(0.75, 1.05, 96);
  const route = routeRibbon(0.16);
  const last = new Ribbon(marks.pencil, 0.15, 1);
  const lastEnds = lastRings(1.15, 0.2, 2);
  const distance = new Label(2.4);
  const names = new Coordinates(
    cells.map(({ name, centre }) => ({ text: name, x: centre.x, z: centre.z, near: 0.9 })),
    EDGE * 9,
    0.08,
    1,
  );
  stage.world.add(
    borders.mesh,
    floor.mesh,
    lines.mesh,
    barred.mesh,
    reachable.group,
    route.group,
    last.group,
    lastEnds.group,
    distance.sprite,
    names.mesh,
  );

  const build = (view: ArchimedesBoard): void => {
    const goals = new Map(view.sides.flatMap((side) => side.goal.map((cell) => [cell, side.seat] as const)));
    stage.world.add(...board(goals));
    built = true;
  };

  const stand = (cube: Standing, cell: string): void => {
    cube.cell = cell;
    cube.group.position.copy(place(cell, STANDING));
    cube.group.traverse((part) => (part.userData.target = cell));
  };

  /** The cube that made the last action walks its path; anything else is put where it stands. */
  const arrange = (view: ArchimedesBoard, move: LegalMove | null): void => {
    for (const cube of cubes) cube.settle();
    const missing = view.cubes.filter((cube) => !cubes.some((known) => known.cell === cube.cell && known.seat === cube.seat));
    const idle = cubes.filter((known) => !view.cubes.some((cube) => known.cell === cube.cell && known.seat === cube.seat));
    for (const { cell, seat } of missing) {
      const at = idle.findIndex((known) => known.seat === seat);
      const walker = at >= 0 ? idle.splice(at, 1)[0]! : { group: newCube(seat), cell, seat, settle: () => undefined };
      if (at < 0) {
        stage.world.add(walker.group);
        cubes.push(walker);
        stand(walker, cell);
        continue;
      }
      const way =
        move && move.at[0] === walker.cell && move.at[1] === cell ? [walker.cell, ...(move.via ?? []), cell] : [walker.cell, cell];
      stand(walker, cell);
      const walk = along(
        way.map((name) => place(name, STANDING)),
        0.7,
      );
      const step = (t: number): void => void walker.group.position.copy(walk(t));
      walker.settle = stage.animate([{ duration: walking(way.length - 1), step }]);
    }
    for (const gone of idle) {
      stage.world.remove(gone.group);
      cubes = cubes.filter((cube) => cube !== gone);
    }
  };

  const byName = (names: readonly string[]): Spot[] => triangles(names.flatMap((name) => cellByName.get(name) ?? []));

  const highlight = ({ view, selection, hover, settings }: SceneState): void => {
    names.show(settings.coordinates, seatAngle(stage.camera.viewing));
    const board = view.board as ArchimedesBoard;
    const [from, to] = selection.path;
    const shown: ArchimedesCube | undefined = board.cubes.find((cube) => cube.cell === (from ?? hover));
    lines.show(shown ? byName([...new Set(shown.lines.flat())]) : []);
    barred.show(shown ? byName(shown.barred) : []);
    const spot = shown && place(shown.cell, STANDING + 3.1);
    distance.show(shown ? String(shown.distance) : null, spot?.x, spot?.y, spot?.z);
    const reach = from ? selection.candidates.filter((move) => move.at[0] === from) : [];
    reachable.show(reach.flatMap((move) => (move.at[1] ? { at: place(move.at[1], 0.12) } : [])));
    const pointed = selection.preview ?? reach.find((move) => move.at[1] === (to ?? hover)) ?? null;
    const path = pointed && pointed.at.length > 1 ? [pointed.at[0]!, ...(pointed.via ?? []), pointed.at[1]!] : null;
    route.show(path?.map((name) => place(name, 0.45)) ?? null);
    showPreview(board.cubes.find((cube) => cube.cell === selection.preview?.at[0])?.seat, selection.preview?.at[1]);
    const before = view.last && view.last.at.length > 1 ? [view.last.at[0]!, ...(view.last.via ?? []), view.last.at[1]!] : null;
    last.show(before?.map((name) => place(name, 0.3)) ?? null);
    lastEnds.show((before ?? []).filter((_, i, all) => i === 0 || i === all.length - 1).map((name) => ({ at: place(name, 0.14) })));
    borders.show(settings.contrast ? triangles(cells) : []);
    for (const cube of cubes) {
      const edges = cube.group.getObjectByName(EDGES);
      if (edges) edges.visible = settings.contrast;
      const lifted = cube.cell === from || (cube.cell === hover && view.legal.some((move) => move.at[0] === hover));
      const mesh = cube.group.children[0]!;
      mesh.position.y = lifted ? LIFT : 0;
    }
    finale.show(view, (winner, by) => {
      const goal = board.sides.find((side) => side.seat === winner)?.goal ?? [];
      // The cubes that came home (4.1).
      return by === '4.1' ? goal.map((name) => place(name, STANDING)) : [];
    });
    const ready = [...previews.values()].filter((group) => group.visible);
    stage.setPickables([...ready, ...cubes.map((cube) => cube.group), floor.mesh]);
  };

  const where: Where = (name, over) => place(name, over ? STANDING + 5.6 : 0.45);

  return stage.scene(
    where,
    (name) => (cellByName.has(name) ? place(name, STANDING) : null),
    (state) => {
      const view = state.view.board as ArchimedesBoard;
      seats = state.view.seats;
      if (!built) build(view);
      stage.settings(state.settings, state.viewing);
      if (state.view.ply !== ply || cubes.length !== view.cubes.length) {
        ply = state.view.ply;
        arrange(view, state.view.last);
      }
      highlight(state);
      stage.changed();
    },
  );
};
