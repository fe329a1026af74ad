/// <reference types="@sveltejs/kit" />
import { base, version } from '$service-worker';

// The offline shell: the page and the files it has used come from the cache when the network is gone.
// Nothing under /api is ever kept, nor what says which version the server has.
const worker = self as unknown as ServiceWorkerGlobalScope;
const CACHE = `ludarium-${version}`;
/** One page stands for every address. */
const PAGE = `${base}/fallback.html`;
const NEVER = ['/api/', '/healthz', '/metrics', `${base}/_app/version.json`];

worker.addEventListener('install', (event) => {
  const fresh = new Request(PAGE, { cache: 'reload' });
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.add(fresh))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  );
});

const kept = async (request: Request | string): Promise<Response> => (await caches.match(request)) ?? Response.error();

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
    event.respondWith(fetch(request, { cache: 'no-cache' }).catch(() => kept(PAGE)));
  } else if (pathname.startsWith(`${base}/_app/immutable/`)) {
    // Their names change with their content.
    event.respondWith(caches.match(request).then((found) => found ?? fetched(request)));
  } else {
    event.respondWith(fetched(request).catch(() => kept(request)));
  }
});
