import {
  ACESFilmicToneMapping,
  Color,
  type Material,
  type Object3D,
  PCFShadowMap,
  PMREMGenerator,
  type Quaternion,
  Scene as World,
  SRGBColorSpace,
  Vector3,
  WebGLRenderer,
} from 'three';
import { RoomEnvironment } from 'three/examples/jsm/environments/RoomEnvironment.js';
import { OrbitCamera } from './camera';
import { Daylight } from './daylight';
import type { Framing } from './framing';
import { software } from './graphics';
import { Notes, type Where } from './notes';
import { Pointer } from './pointer';
import { targets } from '../table/selection';
import { tabletop } from './tabletop';
import { type Part, Tweens } from './tweens';
import type { CameraName, Scene, SceneHost, SceneSettings } from './types';

/** What three.js will ask for later. Every answer is waited for: now it comes at once, with a picture under way it would not. */
const EXTENSIONS = [
  'KHR_parallel_shader_compile',
  'WEBGL_clip_cull_distance',
  'WEBGL_multi_draw',
  'OVR_multiview2',
  'EXT_texture_filter_anisotropic',
];

/** Calm daylight, a camera with limits, and one redraw path: at rest nothing is drawn. */
export class Stage {
  readonly world = new World();
  readonly camera: OrbitCamera;
  private readonly renderer: WebGLRenderer;
  private readonly light: Daylight;
  private readonly pointer: Pointer;
  private readonly tweens = new Tweens(
    () => this.invalidate(),
    () => this.changed(),
  );
  private readonly table: ReturnType<typeof tabletop> | null = null;
  private pending = 0;
  private compiled = false;
  private looks = '';
  private readonly middle = new Vector3();
  private disposed = false;
  private turned: ((facing: Quaternion) => void) | null = null;
  private resized: (() => void) | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly host: SceneHost,
    private readonly framing: Framing,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: false });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.toneMapping = ACESFilmicToneMapping;
    this.renderer.toneMappingExposure = 0.82;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    // Shadows change with the pieces, not with the camera.
    this.renderer.shadowMap.autoUpdate = false;
    for (const name of EXTENSIONS) this.renderer.extensions.has(name);
    this.renderer.setPixelRatio(software ? 1 : Math.min(devicePixelRatio, 2));
    if (!software) this.reflect();

    const { span, table } = framing;
    this.light = new Daylight(span, software);
    this.world.add(this.light.group);
    if (table !== null) {
      this.table = tabletop(span);
      this.table.position.y = table;
      this.world.add(this.table);
    }

    this.camera = new OrbitCamera(canvas, framing, () => {
      this.turned?.(this.camera.lens.quaternion);
      this.host.turned?.();
      this.invalidate();
    });
    this.camera.controls.addEventListener('start', () => this.halt());
    this.aim(new Vector3());

    this.pointer = new Pointer(canvas, this.camera.lens, host, () => this.look('reset'));
    this.resize();
  }

  /** The light of a room, thrown back by what is smooth. */
  private reflect(): void {
    const pmrem = new PMREMGenerator(this.renderer);
    this.world.environment = pmrem.fromScene(new RoomEnvironment(), 0.04).texture;
    this.world.environmentIntensity = 0.45;
    pmrem.dispose();
  }

  /** A scene on this stage: what it shows and where things are is the game's, the rest is the same for all. */
  scene(where: Where, place: (target: string) => Vector3 | null, update: Scene['update']): Scene {
    let notes: Notes | null = null;
    let aims = '';
    return {
      update: (state) => {
        update(state);
        const names = state.selection.path.length > 0 ? [...state.selection.path, ...targets(state.selection)] : [];
        if (names.join() !== aims) this.toPress(names.flatMap((name) => place(name) ?? []));
        aims = names.join();
        if (!state.notes) return;
        if (!notes) {
          notes = new Notes(where, this.framing.span / 16);
          this.world.add(...notes.objects);
        }
        notes.show(state.notes);
      },
      locate: (target) => this.camera.locate(place(target)),
      at: ({ x, y }) => {
        const { left, top } = this.canvas.getBoundingClientRect();
        return this.pointer.at({ clientX: left + x, clientY: top + y });
      },
      camera: (name) => this.look(name),
      pose: () => this.camera.pose(),
      take: (pose) => {
        this.halt();
        this.camera.take(pose);
        this.invalidate();
      },
      resize: () => this.resize(),
      rest: () => this.tweens.rest(),
      settle: () => this.tweens.settle(),
      snapshot: () => this.snapshot(),
      dispose: () => this.dispose(),
    };
  }

  /** What can be clicked. */
  setPickables(objects: Object3D[]): void {
    this.pointer.pickables = objects;
  }

  settings(settings: SceneSettings, viewing: number | null): void {
    this.tweens.reducedMotion = settings.reducedMotion;
    const looks = `${settings.theme} ${settings.contrast}`;
    if (looks !== this.looks) {
      this.looks = looks;
      const dark = settings.theme === 'dark';
      this.world.background = new Color(settings.contrast ? (dark ? 0x000000 : 0xffffff) : dark ? 0x211d18 : 0xece4d4);
      this.light.show(settings);
      // A plain ground, where differences must be plain.
      if (this.table) this.table.visible = !settings.contrast;
      this.table?.material.color.set(dark ? 0x6f6256 : 0xffffff);
      this.invalidate();
    }
    const seat = viewing ?? 1;
    if (seat !== this.camera.viewing) {
      this.camera.viewing = seat;
      this.aim(this.middle);
      this.look('seat');
    }
  }

  /** The middle of the game is here: light falls on it. */
  aim(middle: Vector3): void {
    this.middle.copy(middle);
    const angle = this.framing.seatAngle(this.camera.viewing, this.camera.narrow);
    this.light.aim(middle, angle);
    this.world.environmentRotation.y = angle;
    this.changed();
  }

  /** Calls back whenever the camera has moved, before it draws. */
  onTurn(turned: (facing: Quaternion) => void): void {
    this.turned = turned;
  }

  /** Calls back when the picture has another shape, before the camera is fitted to it. */
  onResize(resized: () => void): void {
    this.resized = resized;
  }

  /** Something moved: draw once, shadows too. */
  changed(): void {
    this.renderer.shadowMap.needsUpdate = true;
    this.invalidate();
  }

  invalidate(): void {
    if (this.pending || this.disposed) return;
    this.pending = requestAnimationFrame(this.frame);
  }

  /** Moves parts one after the other; at once if motion is reduced. Answers with what puts them where they go. */
  animate(parts: readonly Part[], done?: () => void): () => void {
    return this.tweens.move(parts, done, false);
  }

  /** Shaders are built beside the page: who draws with one that is not ready waits for it, and the page with them. */
  private async compile(): Promise<void> {
    await this.renderer.compileAsync(this.world, this.camera.lens);
    await this.idle();
    this.compiled = true;
    this.pending = 0;
    this.changed();
  }

  /** When all that was asked for is done: what is asked next is answered at once. */
  private async idle(): Promise<void> {
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    const done = (): boolean => fence === null || gl.isContextLost() || gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED;
    while (!done()) await new Promise((next) => setTimeout(next, 10));
    gl.deleteSync(fence);
  }

  private readonly frame = (now: number): void => {
    if (!this.compiled) {
      void this.compile();
      return;
    }
    this.pending = 0;
    if (this.tweens.advance(now)) this.renderer.shadowMap.needsUpdate = true;
    this.renderer.render(this.world, this.camera.lens);
    this.told();
    this.tweens.rested();
    if (!this.tweens.none) this.invalidate();
  };

  look(name: CameraName): void {
    this.halt();
    this.tweens.move([{ duration: 600, step: this.camera.way(name) }], undefined, true);
  }

  /** Whoever takes hold of the camera has it. */
  private halt(): void {
    this.tweens.halt();
    this.camera.halt();
  }

  /** On a small screen: goes to where something can be pressed, or back to where all is seen. */
  private toPress(places: readonly Vector3[]): void {
    const { standard } = this.camera;
    if (!standard || !this.camera.narrow) return;
    const way = places.length > 0 ? this.camera.toPress(places) : null;
    this.tweens.move([{ duration: 350, step: way ?? this.camera.way(standard) }], undefined, true);
  }

  /** Goes nearer to a place, from where the camera is; not where motion is reduced. */
  approach(place: Vector3): void {
    if (!this.tweens.reducedMotion) this.tweens.move([{ duration: 900, step: this.camera.nearer(place) }], undefined, true);
  }

  /** What is to be seen has changed: whoever has not turned the camera sees all of it again. */
  refit(): void {
    if (this.camera.standard) this.look(this.camera.standard);
  }

  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    this.camera.lens.aspect = width / height;
    this.resized?.();
    this.camera.resize(width, height);
    this.renderer.setSize(width, height, false);
    this.changed();
  }

  snapshot(): string {
    this.renderer.shadowMap.needsUpdate = true;
    this.renderer.render(this.world, this.camera.lens);
    return this.canvas.toDataURL('image/png');
  }

  /** Leaves on the canvas what whoever measures wants to know: frames so far, draw calls of the last one, whether all is in it. */
  private told(): void {
    const { frame, calls } = this.renderer.info.render;
    if (!this.canvas.dataset['frames']) this.host.shown?.();
    Object.assign(this.canvas.dataset, { frames: String(frame), calls: String(calls), whole: String(this.camera.whole) });
  }

  dispose(): void {
    this.disposed = true;
    cancelAnimationFrame(this.pending);
    this.tweens.clear();
    this.pointer.dispose();
    this.camera.dispose();
    this.world.traverse((object) => {
      const mesh = object as Object3D & { geometry?: { dispose(): void }; material?: Material | Material[] };
      mesh.geometry?.dispose();
      for (const material of [mesh.material ?? []].flat()) material.dispose();
    });
    this.world.environment?.dispose();
    this.renderer.dispose();
  }
}
