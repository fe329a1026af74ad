import { BoxGeometry, Group, Mesh, MeshBasicMaterial, MeshStandardMaterial, Quaternion, Vector3 } from 'three';
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js';
import { boxEdges } from '../../../scene/edges';
import { drawn, seatColours } from '../../../scene/materials';

const SIZE = 2.2;
/** How high the middle of a cube is that stands on its corner in a hollow. */
export const STANDING = (SIZE * Math.sqrt(3)) / 2 - 0.9;

/** Each seat has a mark of its own: a ring, a cross, a bar. */
function face(seat: number): MeshStandardMaterial {
  const map = drawn(128, (context, size) => {
    context.fillStyle = seatColours[seat - 1] ?? '#888888';
    context.fillRect(0, 0, size, size);
    context.strokeStyle = 'rgba(255, 250, 240, 0.92)';
    context.lineWidth = 12;
    context.lineCap = 'round';
    const [low, mid, high] = [size * 0.3, size / 2, size * 0.7];
    context.beginPath();
    if (seat === 1) context.arc(mid, mid, size * 0.2, 0, 2 * Math.PI);
    if (seat === 2) {
      context.moveTo(low, low);
      context.lineTo(high, high);
      context.moveTo(high, low);
      context.lineTo(low, high);
    }
    if (seat === 3) {
      context.moveTo(mid, low);
      context.lineTo(high, high);
      context.lineTo(low, high);
      context.closePath();
    }
    context.stroke();
  });
  return new MeshStandardMaterial({ map, roughness: 0.72, envMapIntensity: 0.55 });
}

const upright = new Quaternion()
  .setFromUnitVectors(new Vector3(1, 1, 1).normalize(), new Vector3(0, 1, 0))
  .premultiply(new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.PI / 12));

/** The name of the part of a cube that shows its edges, in high contrast. */
export const EDGES = 'edges';

/** Makes cubes that stand on a corner. */
export function cubeMaker(): (seat: number) => Group {
  const geometry = new RoundedBoxGeometry(SIZE, SIZE, SIZE, 3, 0.18);
  const grip = new BoxGeometry(SIZE * 1.15, SIZE * 1.15, SIZE * 1.15);
  const unseen = new MeshBasicMaterial({ colorWrite: false, depthWrite: false });
  const ridges = boxEdges([SIZE, SIZE, SIZE], 0.1);
  const lines = new MeshBasicMaterial({ color: 0xffffff, toneMapped: false });
  const faces = new Map<number, MeshStandardMaterial>();
  return (seat) => {
    const material = faces.get(seat) ?? face(seat);
    faces.set(seat, material);
    const cube = new Mesh(geometry, material);
    cube.castShadow = cube.receiveShadow = true;
    cube.quaternion.copy(upright);
    const group = new Group();
    group.add(cube);
    // A little easier to hit than to see.
    const handle = new Mesh(grip, unseen);
    handle.quaternion.copy(upright);
    const edges = new Mesh(ridges, lines);
    edges.quaternion.copy(upright);
    edges.name = EDGES;
    edges.visible = false;
    group.add(handle, edges);
    return group;
  };
}
