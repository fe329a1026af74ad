import {
  ACESFilmicToneMapping,
  AmbientLight,
  Color,
  DirectionalLight,
  HemisphereLight,
  type Intersection,
  type Material,
  type Object3D,
  PCFShadowMap,
  PerspectiveCamera,
  PMREMGenerator,
  type Quaternion,
  Raycaster,
  Scene as World,
  SRGBColorSpace,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { RoomEnvironment } from 'three/examples/jsm/environments/RoomEnvironment.js';
import { software } from './graphics';
import { Notes, type Where } from './notes';
import { tabletop } from './tabletop';
import type { CameraName, Place, Pose, Scene, SceneHost, SceneSettings } from './types';

/** Where the camera looks by default, in centimetres. */
export interface Framing {
  target: Vector3;
  /** How high the table top is; null: the game brings its own. */
  table: number | null;
  /** How wide the game is; the standard views fit it. */
  span: number;
  /** From which side each seat looks, as an angle about the vertical axis; 0 is from the south. */
  seatAngle(seat: number): number;
}

/** How high above the table someone sits, as an angle. */
const SEATED = 0.86;
const STANDING = 1.12;

/** What three.js will ask for later. Every answer is waited for: now it comes at once, with a picture under way it would not. */
const EXTENSIONS = [
  'KHR_parallel_shader_compile',
  'WEBGL_clip_cull_distance',
  'WEBGL_multi_draw',
  'OVR_multiview2',
  'EXT_texture_filter_anisotropic',
];

/** What the `userData` of something that can be clicked says. */
interface Pickable {
  target?: string;
  targets?: string[];
  exact?: (point: Vector3, name: string) => string;
}

type Step = (t: number) => void;
interface Tween {
  start: number;
  duration: number;
  step: Step;
  done: (() => void) | undefined;
  /** The camera may go on moving while the pieces are at rest. */
  camera: boolean;
}

/** Something that moves for a while, in milliseconds. */
export interface Part {
  duration: number;
  /** Called with eased time from 0 to 1. */
  step: Step;
}

/** Fast first, then slower. */
const ease = (t: number): number => 1 - (1 - t) ** 3;

/** Calm daylight, a camera with limits, picking, and one redraw path: at rest nothing is drawn. */
export class Stage {
  readonly world = new World();
  readonly camera = new PerspectiveCamera(32, 1, 1, 600);
  readonly controls: OrbitControls;
  private readonly renderer: WebGLRenderer;
  private readonly key = new DirectionalLight(0xfff1dc, 2.4);
  private readonly fill = new AmbientLight(0xffffff, 0.25);
  private readonly raycaster = new Raycaster();
  private readonly tweens = new Set<Tween>();
  private readonly table: ReturnType<typeof tabletop> | null = null;
  private resting: (() => void)[] = [];
  private pickables: Object3D[] = [];
  private pending = 0;
  private compiled = false;
  private pressed: Vector2 | null = null;
  private viewing = 1;
  private reducedMotion = false;
  private theme: SceneSettings['theme'] | null = null;
  private disposed = false;
  private turned: ((facing: Quaternion) => void) | null = null;

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
    if (software) this.world.add(new HemisphereLight(0xffffff, 0x9c8f7c, 1.6));
    else this.reflect();

    const { target, span } = framing;
    this.key.position.set(target.x - span, target.y + span * 1.3, target.z + span * 0.5);
    this.key.target.position.copy(target);
    this.key.castShadow = true;
    this.key.shadow.mapSize.set(1024, 1024);
    const reach = span * 0.85;
    Object.assign(this.key.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 1, far: span * 4 });
    this.key.shadow.bias = -0.0006;
    this.key.shadow.normalBias = 0.04;
    this.key.shadow.radius = 5;
    this.world.add(this.key, this.key.target, this.fill);
    if (framing.table !== null) {
      this.table = tabletop(span);
      this.table.position.set(target.x, framing.table, target.z);
      this.world.add(this.table);
    }

    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.maxPolarAngle = Math.PI / 2 - 0.06;
    this.controls.minDistance = span * 0.6;
    this.controls.maxDistance = span * 4;
    this.controls.addEventListener('change', () => {
      this.turned?.(this.camera.quaternion);
      this.host.turned?.();
      this.invalidate();
    });
    this.reset();

    canvas.addEventListener('pointerdown', this.onDown);
    canvas.addEventListener('pointerup', this.onUp);
    canvas.addEventListener('pointermove', this.onMove);
    canvas.addEventListener('pointerleave', this.onLeave);
    canvas.addEventListener('dblclick', this.onDouble);
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
    return {
      update: (state) => {
        update(state);
        if (!state.notes) return;
        if (!notes) {
          notes = new Notes(where, this.framing.span / 16);
          this.world.add(...notes.objects);
        }
        notes.show(state.notes);
      },
      locate: (target) => this.locate(place(target)),
      camera: (name) => this.look(name),
      pose: () => this.pose(),
      take: (pose) => this.take(pose),
      resize: () => this.resize(),
      rest: () => this.rest(),
      settle: () => this.settle(),
      snapshot: () => this.snapshot(),
      dispose: () => this.dispose(),
    };
  }

  private locate(place: Vector3 | null): Place | null {
    if (!place) return null;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.camera.updateMatrixWorld();
    const { x, y, z } = place.clone().project(this.camera);
    return z > 1 ? null : { x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height };
  }

  /**
   * What can be clicked: meshes with `userData.target`, or instanced ones with `userData.targets`. `userData.exact` names the
   * very place on one of them.
   */
  setPickables(objects: Object3D[]): void {
    this.pickables = objects;
  }

  settings(settings: SceneSettings, viewing: number | null): void {
    this.reducedMotion = settings.reducedMotion;
    if (settings.theme !== this.theme) {
      this.theme = settings.theme;
      const dark = settings.theme === 'dark';
      this.world.background = new Color(dark ? 0x211d18 : 0xece4d4);
      this.key.intensity = dark ? 1.7 : 2.4;
      this.table?.material.color.set(dark ? 0x6f6256 : 0xffffff);
      this.invalidate();
    }
    const seat = viewing ?? 1;
    if (seat !== this.viewing) {
      this.viewing = seat;
      this.look('seat');
    }
  }

  /** Calls back whenever the camera has moved, before it draws. */
  onTurn(turned: (facing: Quaternion) => void): void {
    this.turned = turned;
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
    return this.move(parts, done, false);
  }

  private move(parts: readonly Part[], done: (() => void) | undefined, camera: boolean): () => void {
    const duration = parts.reduce((sum, part) => sum + part.duration, 0);
    let at = 0;
    const step = (t: number): void => {
      let time = t * duration;
      parts.forEach((part, i) => {
        if (i >= at && (time > 0 || i === at)) part.step(time >= part.duration ? 1 : ease(Math.max(0, time) / part.duration));
        if (i === at && time >= part.duration) at += 1;
        time -= part.duration;
      });
    };
    if (this.reducedMotion || duration === 0) {
      step(1);
      done?.();
      this.changed();
      return () => undefined;
    }
    const tween: Tween = { start: performance.now(), duration, step, done, camera };
    this.tweens.add(tween);
    this.invalidate();
    return () => this.finish(tween);
  }

  private finish(tween: Tween): void {
    if (!this.tweens.delete(tween)) return;
    tween.step(1);
    tween.done?.();
    this.changed();
  }

  /** When no piece moves any more. */
  private async rest(): Promise<void> {
    // What is to be shown is told to a scene a moment after it has happened.
    await new Promise((next) => setTimeout(next));
    if (this.moves()) await new Promise<void>((done) => this.resting.push(done));
  }

  private moves = (): boolean => [...this.tweens].some((tween) => !tween.camera);

  /** Every piece is where it was going. */
  private settle(): void {
    for (const tween of [...this.tweens]) if (!tween.camera) this.finish(tween);
    this.rested();
  }

  private rested(): void {
    if (!this.moves()) for (const done of this.resting.splice(0)) done();
  }

  /** Shaders are built beside the page: who draws with one that is not ready waits for it, and the page with them. */
  private async compile(): Promise<void> {
    await this.renderer.compileAsync(this.world, this.camera);
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
    for (const tween of this.tweens) {
      const t = Math.min(1, Math.max(0, (now - tween.start) / tween.duration));
      tween.step(t);
      if (t >= 1) {
        this.tweens.delete(tween);
        tween.done?.();
      }
      this.renderer.shadowMap.needsUpdate = true;
    }
    this.renderer.render(this.world, this.camera);
    this.told();
    this.rested();
    if (this.tweens.size > 0) this.invalidate();
  };

  look(name: CameraName): void {
    const [angle, height] = this.standard(name);
    const goal = this.seen(angle, height);
    const from = this.camera.position.clone();
    const fromTarget = this.controls.target.clone();
    const distance = goal.position.distanceTo(goal.target);
    const step = (t: number): void => {
      this.controls.target.lerpVectors(fromTarget, goal.target, t);
      this.camera.position.lerpVectors(from, goal.position, t).sub(this.controls.target).setLength(distance).add(this.controls.target);
      this.controls.update();
    };
    this.move([{ duration: 600, step }], undefined, true);
  }

  /** Goes nearer to a place, from where the camera is; not where motion is reduced. */
  approach(place: Vector3): void {
    if (this.reducedMotion) return;
    const [from, fromTarget] = [this.camera.position.clone(), this.controls.target.clone()];
    const target = fromTarget.clone().lerp(place, 0.6);
    const goal = from.clone().sub(fromTarget).multiplyScalar(0.82).add(target);
    const step = (t: number): void => {
      this.controls.target.lerpVectors(fromTarget, target, t);
      this.camera.position.lerpVectors(from, goal, t);
      this.controls.update();
    };
    this.move([{ duration: 900, step }], undefined, true);
  }

  /** The angle about the table and the height of a standard view. */
  private standard(name: CameraName): [number, number] {
    const around = this.framing.seatAngle(this.viewing);
    // On a narrow screen one stands up: seen from higher, the board is as long as the screen allows.
    const seated = this.camera.aspect < 0.85 ? STANDING : SEATED;
    return {
      seat: [around, seated],
      reset: [around, seated],
      top: [around, Math.PI / 2 - 0.001],
      side: [around + Math.PI / 2, 0.35],
      front: [around, 0.3],
    }[name] as [number, number];
  }

  /** Where to stand to see the whole game from an angle. What is near looks larger, so one looks a little nearer than the middle. */
  private seen(angle: number, height: number): { position: Vector3; target: Vector3 } {
    const { target, span } = this.framing;
    const flat = Math.cos(height);
    const towards = new Vector3(Math.sin(angle), 0, Math.cos(angle));
    const aim = towards
      .clone()
      .multiplyScalar(flat * Math.sin(height) * span * 0.1)
      .add(target);
    const position = towards.multiplyScalar(flat).setY(Math.sin(height)).multiplyScalar(this.fit(span)).add(aim);
    return { position, target: aim };
  }

  pose(): Pose {
    return [...this.camera.position.toArray(), ...this.controls.target.toArray()];
  }

  /** Puts the camera where a pose says, within its limits. */
  take(pose: Pose): void {
    const [x = 0, y = 0, z = 0, tx = 0, ty = 0, tz = 0] = pose;
    this.camera.position.set(x, y, z);
    this.controls.target.set(tx, ty, tz);
    this.controls.update();
    this.invalidate();
  }

  /** As near as the whole game allows, upright or across. */
  private fit(span: number): number {
    const half = Math.tan((this.camera.fov * Math.PI) / 360);
    return Math.max((span * 0.47) / half, (span * 0.56) / (half * this.camera.aspect));
  }

  private reset(): void {
    const { position, target } = this.seen(...this.standard('seat'));
    this.camera.position.copy(position);
    this.controls.target.copy(target);
    this.controls.update();
  }

  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    const first = this.camera.aspect === 1;
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.renderer.setSize(width, height, false);
    if (first) this.reset();
    this.changed();
  }

  snapshot(): string {
    this.renderer.shadowMap.needsUpdate = true;
    this.renderer.render(this.world, this.camera);
    return this.canvas.toDataURL('image/png');
  }

  /** Leaves on the canvas what drawing costs, for whoever measures: frames so far, draw calls of the last one. */
  private told(): void {
    const { frame, calls } = this.renderer.info.render;
    Object.assign(this.canvas.dataset, { frames: String(frame), calls: String(calls) });
  }

  private targetAt(event: PointerEvent | MouseEvent): { name: string; exact: string } {
    const box = this.canvas.getBoundingClientRect();
    const point = new Vector2(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2);
    this.raycaster.setFromCamera(point, this.camera);
    const hits: Intersection[] = this.raycaster.intersectObjects(this.pickables, true);
    for (const hit of hits) {
      const { target, targets, exact } = hit.object.userData as Pickable;
      const name = (hit.instanceId === undefined ? target : targets?.[hit.instanceId]) ?? '';
      const place = exact?.(hit.point, name) ?? name;
      if (place && hit.object.visible) return { name: name || place, exact: place };
    }
    return { name: '', exact: '' };
  }

  private readonly onDown = (event: PointerEvent): void => {
    this.pressed = new Vector2(event.clientX, event.clientY);
  };

  private readonly onUp = (event: PointerEvent): void => {
    const moved = this.pressed?.distanceTo(new Vector2(event.clientX, event.clientY)) ?? Infinity;
    this.pressed = null;
    // A drag turns the camera; only a tap picks.
    if (moved >= 6 || event.button !== 0) return;
    const { name, exact } = this.targetAt(event);
    this.host.pick(name, exact);
  };

  private readonly onMove = (event: PointerEvent): void => {
    if (event.pointerType === 'touch' || this.pressed) return;
    const { name } = this.targetAt(event);
    this.canvas.style.cursor = name ? 'pointer' : 'grab';
    this.host.hover(name || null);
  };

  private readonly onLeave = (): void => this.host.hover(null);
  private readonly onDouble = (): void => this.look('reset');

  dispose(): void {
    this.disposed = true;
    cancelAnimationFrame(this.pending);
    this.tweens.clear();
    this.rested();
    this.canvas.removeEventListener('pointerdown', this.onDown);
    this.canvas.removeEventListener('pointerup', this.onUp);
    this.canvas.removeEventListener('pointermove', this.onMove);
    this.canvas.removeEventListener('pointerleave', this.onLeave);
    this.canvas.removeEventListener('dblclick', this.onDouble);
    this.controls.dispose();
    this.world.traverse((object) => {
      const mesh = object as Object3D & { geometry?: { dispose(): void }; material?: Material | Material[] };
      mesh.geometry?.dispose();
      for (const material of [mesh.material ?? []].flat()) material.dispose();
    });
    this.world.environment?.dispose();
    this.renderer.dispose();
  }
}
