import { BackSide, BoxGeometry, type Group, MeshBasicMaterial, Quaternion, Vector3 } from 'three';
import type { AscensionBoard, AscensionPiece } from '../../generated';
import type { Face } from './types';
import { EDGE, edgeOf, HALF, outermost, place, reservePlace } from './scene/grid';
import { tintOf } from './scene/heights';
import { Contours, cubes, decals, edges, furniture, halves, hatches, numbers, pawn } from './scene/pieces';
import { Coordinates } from '../../scene/coordinates';
import { Finale } from '../../scene/finale';
import { lastRings, Ribbon, rings, routeRibbon } from '../../scene/highlight';
import { Instances, type Spot } from '../../scene/instances';
import { marks } from '../../scene/materials';
import { arc, type Way } from '../../scene/motion';
import type { Where } from '../../scene/notes';
import { Stage } from '../../scene/stage';
import type { Part } from '../../scene/tweens';
import type { MakeScene, Scene, SceneHost, SceneState } from '../../scene/types';

const HIGHEST = 24;
/** From this height on, in half cubes, a stack may reach out of the picture. */
const TOWER = 4;
/** A face that is looked at comes nearer. */
const HELD = 1.25;

const thickness = (piece: AscensionPiece): number => ({ cube: 2, half: 1, joker: 1, pillar: 9 })[piece.kind];

/** A piece where it lies. */
interface Lying {
  /** Stays with the piece; those of a reserve are told apart by seat and kind alone. */
  key: string;
  whole: boolean;
  at: Vector3;
  name: string;
  scale: number;
  /** What is drawn on it. */
  face: Face | null;
  /** How high its top is, in half cubes; null: beside the board. */
  high: number | null;
  /** Held up before whoever looks. */
  held: boolean;
  /** Pencilled small in a corner: only whoever looks knows it. */
  small: boolean;
}

const UP = new Vector3(0, 1, 0);
/** The edges of a piece are not the piece: they have their own colour and are not picked. */
const still = ({ at, scale, turn }: Spot): Spot => ({ at, ...(scale && { scale }), ...(turn && { turn }) });
const OVER = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), Math.PI);

