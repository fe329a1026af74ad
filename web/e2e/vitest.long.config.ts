import short from './vitest.config';

/** What takes too long for every change: the walker, and the journeys again under bad conditions. */
export default { ...short, test: { ...short.test, include: ['*.long.test.ts'], exclude: [] } };
