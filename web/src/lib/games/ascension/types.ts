import type { AscensionPiece } from '../../generated';

export type Face = AscensionPiece['face'];
