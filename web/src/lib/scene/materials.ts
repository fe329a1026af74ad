import { CanvasTexture, Color, MeshPhysicalMaterial, MeshStandardMaterial, RepeatWrapping, SRGBColorSpace } from 'three';

/** A repeatable pseudo-random generator: the grain is the same at every visit. */
export function noise(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function canvas(size: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const element = document.createElement('canvas');
  element.width = element.height = size;
  const context = element.getContext('2d');
  if (!context) throw new Error('no 2d canvas');
  return [element, context];
}

/** Long fibres over a strip of a drawing, one octave per row: how many, how wide, how strong. */
export function fibres(
  pen: CanvasRenderingContext2D,
  random: () => number,
  colour: string,
  strength: number,
  octaves: readonly (readonly [number, number, number])[],
  top = 0,
  high = pen.canvas.height,
): void {
  const size = pen.canvas.width;
  pen.strokeStyle = colour;
  for (const [count, width, alpha] of octaves) {
    pen.lineWidth = width;
    for (let i = 0; i < count; i++) {
      pen.globalAlpha = alpha * strength * (0.4 + random());
      const y = top + random() * high;
      const bend = (random() - 0.5) * 26;
      pen.beginPath();
      pen.moveTo(0, y);
      pen.bezierCurveTo(size / 3, y + bend, (size * 2) / 3, y - bend, size, y);
      pen.stroke();
    }
  }
  pen.globalAlpha = 1;
}

/** Wood: fibres in two octaves over a base colour. */
function grain(base: string, dark: string, seed: number, strength = 0.5): CanvasTexture {
  const size = 256;
  const [element, context] = canvas(size);
  const random = noise(seed);
  context.fillStyle = base;
  context.fillRect(0, 0, size, size);
  fibres(context, random, dark, strength, [
    [26, 7, 0.1],
    [150, 1.4, 0.16],
  ]);
  const texture = new CanvasTexture(element);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
}

/** A wood of this colour. */
export function wood(base: string, dark: string, seed: number, roughness = 0.62, strength = 0.5): MeshStandardMaterial {
  return new MeshStandardMaterial({ map: grain(base, dark, seed, strength), roughness, metalness: 0 });
}

/** Something moulded or lacquered, of one colour. */
export function plain(colour: string | number, roughness = 0.6, metalness = 0): MeshStandardMaterial {
  return new MeshStandardMaterial({ color: new Color(colour), roughness, metalness });
}

/** Smoked, see-through. */
export function smoked(colour: string, opacity: number): MeshPhysicalMaterial {
  return new MeshPhysicalMaterial({
    color: new Color(colour),
    roughness: 0.4,
    transparent: true,
    opacity,
    // Seen from above it would else be as bright as the ceiling.
    clearcoat: 0.2,
    envMapIntensity: 0.35,
    depthWrite: false,
  });
}

/** A drawing as a texture: text, figures, hatching. */
export function drawn(size: number, draw: (context: CanvasRenderingContext2D, size: number) => void): CanvasTexture {
  const [element, context] = canvas(size);
  draw(context, size);
  const texture = new CanvasTexture(element);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
}

/** The colours of seats: told apart also by shape and mark wherever they appear. */
export const seatColours = ['#2f5d8a', '#b3402e', '#c9972c', '#4d7a4f'] as const;
/** What is drawn over a board. Each mark has two of these colours, so that it shows on whatever it lies on. */
export const marks = {
  goEdge: 0x0d3a20,
  ready: 0x6fe39b,
  accent: 0xb3402e,
  cobalt: 0x2f5d8a,
  pencil: 0x3b342b,
  paper: 0xfff8e6,
  gold: 0xf2c14e,
} as const;
/** The typeface of what is printed in a scene; the page has loaded it. */
export const font = (size: number): string => `600 ${size}px "Source Sans 3", sans-serif`;
