import type { AbraxasPending } from '../../generated';

export type Corner = AbraxasPending['to'];
