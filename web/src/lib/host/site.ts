/** Whether this client is a site of its own, which no server of ours serves (`cargo xtask site`). */
export const SITE = import.meta.env['VITE_SITE'] === 'yes';
/** Where such a site sends people who want to play with others; null: nowhere. */
export const ELSEWHERE: string | null = (SITE && import.meta.env['VITE_SERVER']) || null;
