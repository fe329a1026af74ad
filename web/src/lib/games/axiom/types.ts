import type { AxiomSceptre } from '../../generated';

export type Direction = AxiomSceptre['dir'];
