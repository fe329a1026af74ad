import type { View } from '../api/types';
import type { Selection } from '../table/selection';

/** What a scene may ask and tell. */
export interface SceneHost {
  /** A cell, hole, face, cube or reserve token that was clicked; '' is empty space. `exact`: just where, as the face of a cube. */
  pick(target: string, exact?: string): void;
  hover(target: string | null): void;
  /** The scene resolved to one action (a ghost was clicked). */
  choose(token: string): void;
  /** The camera has moved. */
  turned?(): void;
  /** There is a picture, for the first time. */
  shown?(): void;
}

export interface SceneSettings {
  reducedMotion: boolean;
  theme: 'light' | 'dark';
  contrast: boolean;
  /** The names of cells are printed on the board. */
  coordinates: boolean;
  heights: boolean;
  xray: boolean;
  exploded: number;
  sound: boolean;
}

/** What a figure points out. */
export interface SceneNotes {
  /** Roads, each as the names that it passes. */
  roads?: readonly (readonly string[])[];
  /** Letters, by the name of what each stands on. */
  letters?: Readonly<Record<string, string>>;
}

export interface SceneState {
  view: View;
  viewing: number | null;
  /** From the headless state: the path picked so far, the candidates, the preview. */
  selection: Selection;
  hover: string | null;
  settings: SceneSettings;
  notes?: SceneNotes;
}

/** Ways of looking that a scene may offer besides. */
export type Tool = 'xray' | 'exploded' | 'heights';

export type CameraName = 'seat' | 'top' | 'side' | 'front' | 'reset';

/** Where the camera is, and what it looks at: six numbers. */
export type Pose = number[];

/** A place on the canvas, in its own pixels from the upper left. */
export interface CanvasPoint {
  x: number;
  y: number;
}

export interface Scene {
  update(state: SceneState): void;
  camera(name: CameraName): void;
  /** Where on the canvas something that can be picked is; null if it is not there. */
  locate(target: string): CanvasPoint | null;
  /** What a press on this place of the canvas would meet; empty names for nothing. */
  at(place: CanvasPoint): { name: string; exact: string };
  pose(): Pose;
  take(pose: Pose): void;
  resize(): void;
  /** When no piece moves any more. */
  rest(): Promise<void>;
  /** Every piece is where it was going, at once. */
  settle(): void;
  /** A data url of what is drawn. */
  snapshot(): string;
  dispose(): void;
}

export type MakeScene = (canvas: HTMLCanvasElement, host: SceneHost) => Scene;
