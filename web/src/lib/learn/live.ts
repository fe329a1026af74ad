/** Browsers allow few WebGL contexts: the figures share two, and the one that has waited longest gives way. */
const MOST = 2;
const living: { give: () => void }[] = [];

/** Takes a place among the living; `give` is called when it is wanted back. Returns how to leave by oneself. */
export function live(give: () => void): () => void {
  const me = { give };
  living.push(me);
  while (living.length > MOST) living.shift()?.give();
  return () => {
    const at = living.indexOf(me);
    if (at >= 0) living.splice(at, 1);
  };
}
