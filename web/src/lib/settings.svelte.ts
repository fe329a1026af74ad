import { keep, recallJson } from './storage';

/** What this browser prefers. Kept in local storage; nothing of it goes to the server. */
export const LANGUAGES = ['en', 'fr', 'nl', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Settings {
  /** null: what the browser asks for. */
  language: Language | null;
  theme: 'system' | 'light' | 'dark';
  contrast: boolean;
  motion: 'system' | 'less';
  /** Preview an action and confirm it, or send it at once. */
  confirm: boolean;
  /** Whether the coach helps against the computer; null: where people begin. */
  coach: boolean | null;
  /** Whether the camera turns by itself to show where a picked piece may go. */
  turn: boolean;
  sound: boolean;
  /** Whether sound was offered and answered. */
  soundAsked: boolean;
  notify: boolean;
  /** Moves as the notation has them, instead of in words. */
  notation: boolean;
  /** The names of cells on the board. */
  coordinates: boolean;
  /** Where the engine thinks: on this device, or on the server. */
  think: 'here' | 'server';
  heights: boolean;
  xray: boolean;
  exploded: number;
}

const KEY = 'ludarium.settings';
const DEFAULTS: Settings = {
  language: null,
  theme: 'system',
  contrast: false,
  motion: 'system',
  confirm: true,
  coach: null,
  turn: false,
  sound: false,
  soundAsked: false,
  notify: false,
  notation: false,
  coordinates: false,
  think: 'here',
  heights: false,
  xray: false,
  exploded: 0,
};

export const settings: Settings = $state({ ...DEFAULTS, ...(recallJson(KEY) as Partial<Settings> | null) });

const media = (query: string): MediaQueryList | null => (typeof matchMedia === 'function' ? matchMedia(query) : null);
const dark = media('(prefers-color-scheme: dark)');
const still = media('(prefers-reduced-motion: reduce)');
const more = media('(prefers-contrast: more)');
const system = $state({ dark: dark?.matches ?? false, still: still?.matches ?? false, more: more?.matches ?? false });
dark?.addEventListener('change', () => (system.dark = dark.matches));
still?.addEventListener('change', () => (system.still = still.matches));
more?.addEventListener('change', () => (system.more = more.matches));

export const theme = (): 'light' | 'dark' => (settings.theme === 'system' ? (system.dark ? 'dark' : 'light') : settings.theme);
export const reducedMotion = (): boolean => settings.motion === 'less' || system.still;
export const contrast = (): boolean => settings.contrast || system.more;

export function language(): Language {
  if (settings.language) return settings.language;
  for (const wish of globalThis.navigator?.languages ?? []) {
    const found = LANGUAGES.find((known) => wish.toLowerCase().split('-')[0] === known);
    if (found) return found;
  }
  return 'en';
}

/** Keeps the settings and shows them on the page. Call once, inside a component. */
export function follow(): void {
  $effect(() => keep(KEY, JSON.stringify(settings)));
  $effect(() => {
    const root = document.documentElement;
    root.dataset['theme'] = theme();
    root.dataset['contrast'] = contrast() ? 'more' : 'normal';
    root.dataset['motion'] = reducedMotion() ? 'less' : 'normal';
  });
}
