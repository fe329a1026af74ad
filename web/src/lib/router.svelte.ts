/** Where we are. Addresses are plain paths; the server sends the same page for all of them. */
const read = () => ({ path: location.pathname, query: location.search, hash: location.hash });

export const place = $state(read());

function arrive(): void {
  Object.assign(place, read());
}

export function go(address: string, replace = false): void {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  arrive();
  if (!location.hash) scrollTo(0, 0);
}

/** Follows links inside the site without a reload. */
export function listen(): () => void {
  const onClick = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const anchor = (event.target as Element | null)?.closest('a');
    if (!anchor || anchor.target || anchor.hasAttribute('download') || anchor.origin !== location.origin) return;
    if (anchor.pathname.startsWith('/api/')) return;
    event.preventDefault();
    go(anchor.pathname + anchor.search + anchor.hash);
  };
  addEventListener('popstate', arrive);
  addEventListener('click', onClick);
  return () => {
    removeEventListener('popstate', arrive);
    removeEventListener('click', onClick);
  };
}

/** The parts of a path that match a pattern such as `/t/:id`, or null. */
export function match(pattern: string, path: string): Record<string, string> | null {
  const want = pattern.split('/');
  const have = path.replace(/\/+$/, '').split('/');
  if (path === '/') return pattern === '/' ? {} : null;
  const rest = want.at(-1) === '*';
  if (rest ? have.length < want.length - 1 : have.length !== want.length) return null;
  const found: Record<string, string> = {};
  for (const [i, part] of want.entries()) {
    if (part === '*') return { ...found, rest: have.slice(i).map(decodeURIComponent).join('/') };
    if (part.startsWith(':')) found[part.slice(1)] = decodeURIComponent(have[i] ?? '');
    else if (part !== have[i]) return null;
  }
  return found;
}
