/// <reference types="@sveltejs/kit" />
import { base, build, files, prerendered, version } from '$service-worker';
import { SITE } from '../lib/host/site';

// All of the client is kept when it is first visited, so that what needs no server works without a network.
// Nothing under /api is ever kept, nor what says which version there is.
const worker = self as unknown as ServiceWorkerGlobalScope;
/** A host may serve other sites from the same origin, another of ours among them: their caches are theirs. */
const OURS = `ludarium${base}-`;
const CACHE = OURS + version;
/** The server's page that stands for every address; a site of its own has a page for each instead. */
const PAGE = `${base}/fallback.html`;
const NEVER = ['/api/', '/healthz', '/metrics', `${base}/_app/version.json`];

/** What is wanted everywhere comes first and must come; the rest may be missing for a while. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE);
  const pages = [...prerendered, ...(SITE ? [] : [PAGE])];
  await cache.addAll([...pages, ...build].map((path) => new Request(path, { cache: build.includes(path) ? 'default' : 'reload' })));
  await Promise.allSettled(files.map((path) => cache.add(path)));
}

worker.addEventListener('install', (event) => event.waitUntil(keepAll().then(() => worker.skipWaiting())));

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith(OURS) && name !== CACHE))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  );
});

const kept = async (request: Request | string): Promise<Response | undefined> =>
  (await caches.open(CACHE)).match(request, { ignoreSearch: true });

/** The page of an address: its own, or the one that stands for every address. */
const page = async (path: string): Promise<Response> => (await kept(path)) ?? (await kept(PAGE)) ?? Response.error();

async function fetched(request: Request): Promise<Response> {
  const response = await fetch(request);
  if (response.ok) await (await caches.open(CACHE)).put(request, response.clone());
  return response;
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || NEVER.some((path) => pathname.startsWith(path))) return;
  if (request.mode === 'navigate') {
    // Asked anew by the way back too, where a browser would take the page of an older version from its cache.
    event.respondWith(fetch(request, { cache: 'no-cache' }).catch(() => page(pathname)));
  } else if (pathname.startsWith(`${base}/_app/immutable/`)) {
    // Their names change with their content.
    event.respondWith(kept(request).then((found) => found ?? fetched(request)));
  } else {
    event.respondWith(fetched(request).catch(async () => (await kept(request)) ?? Response.error()));
  }
});
