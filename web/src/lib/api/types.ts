/**
 * What the server says, as Rust wrote it down in `../generated`, with the four games put in: there a game is a
 * string and its board unknown, since what the server shares between games knows none of them. Nothing here is a rule.
 */
import type * as wire from '../generated';

/** The one list of the games in TypeScript. */
export interface Boards {
  axiom: wire.AxiomBoard;
  abraxas: wire.AbraxasBoard;
  archimedes: wire.ArchimedesBoard;
  ascension: wire.AscensionBoard;
}
export type GameKey = keyof Boards;
export const GAME_KEYS: readonly GameKey[] = ['axiom', 'abraxas', 'archimedes', 'ascension'];

export type ViewOf<K extends GameKey> = Omit<wire.View, 'game' | 'board'> & { game: K; board: Boards[K] };
export type View = { [K in GameKey]: ViewOf<K> }[GameKey];

/** The same with the games known, however deep. */
type Known<T> = T extends wire.View ? View : T extends object ? { [K in keyof T]: K extends 'game' ? GameKey : Known<T[K]> } : T;

export type {
  AbraxasBoard,
  AbraxasLine,
  AnalysedPly,
  Analysis,
  ArchimedesBoard,
  ArchimedesCube,
  ArchimedesSide,
  AscensionBoard,
  AscensionCell,
  AscensionPiece,
  AscensionPlayer,
  AxiomBoard,
  AxiomCube,
  AxiomSceptre,
  Bot,
  ChatLine,
  Clock,
  Clocks,
  Command,
  EngineLine,
  LegalMove,
  MadeBot,
  MadeTable,
  Mark,
  Me,
  Offer,
  OfferKind,
  OptionInfo,
  Over,
  Pace,
  Ranked,
  RecordNode,
  RecordTree,
  SeatWish,
  Session,
  TableEvent,
  TableSeat,
} from '../generated';
export type { Problem as Refusal, TurnView as Turn, Who as Person } from '../generated';

export type Direction = wire.AxiomSceptre['dir'];
export type Corner = wire.AbraxasPending['to'];
export type Face = wire.AscensionPiece['face'];
export type PieceKind = wire.AscensionPiece['kind'];

export type GameInfo = Omit<wire.GameInfo, 'key'> & { key: GameKey };
export type NewTable = Known<wire.NewTable>;
export type Table = Known<wire.Table>;
export type LobbyMessage = Known<wire.LobbyMessage>;
export type Profile = Known<wire.Profile>;
export type Rating = Known<wire.Rating>;
export type RecordLine = Known<wire.RecordLine>;
export type Shown = Known<wire.Shown>;
export type ReadRecord = Known<wire.ReadRecord>;

export type ServerMessage = Known<wire.Outgoing>;
export type StateMessage = Extract<ServerMessage, { type: 'state' }>;
export type EventMessage = Extract<ServerMessage, { type: 'event' }>;
