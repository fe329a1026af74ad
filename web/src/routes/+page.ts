/** The first page has a file of its own, which names its scripts: they come without waiting for the router. */
export const prerender = true;
