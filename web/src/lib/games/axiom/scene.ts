import { BackSide, Mesh, MeshBasicMaterial, PlaneGeometry, type Quaternion, Vector3 } from 'three';
import type { LegalMove } from '../../api/types';
import type { AxiomBoard, AxiomCube } from '../../generated';
import { compass } from './scene/compass';
import { asideOf, BESIDE, COMPASS, type Extent, extentOf, middleOf } from './scene/extent';
import { boxwood, type CubeShape, Cubes, ebony, edges, felt, sceptre } from './scene/pieces';
import { parseDomes, parseFace } from './names';
import { axis, EDGE, onFace, Space } from './scene/space';
import { Coordinates } from '../../scene/coordinates';
import { Finale } from '../../scene/finale';
import { corners } from '../../scene/framing';
import { discs, Ribbon, routeRibbon, targetDiscs } from '../../scene/highlight';
import { marks } from '../../scene/materials';
import { along, arc, turning, walking, type Way } from '../../scene/motion';
import type { Where } from '../../scene/notes';
import { Stage } from '../../scene/stage';
import type { Part } from '../../scene/tweens';
import type { MakeScene, Scene, SceneState } from '../../scene/types';

const FELT_CELLS = 40;
/** What is looked at before there is anything. */
const NOTHING = corners(new Vector3(-2, 0, -2).multiplyScalar(EDGE), new Vector3(2, 2, 2).multiplyScalar(EDGE));
/** The edges of the cubes of each seat: seen through, they have its colour; in high contrast, the other one. */
const EDGES = { xray: [0x17120f, 0xffeec4], contrast: [0xffffff, 0x000000] } as const;

/** A piece on its way to where a view has it. */
interface Flight {
  way: Way;
  turn?: (t: number) => Quaternion;
  t: number;
}

