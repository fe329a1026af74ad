/** What this browser keeps, or this tab. It may keep nothing: the page works all the same. */
const AREAS = { browser: () => localStorage, tab: () => sessionStorage };
type Area = keyof typeof AREAS;

export function recall(key: string, area: Area = 'browser'): string | null {
  try {
    return AREAS[area]().getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text; null forgets it. */
export function keep(key: string, text: string | null, area: Area = 'browser'): void {
  try {
    if (text === null) AREAS[area]().removeItem(key);
    else AREAS[area]().setItem(key, text);
  } catch {
    // Forbidden, or full.
  }
}

/** What was kept as JSON; null if there is nothing, or something else. */
export function recallJson(key: string): unknown {
  try {
    return JSON.parse(recall(key) ?? 'null');
  } catch {
    return null;
  }
}
