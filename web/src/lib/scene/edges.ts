import { BoxGeometry, type BufferGeometry } from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';

/** The twelve edges of a box, as bars of this thickness. */
export function boxEdges(size: readonly [number, number, number], thick: number): BufferGeometry {
  const bars = [0, 1, 2].flatMap((along) =>
    [-1, 1].flatMap((a) =>
      [-1, 1].map((b) => {
        const [x, y, z] = size.map((length, i) => (i === along ? length + thick : thick));
        const [left, up, near] = size.map((length, i) => (i === along ? 0 : ((i === (along + 1) % 3 ? a : b) * length) / 2));
        return new BoxGeometry(x, y, z).translate(left!, up!, near!);
      }),
    ),
  );
  return mergeGeometries(bars);
}
