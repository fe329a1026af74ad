/**
 * What the server says, as Rust wrote it down in `../generated`, with the four games put in: there a game is a
 * string and its board unknown, since what the server shares between games knows none of them. Nothing here is a rule.
 */
import type { Boards, GameKey } from '../games';
import type * as wire from '../generated';

export type { GameKey };

export type ViewOf<K extends GameKey> = Omit<wire.View, 'game' | 'board'> & { game: K; board: Boards[K] };
export type View = { [K in GameKey]: ViewOf<K> }[GameKey];

/** The same with the games known, however deep. */
type Known<T> = T extends wire.View ? View : T extends object ? { [K in keyof T]: K extends 'game' ? GameKey : Known<T[K]> } : T;

export type {
  Advice,
  AnalysedPly,
  Analysis,
  Asking,
  Attempted,
  Bot,
  By,
  ChatLine,
  Checked,
  Chosen,
  Clock,
  Clocks,
  Command,
  Description,
  EngineLine,
  Evaluated,
  Explained,
  Explored,
  Fact,
  FinishedGame,
  KeptGame,
  Leaderboard,
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
  Played,
  Reached,
  RecordNode,
  RecordTree,
  SeatWish,
  Session,
  Started,
  TableEvent,
  TableSeat,
  ToldNode,
  Warning,
} from '../generated';
export type { Problem as Refusal, Who as Person } from '../generated';

export type GameInfo = Omit<wire.GameInfo, 'key'> & { key: GameKey };
export type Attempt = Known<wire.Attempt>;
export type NewTable = Known<wire.NewTable>;
export type Table = Known<wire.Table>;
export type Tables = Known<wire.Tables>;
export type LobbyMessage = Known<wire.LobbyMessage>;
export type Profile = Known<wire.Profile>;
export type PuzzleMistake = Known<wire.PuzzleMistake>;
export type PuzzleProgress = Known<wire.PuzzleProgress>;
export type PuzzleTry = Known<wire.PuzzleTry>;
export type Rating = Known<wire.Rating>;
export type RecordLine = Known<wire.RecordLine>;
export type Records = Known<wire.Records>;
export type Shown = Known<wire.Shown>;
export type ReadRecord = Known<wire.ReadRecord>;

export type ServerMessage = Known<wire.Outgoing>;
export type EventMessage = Extract<ServerMessage, { type: 'event' }>;