/** Axiom: cubes that are board and pieces, and sceptres that stand and lie on their faces. */
export const make: MakeScene = (canvas, host): Scene => {
  const space = new Space();
  const seatAngle = (seat: number): number => (seat === 2 ? Math.PI + 0.35 : 0.35);
  let extent: Extent | null = null;
  const framing = { points: () => extent?.points ?? NOTHING, table: null, span: EDGE * 8, pitch: EDGE, seatAngle };
  const stage = new Stage(canvas, host, framing);
  const table = new Mesh(new PlaneGeometry(FELT_CELLS * EDGE, FELT_CELLS * EDGE).rotateX(-Math.PI / 2), felt());
  const map = table.material.map!;
  map.repeat.set(FELT_CELLS, FELT_CELLS);
  // Cells lie on whole numbers, so grid lines lie on halves.
  map.offset.set(0.5, 0.5);
  table.receiveShadow = true;
  table.userData.exact = (point: Vector3) => space.cellAt(point);
  const rose = compass(COMPASS, seatAngle);
  // Cells of the table by their numbers east and north, as the notation has them.
  const numbers = Array.from({ length: 17 }, (_, i) => i - 8);
  const names = new Coordinates(
    numbers.flatMap((x) => numbers.map((y) => ({ text: `${x},${y}`, x: x * EDGE, z: -y * EDGE, near: EDGE * 0.36 }))),
    EDGE * 17,
    0.03,
    0.8,
    '#fdf9ee',
    'rgba(34, 42, 50, 0.8)',
  );
  stage.world.add(table, rose.mesh, names.mesh);

  let round: boolean | null = null;
  let black!: Cubes;
  let white!: Cubes;
  /** What an action would put there: the piece itself, by its seat, in an outline. */
  let previews!: [Cubes, Cubes];
  let outline!: Cubes;
  let ghosts!: Cubes;
  const outlineMaterial = new MeshBasicMaterial({ color: marks.ready, side: BackSide });
  const faintMaterial = new MeshBasicMaterial({ color: marks.ready, transparent: true, opacity: 0.16, depthWrite: false });
  const cells = targetDiscs(EDGE * 0.2, 160);
  const faces = targetDiscs(EDGE * 0.24, 120);
  const noStop = discs(EDGE * 0.16, 80, marks.accent, 0.3);
  const route = routeRibbon(0.14);
  const last = new Ribbon(marks.pencil, 0.09, 0.65);
  const sceptres = [1, 1, 2, 2].map((seat) => ({ seat, mesh: sceptre(seat) }));
  const edging = [edges(), edges()];
  stage.world.add(...edging.map((one) => one.mesh));
  stage.world.add(cells.group, faces.group, noStop.mesh, route.group, last.group, ...sceptres.map((one) => one.mesh));

  const finale = new Finale(stage, EDGE * 1.5);
  let ply = -1;
  let pulled = -1;
  let sitting: number | null = null;
  const middle = new Vector3(Infinity, 0, 0);
  /** By the cell or face that a piece goes to; a cube that is taken by its seat. */
  const flights = new Map<string | number, Flight>();
  let settle = (): void => undefined;
  let shown: SceneState | null = null;

  const build = ({ edition }: AxiomBoard): void => {
    const hemispheres = edition === '2008';
    if (hemispheres === round) return;
    round = hemispheres;
    black = new Cubes(ebony(), round, 'light');
    white = new Cubes(boxwood(), round, 'dark');
    previews = [new Cubes(ebony(), round, 'light', 1), new Cubes(boxwood(), round, 'dark', 1)];
    outline = new Cubes(outlineMaterial, round, 'light', 1, false);
    ghosts = new Cubes(faintMaterial, round, 'light', 160, false);
    for (const mesh of [black, white].flatMap((cubes) => cubes.meshes))
      mesh.userData.exact = (point: Vector3, cell: string) => (cell ? space.faceAt(cell, point) : '');
    stage.world.add(...[black, white, ...previews, outline, ghosts].flatMap((cubes) => cubes.meshes));
  };

  /** The building may wander, grow and be pulled apart: the camera follows when it leaves the picture or the middle of it. */
  const frame = (board: AxiomBoard, viewing: number | null): void => {
    if (space.exploded === 0) space.centre.copy(middleOf(board, space));
    extent = extentOf(board, space, viewing ?? 1);
    const { centre } = extent;
    rose.mesh.position.copy(extent.compass);
    table.position.set(Math.round(centre.x / EDGE) * EDGE, 0, Math.round(centre.z / EDGE) * EDGE);
    const wandered = centre.distanceTo(middle) > EDGE * 1.2;
    if (wandered) stage.aim(middle.copy(centre).setY(EDGE));
    const fits = !wandered && pulled === space.exploded && stage.camera.whole;
    if (ply < 0) stage.camera.refit();
    else if (!fits) stage.refit();
    pulled = space.exploded;
  };

  const aside = (): number => extent?.aside ?? 0;

  const shapes = (board: AxiomBoard, seat: number, lifted: string | undefined): CubeShape[] => {
    const shape = (cube: AxiomCube): CubeShape => {
      const at = space.cell(cube.cell);
      if (cube.cell === lifted) at.y += 0.45;
      const flight = flights.get(cube.cell);
      return { at: flight?.way(flight.t) ?? at, domes: cube.domes, name: cube.cell };
    };
    const standing = board.cubes.filter((cube) => cube.seat === seat).map(shape);
    const gone = board.taken[seat - 1];
    const lost = [...Array<number>(gone?.single ?? 0).fill(1), ...Array<number>(gone?.double ?? 0).fill(2)];
    const flight = flights.get(seat);
    const beside = lost.map((domes, i): CubeShape => {
      const going = flight && i === lost.length - 1 ? flight : null;
      return {
        at: going?.way(going.t) ?? asideOf(space, aside(), seat, i),
        domes: domes === 1 ? ['z+'] : ['z+', 'x+'],
        name: '',
        scale: going ? 1 + (BESIDE - 1) * going.t : BESIDE,
      };
    });
    return [...standing, ...beside];
  };

  /** What an action moves, part by part: the piece that is played, then a cube that it took. */
  const partsOf = (move: LegalMove, before: AxiomBoard, now: AxiomBoard): Part[] => {
    const fly = (key: string | number, flight: Omit<Flight, 't'>, duration: number): Part => {
      const going: Flight = { ...flight, t: 0 };
      flights.set(key, going);
      return {
        duration,
        step: (t) => {
          going.t = t;
          draw();
        },
      };
    };
    const [from, to] = [move.at[0]!, move.at[1]!];
    const parts: Part[] = [];
    if (parseFace(from)) {
      const stops = [from, ...(move.via ?? []), to];
      const way = along(
        stops.map((name) => space.face(name, 0)),
        0.5,
      );
      const turn = turning(stops.map((name) => onFace(parseFace(name)!.direction)));
      parts.push(fly(to, { way, turn }, walking(stops.length)));
    } else parts.push(fly(to, { way: arc(space.cell(from), space.cell(to), EDGE * 0.9) }, 480));
    const stands = new Set(now.cubes.map((cube) => cube.cell));
    for (const cube of before.cubes) {
      if (cube.cell === from || stands.has(cube.cell)) continue;
      const gone = now.taken[cube.seat - 1]!;
      const place = asideOf(space, aside(), cube.seat, gone.single + gone.double - 1);
      parts.push(fly(cube.seat, { way: arc(space.cell(cube.cell), place, EDGE) }, 520));
    }
    return parts;
  };

  const draw = (): void => {
    if (!shown) return;
    const { view, selection, hover, settings } = shown;
    names.show(settings.coordinates, seatAngle(shown.viewing ?? 1));
    const board = view.board as AxiomBoard;
    const [first, second] = selection.path;
    const cubePicked = first !== undefined && !parseFace(first) ? first : undefined;
    const sceptrePicked = first !== undefined && parseFace(first) ? first : undefined;
    const seen = [shapes(board, 1, cubePicked), shapes(board, 2, cubePicked)];
    const plain = settings.contrast && !settings.xray;
    [black, white].forEach((cubes, i) => {
      cubes.show(seen[i]!);
      seeThrough(cubes, settings.xray);
      edging[i]!.show(settings.xray || plain ? seen[i]! : []);
      (edging[i]!.mesh.material as MeshBasicMaterial).color.set(EDGES[plain ? 'contrast' : 'xray'][i]!);
    });
    // The felt gives way to a plain ground; it is still what a press meets.
    table.material.colorWrite = !settings.contrast;
    table.material.color.set(settings.theme === 'dark' ? 0x7d8288 : 0xffffff);
    rose.show(shown.viewing ?? 1, settings.coordinates);
    placeSceptres(board, sceptrePicked ?? (hover && parseFace(hover) ? hover : undefined));

    const aims = selection.candidates.filter((move) => move.at[0] === first);
    const targets = [...new Set(aims.flatMap((move) => move.at[1] ?? []))];
    const spots = cubePicked ? targets.map((name) => ({ name, at: space.cell(name).setY(space.cell(name).y - EDGE / 2 + 0.09) })) : [];
    cells.show(spots);
    // Every cell it may go to, as a ghost of the cube.
    ghosts.show(
      cubePicked ? targets.filter((name) => name !== second).map((name) => ({ at: space.cell(name), domes: [], name, scale: 0.9 })) : [],
    );
    const doors = sceptrePicked
      ? targets.flatMap((name) => {
          const face = parseFace(name);
          return face ? [{ name, at: space.face(name, 0.06), turn: onFace(face.direction) }] : [];
        })
      : [];
    faces.show(doors);
    noStop.show(
      sceptrePicked
        ? board.no_stop.flatMap(({ face: name }) => {
            const face = parseFace(name);
            return face ? [{ name, at: space.face(name, 0.05), turn: onFace(face.direction) }] : [];
          })
        : [],
    );
    const preview: LegalMove | null = selection.preview ?? aims.find((move) => move.at[1] === (second ?? hover)) ?? null;
    showPreview(preview, board);
    route.show(preview && sceptrePicked ? wayOf(preview) : null);
    last.show(view.last && view.last.at.length > 1 ? wayOf(view.last) : null);
    finale.show(view, (_, by) => {
      const cell = parseFace(view.last?.at[1] ?? '')?.cell;
      // The sceptres that met on one cube (7.1, 7.2).
      return by === '7.1' || by === '7.2' ? board.sceptres.filter((one) => one.cell === cell).map((one) => space.face(one.face, EDGE)) : [];
    });
    stage.setPickables([
      ...sceptres.map((one) => one.mesh),
      ...faces.group.children,
      ...cells.group.children,
      ...[...previews, ghosts, black, white].flatMap((cubes) => cubes.meshes),
      // A cube may be meant to go where it cannot.
      ...(cubePicked ? [table] : []),
    ]);
  };

  /** Sides like glass: the edges, domes and sceptres behind them show. */
  const seeThrough = (cubes: Cubes, xray: boolean): void => {
    const material = cubes.meshes[0].material as ReturnType<typeof ebony>;
    if (material.transparent === xray) return;
    Object.assign(material, { transparent: xray, opacity: xray ? 0.22 : 1, depthWrite: !xray, needsUpdate: true });
  };

  const placeSceptres = (board: AxiomBoard, raised: string | undefined): void => {
    for (const seat of [1, 2]) {
      const own = board.sceptres.filter((one) => one.seat === seat);
      sceptres
        .filter((one) => one.seat === seat)
        .forEach(({ mesh }, index) => {
          const now = own[index];
          mesh.visible = now !== undefined;
          if (!now) return;
          mesh.position.copy(space.face(now.face, now.face === raised ? 0.4 : 0));
          mesh.quaternion.copy(onFace(now.dir));
          const flight = flights.get(now.face);
          if (flight) mesh.position.copy(flight.way(flight.t));
          if (flight?.turn) mesh.quaternion.copy(flight.turn(flight.t));
          mesh.userData.target = now.face;
        });
    }
  };

  const showPreview = (move: LegalMove | null, board: AxiomBoard): void => {
    const name = move?.at[1];
    const seat = board.cubes.find((cube) => cube.cell === move?.at[0])?.seat;
    const shape =
      move && name && seat && !parseFace(name) ? { at: space.cell(name), domes: parseDomes(move.says.args?.domes ?? ''), name } : null;
    previews.forEach((cubes, i) => cubes.show(shape && seat === i + 1 ? [shape] : []));
    outline.show(shape ? [{ ...shape, name: '', scale: 1.07 }] : []);
  };

  /** Over faces for a sceptre, through the air for a cube. */
  const wayOf = (move: LegalMove): Vector3[] => {
    const [from, to] = [move.at[0]!, move.at[1]!];
    if (parseFace(from)) return [from, ...(move.via ?? []), to].map((name) => space.face(name, 0.35));
    const [start, end] = [space.cell(from), space.cell(to)];
    return [
      start,
      start
        .clone()
        .lerp(end, 0.5)
        .add(new Vector3(0, EDGE * 1.1, 0)),
      end.addScaledVector(axis('z+'), EDGE * 0.55),
    ];
  };

  const where: Where = (name, over) => {
    const held = (shown?.view.board as AxiomBoard | undefined)?.sceptres.some(({ face }) => face === name);
    return space.face(name, over ? (held ? 6.4 : 1.2) : 0.35);
  };

  return stage.scene(
    where,
    (name) => (parseFace(name) ? space.face(name) : space.cell(name)),
    (state) => {
      const board = state.view.board as AxiomBoard;
      build(board);
      const before = shown?.view.board as AxiomBoard | undefined;
      shown = state;
      space.exploded = state.settings.exploded;
      stage.settings(state.settings, state.viewing);
      if (pulled !== space.exploded || sitting !== state.viewing) frame(board, state.viewing);
      sitting = state.viewing;
      if (state.view.ply !== ply) {
        settle();
        frame(board, state.viewing);
        const move = ply >= 0 && state.view.ply === ply + 1 ? state.view.last : null;
        ply = state.view.ply;
        if (move && before && move.at.length > 1) {
          settle = stage.animate(partsOf(move, before, board), () => {
            flights.clear();
            draw();
          });
        }
      }
      draw();
      stage.changed();
    },
  );
};
