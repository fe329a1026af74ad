/** The drawings of Ascension as characters (Ascension 1.2), and the joker. */
export const GLYPHS: Record<string, string> = { T: '▲', C: '●', S: '■', E: '★', L: '☰', M: '▬', R: '⌇', K: '⇄', B: '⌂', G: '✕', J: '✦' };
