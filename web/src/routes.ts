import type { Component } from 'svelte';
import { greeted } from './lib/api/http';
import type { Key } from './lib/i18n/index.svelte';

export interface Route {
  /** `:name` is a part handed to the page, `*` the rest as `rest`. */
  path: string;
  /** Nothing but the home page is in the first script. */
  load(): Promise<{ default: unknown }>;
  /** A table titles itself. */
  title?: Key;
  /** What the page takes from the query. */
  args?(query: URLSearchParams): Record<string, unknown>;
}

export type Page = Component<Record<string, unknown>>;

/** The home page is not listed: it comes with the application. */
export const routes: Route[] = [
  {
    path: '/t/:id',
    load: async () => (await Promise.all([import('./pages/Table.svelte'), greeted()]))[0],
    args: (query) => ({ invite: query.get('invite') }),
  },
  { path: '/settings', load: () => import('./pages/Settings.svelte'), title: 'nav.settings' },
  { path: '/account', load: () => import('./pages/Account.svelte'), title: 'nav.account' },
  { path: '/players/:name', load: () => import('./pages/Player.svelte'), title: 'player.title' },
  { path: '/leaderboard', load: () => import('./pages/Leaderboard.svelte'), title: 'nav.leaderboard' },
  { path: '/learn', load: () => import('./pages/Learn.svelte'), title: 'nav.learn' },
  { path: '/learn/:game', load: () => import('./pages/Rules.svelte'), title: 'nav.learn' },
  { path: '/learn/:game/:lesson', load: () => import('./pages/Lesson.svelte'), title: 'nav.learn' },
  { path: '/review', load: () => import('./pages/Review.svelte'), title: 'nav.review' },
  { path: '/review/:id', load: () => import('./pages/Review.svelte'), title: 'nav.review' },
  { path: '/analysis/:id', load: () => import('./pages/Analysis.svelte'), title: 'nav.analysis' },
];
