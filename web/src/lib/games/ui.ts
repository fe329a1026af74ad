import type { Component } from 'svelte';
import type { Description, GameKey, Refusal, View, ViewOf } from '../api/types';
import type { Args, Catalogue, Translated } from '../i18n/catalogue.svelte';
import type { Figure } from '../learn/figures';
import type { Lesson } from '../learn/lesson';
import type { MakeScene, Tool } from '../scene/types';
import type { BoardModel } from '../table/board.svelte';
import type { TableModel } from '../table/model.svelte';

/** How a seat looks: a colour and a mark, so that colour never says it alone. The scenes use the same. */
export interface Look {
  colour: string;
  mark: string;
  /** Whether what is written on the colour must be dark. */
  pale?: true;
  name: Translated;
}

export interface LessonText {
  title: string;
  task: string;
  hint: string;
  done: string;
}

/** What the catalogue of every game has. */
export interface GameWords {
  /** Options by their key; `key.help` says what one is for, `key.value` names a choice. */
  options: Record<string, string>;
  /** Why a game ended, by clause. */
  ends: Record<string, string>;
  /**
   * Actions as something to do (`do.…`) and as they are said (`say.…`), why one plays itself where it is the only one
   * (`forced.…`), and whatever else the game has to say.
   */
  words: Record<string, string>;
  /** Why the rules refuse something. */
  reasons: Record<string, string>;
  /** By the id of the lesson. */
  lessons: Record<string, LessonText>;
}

/** An option that also takes a text. */
export interface OptionUi {
  Editor: Component<{ value: string }, object, 'value'>;
  /** The text that the editor begins with. */
  first: string;
  /** Draws a choice by its text. */
  Picture?: Component<{ text: string }>;
}

/** What a table, a lesson and a review need of a game. */
export interface BoardUi<K extends GameKey> {
  /** The board as text. */
  Twin: Component<{ model: BoardModel; view: ViewOf<K> }>;
  /** Asks for a reply out of turn, where the game has such a thing. */
  Reply: Component<{ model: TableModel }> | null;
  /** What the toolbar of its scene offers. */
  tools: readonly Tool[];
  options: Readonly<Record<string, OptionUi>>;
  /** What a sentence about an action is filled with, as people say it: the view says by which edition, and from where one looks. */
  named?(args: Readonly<Record<string, string>>, view: ViewOf<K> | null): Args;
  /** What the seat to act is asked. */
  asked(view: ViewOf<K>): string;
  /** The name of something that can be picked. */
  target(view: ViewOf<K>, name: string): string;
  /** One line of what the game counts for a seat. */
  score(view: ViewOf<K>, seat: number): string;
  /** How an action sounds, by what it does. */
  sound(says: Description): 'wood' | 'plate';
}

export interface EditorProps {
  seats: number;
  /** What stands on the board; null until it has come. */
  view: View | null;
  /** The position; an editor that cannot read it says so. */
  text: string;
  /** Presses on the board in the scene belong to whoever edits; null gives them back. */
  board: (press: ((target: string) => void) | null) => void;
  /** Sets up a game with an option instead. */
  option: (key: string, value: string) => void;
}

/** What a review needs besides. */
export interface ReviewUi {
  /** Puts, turns and removes pieces: edits the text of a position by hand. */
  Editor: Component<EditorProps, object, 'text'>;
  /** What is merely counted in a position that the rules refuse, counted as they say; null where someone must decide. */
  mend?(position: string, refusal: Refusal): string | null;
}

/** All of one game in the client. What is not wanted on every page is loaded when it is. */
export interface GameUi<K extends GameKey> {
  name: string;
  by: Translated;
  /** What it is about, in a sentence or two. */
  text: Translated;
  /** How its seats look, in order. */
  looks(seats: number): readonly Look[];
  /** The set-up of a game for two. */
  duel: string;
  words: Catalogue<GameWords>;
  /** What a refusal names, as people say it; left out: it is named as it is written. */
  named?: (value: string) => string;
  board(): Promise<{ default: BoardUi<K> }>;
  scene(): Promise<{ make: MakeScene }>;
  review(): Promise<{ default: ReviewUi }>;
  lessons(): Promise<{ default: readonly Lesson[] }>;
  /** The text of its puzzles (docs/puzzles.md). */
  puzzles(): Promise<{ default: string }>;
  /** The board as a small drawing, of what everyone may see. */
  small(): Promise<{ default: Component<{ view: ViewOf<K> }> }>;
  /** Model games (`library/library.ts`). */
  library(): Promise<{ default: object[] }>;
  /** Who made it, when, and where it comes from: as the booklet tells it. */
  story(): Promise<{ default: Translated }>;
  /** By name, as docs/rules has them after `figure:` and the key of the game. */
  figures(): Promise<{ default: Readonly<Record<string, Figure>> }>;
  /** Where chance decides something: what it is as a part of the set-up, from numbers below a bound. */
  draw?(): Promise<{ default: (below: (bound: number) => number) => string }>;
}
