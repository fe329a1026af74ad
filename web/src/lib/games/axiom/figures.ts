import type { Figure } from '../../learn/figures';
import figures from './figures.json';

/** As data, so that the rules can check what the captions say. */
export default figures satisfies Record<string, Figure>;