/** Ascension: cubes and half-cubes with hidden faces around a pillar, and pawns that climb them. */
export const make: MakeScene = (canvas, host): Scene => {
  let shown: SceneState | null = null;
  // A pawn has one place to start from, so a click on where it may go says it all.
  const shortcuts: SceneHost = {
    ...host,
    pick(target, exact) {
      const board = shown?.view.board as AscensionBoard | undefined;
      const stepping = board?.phase === 'step' || board?.phase === 'spring';
      const step = stepping ? shown?.view.legal.find((move) => move.at[1] === target) : undefined;
      // Pressed again, it is confirmed like everything else.
      if (step && shown?.selection.preview?.t !== step.t) host.choose(step.t);
      else host.pick(target, exact);
    },
  };
  let seats = 0;
  /** What stands higher than a pawn on the ground. */
  let towers: [string, number][] = [];
  /** The edges where the reserves of the seats lie. */
  let reserves = new Map<number, 'x' | 'z'>();
  // Corners go clockwise from the south-west.
  const quarter = (seat: number): number => ((seats === 2 ? [0, 2] : [0, 1, 2, 3])[seat - 1] ?? 0) * (-Math.PI / 2);
  const stage = new Stage(canvas, shortcuts, {
    // On a phone the board is as wide as the screen: reserves at its sides may be beyond it, one's own is before one.
    points: (narrow, seat) => {
      const own = reserves.get(seat);
      return outermost(new Set(narrow && own ? [own] : reserves.values()), towers);
    },
    table: -1,
    span: EDGE * 14.4,
    pitch: EDGE,
    // One looks over one's corner; on a narrow screen along the edges, which makes the cells half as large again.
    // A little beside the diagonal: straight across, the pawn in the opposite corner would seem to stand on the pillar.
    seatAngle: (seat, narrow) => quarter(seat) - (narrow ? 0 : Math.PI / 4 - 0.2),
  });
  const wholes = cubes();
  const flats = halves();
  const edging = edges();
  const faces = decals();
  const heights = numbers(HIGHEST);
  const barred = hatches();
  const contours = new Contours();
  const floor = new Instances(
    new BoxGeometry(EDGE * 0.96, 0.05, EDGE * 0.96),
    new MeshBasicMaterial({ colorWrite: false, depthWrite: false }),
    81,
  );
  const reachable = rings(EDGE * 0.3, EDGE * 0.4, 81);
  const last = new Ribbon(marks.pencil, 0.12);
  const lastSpot = lastRings(EDGE * 0.42, 0.16, 2);
  const step = routeRibbon(0.14);
  const finale = new Finale(stage, EDGE * 1.4);
  // On the frame: letters along two sides, numbers along the others.
  const rims = [-4.75 * EDGE, 4.75 * EDGE];
  const names = new Coordinates(
    Array.from({ length: 9 }, (_, i) => (i - 4) * EDGE).flatMap((at, i) =>
      rims.flatMap((rim) => [
        { text: 'abcdefghi'[i]!, x: at, z: rim },
        { text: String(9 - i), x: rim, z: at },
      ]),
    ),
    EDGE * 10,
    0.03,
    1.3,
  );
  stage.world.add(names.mesh);
  /** Around what an action would put there. */
  const outline = new Instances(new BoxGeometry(EDGE, 1, EDGE), new MeshBasicMaterial({ color: marks.ready, side: BackSide }), 1);
  const previews = new Map<number, Group>();
  stage.world.add(outline.mesh);
  stage.world.add(wholes.mesh, flats.mesh, barred.mesh, contours.rails.mesh, floor.mesh, reachable.group, last.group, step.group);
  stage.world.add(lastSpot.group, edging.wholes.mesh, edging.flats.mesh);
  for (const decal of [...faces.values(), ...heights]) stage.world.add(decal.mesh);
  let stand: Group | null = null;
  const pawns = new Map<number, { group: Group; cell: string }>();
  let ply = -1;
  let settle = (): void => undefined;
  let lying = new Map<string, Lying>();
  /** Pieces on their way. */
  const flights = new Map<string, { way: Way; turn: (t: number) => Quaternion; t: number }>();

  const build = (board: AscensionBoard): void => {
    if (stand) return;
    const corners = board.cells.flatMap((cell) => (cell.corner ? [{ at: place(cell.cell, 0), figure: cell.corner }] : []));
    stand = furniture(corners);
    stage.world.add(stand);
    for (const { seat, figure } of board.players) {
      const group = pawn(figure);
      stage.world.add(group);
      pawns.set(seat, { group, cell: '' });
    }
  };

  /** Where every piece lies. Reserves stand outside the board by their corner; the piece in hand hangs over the cell it came from. */
  const layOut = (board: AscensionBoard, viewing: number | null): Lying[] => {
    const found: Lying[] = [];
    for (const { cell, stack } of board.cells) {
      let height = 0;
      stack.forEach((piece, level) => {
        const high = thickness(piece);
        const at = place(cell, height + high / 2);
        height += high;
        if (piece.kind === 'pillar') return;
        const top = level === stack.length - 1;
        const whole = piece.kind === 'cube';
        // What I have seen is pencilled small in a corner of the cube, for me alone.
        const small = top && !piece.shows && whole && piece.face !== '?';
        const face = top && (piece.shows || small) ? piece.face : null;
        found.push({ key: `p${piece.piece}`, whole, at, name: cell, scale: 1, face, small, high: height, held: false });
      });
    }
    for (const player of board.players) {
      if (player.out) continue;
      const names = [...Array<string>(player.plain).fill('h'), ...Array<string>(player.figured).fill('f'), ...(player.joker ? ['j'] : [])];
      names.forEach((name, i) => {
        const at = reservePlace(player.corner, i);
        const face: Face | null = name === 'f' ? player.figure : name === 'j' ? 'J' : null;
        const nth = names.slice(0, i).filter((other) => other === name).length;
        const mine = player.seat === viewing;
        found.push({
          key: `r${player.seat}${name}${nth}`,
          whole: false,
          at,
          name: mine ? name : '',
          scale: 0.95,
          face,
          small: false,
          high: null,
          held: false,
        });
      });
    }
    if (board.hand) {
      const { hand } = board;
      const from = board.cells.find((cell) => cell.cell === hand.from);
      const at = from ? place(from.cell, from.height + thickness(hand) / 2 + 3.4) : new Vector3(0, HALF * 12, EDGE * 3);
      const whole = hand.kind === 'cube';
      const face = hand.face !== '?' && (hand.face !== '.' || whole) ? (hand.face as Face) : null;
      found.push({
        key: `p${hand.piece}`,
        whole,
        at,
        name: '',
        scale: face ? HELD : 1,
        face,
        small: false,
        high: null,
        held: face !== null,
      });
    }
    return found;
  };

  /** The piece in hand as it would lie, in an outline; the pawn where it would stand. */
  const showPreview = ({ view, selection }: SceneState, top: (cell: string, lift: number) => Vector3): void => {
    const board = view.board as AscensionBoard;
    const does = selection.preview?.says.key ?? '';
    const cell = selection.preview?.at.at(-1);
    const { hand } = board;
    const laid = does.startsWith('ascension.place') && hand && cell ? lying.get(`p${hand.piece}`) : undefined;
    if (laid && hand && cell) {
      const high = thickness(hand) * HALF;
      laid.at = top(cell, high / 2);
      outline.mesh.scale.y = high + 0.3;
      outline.show([{ at: laid.at.clone().setY(laid.at.y / outline.mesh.scale.y), scale: 1.05 }]);
    } else outline.show([]);
    const seat = 'seat' in view.turn ? view.turn.seat : 0;
    const figure = board.players.find((player) => player.seat === seat)?.figure;
    for (const group of previews.values()) group.visible = false;
    if (does !== 'ascension.step' || !cell || !figure) return;
    const group = previews.get(seat) ?? pawn(figure);
    if (!previews.has(seat)) {
      previews.set(seat, group);
      stage.world.add(group);
    }
    group.visible = true;
    group.position.copy(top(cell, 0));
    group.traverse((part) => (part.userData.target = cell));
  };

  /** Drawings stand upright before whoever looks; a piece that is held up is turned to them. */
  const turnOf = ({ held }: Lying): Quaternion => {
    const upright = new Quaternion().setFromAxisAngle(UP, quarter(stage.camera.viewing));
    if (!held) return upright;
    const facing = stage.camera.lens.getWorldDirection(new Vector3()).negate();
    // Not quite: a side of it still shows that it is a cube.
    return new Quaternion().setFromUnitVectors(UP, facing.lerp(UP, 0.25).normalize()).multiply(upright);
  };

  const drawPieces = (): void => {
    const whole: Spot[] = [];
    const flat: Spot[] = [];
    const drawings = new Map<Face, Spot[]>();
    const strong = shown?.settings.heights ?? false;
    for (const piece of lying.values()) {
      const flight = flights.get(piece.key);
      const at = flight?.way(flight.t) ?? piece.at;
      const turn = flight?.turn(flight.t) ?? turnOf(piece);
      const { name, scale } = piece;
      (piece.whole ? whole : flat).push({ at, name, scale, turn, tint: tintOf(piece.high, strong) });
      if (!piece.face) continue;
      const half = ((piece.whole ? EDGE : HALF) * scale) / 2 + 0.03;
      const spot = piece.small ? new Vector3(EDGE * 0.27, half, EDGE * 0.27) : new Vector3(0, half, 0);
      const drawing = { at: spot.applyQuaternion(turn).add(at), name, scale: piece.small ? 0.36 : scale * 0.97, turn };
      drawings.set(piece.face, [...(drawings.get(piece.face) ?? []), drawing]);
    }
    wholes.show(whole);
    flats.show(flat);
    const plain = shown?.settings.contrast ?? false;
    edging.wholes.show(plain ? whole.map(still) : []);
    edging.flats.show(plain ? flat.map(still) : []);
    for (const [face, decal] of faces) decal.show(drawings.get(face) ?? []);
  };

  /** Pieces that were elsewhere before fly to where they are now; one whose drawing comes up or goes down turns over. */
  const flyPieces = (before: ReadonlyMap<string, Lying>): Part[] => {
    let slow = false;
    const vanished = [...before.values()].filter((piece) => !lying.has(piece.key));
    const going = [...lying.values()].flatMap((piece) => {
      const old = before.get(piece.key) ?? vanished.shift();
      if (!old || old.at.distanceTo(piece.at) < 0.01) return [];
      const open = (one: Lying): boolean => one.face !== null && !one.small;
      const [start, end] = [turnOf(old), turnOf(piece)];
      const revealed = open(piece) && !open(old);
      if (revealed) start.multiply(OVER);
      if (open(old) && !open(piece)) end.multiply(OVER);
      slow ||= revealed;
      const turn = (t: number): Quaternion => start.clone().slerp(end, t);
      const flight = { way: arc(old.at, piece.at, revealed ? 0.4 : EDGE * 0.6), turn, t: 0 };
      flights.set(piece.key, flight);
      return [flight];
    });
    const step = (t: number): void => {
      for (const flight of going) flight.t = t;
      if (t === 1) flights.clear();
      drawPieces();
    };
    // What was hidden is a moment: it rises, turns to whoever looks, and stays there until it is put down.
    return going.length > 0 ? [{ duration: slow ? 900 : 420, step }] : [];
  };

  const movePawns = (board: AscensionBoard): Part[] =>
    board.players.flatMap(({ seat, pawn: cell }) => {
      const piece = pawns.get(seat);
      if (!piece) return [];
      piece.group.visible = cell !== null;
      if (!cell) return [];
      const goal = place(cell, board.cells.find((one) => one.cell === cell)?.height ?? 0);
      piece.group.traverse((part) => (part.userData.target = cell));
      const stays = piece.cell === '' || piece.cell === cell;
      piece.cell = cell;
      if (stays) {
        piece.group.position.copy(goal);
        return [];
      }
      const way = arc(piece.group.position.clone(), goal, EDGE * 0.5);
      return [{ duration: 420, step: (t) => void piece.group.position.copy(way(t)) }];
    });

  /** How high each cell is, on demand, upright before whoever looks. */
  const facing = new Quaternion();
  const number = (): void => {
    if (!shown) return;
    const { cells } = shown.view.board as AscensionBoard;
    const wanted = shown.settings.heights ? cells.filter((cell) => cell.pawn === null) : [];
    heights.forEach((decal, height) =>
      decal.show(
        wanted
          .filter((cell) => Math.min(cell.height, HIGHEST) === height)
          .map((cell) => ({ at: place(cell.cell, cell.height).add(new Vector3(0, EDGE * 0.26, 0)), turn: facing })),
      ),
    );
  };
  stage.onTurn((now) => {
    facing.copy(now);
    if (shown?.settings.heights) number();
    if (shown && [...lying.values()].some(({ held }) => held)) drawPieces();
  });
  stage.onResize(() => shown && drawPieces());
  facing.copy(stage.camera.lens.quaternion);

  const highlight = (state: SceneState): void => {
    const { view, selection, hover, settings } = state;
    names.show(settings.coordinates, quarter(stage.camera.viewing));
    const board = view.board as AscensionBoard;
    const heightOf = new Map(board.cells.map((cell) => [cell.cell, cell.height]));
    const top = (cell: string, lift: number): Vector3 => place(cell, heightOf.get(cell) ?? 0).add(new Vector3(0, lift, 0));
    const stepping = board.phase === 'step' || board.phase === 'spring';
    const onBoard = (name: string): boolean => heightOf.has(name);
    const targets = [...new Set(selection.candidates.flatMap((move) => move.at[stepping ? 1 : selection.path.length] ?? []))].filter(
      onBoard,
    );
    const telling = stepping || targets.length <= 30;
    const some = telling ? targets : targets.filter((cell) => cell === hover);
    const chosen = selection.preview?.at.filter(onBoard).at(-1);
    reachable.show([...new Set([...some, ...(chosen ? [chosen] : [])])].map((cell) => ({ at: top(cell, 0.12) })));
    const own = board.players.find((player) => 'seat' in view.turn && player.seat === view.turn.seat)?.pawn;
    const goal = stepping ? (chosen ?? (hover && targets.includes(hover) ? hover : undefined)) : undefined;
    step.show(
      own && goal
        ? [
            top(own, 0.6),
            top(own, 0.6)
              .lerp(top(goal, 0.6), 0.5)
              .add(new Vector3(0, 1.6, 0)),
            top(goal, 0.6),
          ]
        : null,
    );
    const [from, to] = view.last?.at ?? [];
    lastSpot.show(from && !to && onBoard(from) ? [{ at: top(from, 0.1) }] : []);
    last.show(
      from && to
        ? [
            top(from, 0.3),
            top(from, 0.3)
              .lerp(top(to, 0.3), 0.5)
              .add(new Vector3(0, 1.2, 0)),
            top(to, 0.3),
          ]
        : null,
    );
    barred.show(board.cells.filter((cell) => cell.barred).map((cell) => ({ at: top(cell.cell, 0.05) })));
    contours.show((column, row) => (settings.heights ? heightOf.get(`${'abcdefghi'[column]}${row + 1}`) : undefined));
    number();
    floor.show(board.cells.filter((cell) => cell.height === 0).map((cell) => ({ at: place(cell.cell, 0), name: cell.cell })));
    finale.show(view, (winner) => {
      const home = board.players.find((player) => player.seat === winner)?.pawn;
      return home ? [top(home, 2)] : [];
    });
    showPreview(state, top);
    const furnitureParts = stand?.children.filter((part) => part.name === 'pillar') ?? [];
    stage.setPickables([
      ...[...previews.values()].filter((group) => group.visible),
      ...[...pawns.values()].map((piece) => piece.group),
      wholes.mesh,
      flats.mesh,
      floor.mesh,
      ...furnitureParts,
    ]);
  };

  const where: Where = (name, over) => {
    const cells = (shown?.view.board as AscensionBoard | undefined)?.cells ?? [];
    return place(name, cells.find(({ cell }) => cell === name)?.height ?? 0).add(new Vector3(0, over ? 2.6 : 0.4, 0));
  };

  const standing = (name: string): Vector3 | null => {
    const cell = (shown?.view.board as AscensionBoard | undefined)?.cells.find((one) => one.cell === name);
    return cell ? place(name, cell.height) : null;
  };

  return stage.scene(where, standing, (state) => {
    const board = state.view.board as AscensionBoard;
    shown = state;
    build(board);
    towers = board.cells.filter(({ height }) => height > TOWER).map(({ cell, height }) => [cell, height]);
    if (seats !== state.view.seats) {
      seats = state.view.seats;
      reserves = new Map(board.players.map(({ seat, corner }) => [seat, edgeOf(corner)]));
      stage.camera.refit();
    } else if (state.view.ply !== ply && !stage.camera.whole) stage.refit();
    stage.settings(state.settings, state.viewing);
    if (state.view.ply !== ply) settle();
    const before = lying;
    lying = new Map(layOut(board, state.viewing).map((piece) => [piece.key, piece]));
    if (state.view.ply !== ply) {
      const follows = state.view.ply === ply + 1;
      ply = state.view.ply;
      const parts = [...(follows ? flyPieces(before) : []), ...movePawns(board)];
      settle = stage.animate(parts);
    }
    highlight(state);
    drawPieces();
    stage.changed();
  });
};
