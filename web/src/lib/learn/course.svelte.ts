import type { GameKey, View } from '../api/types';
import { viewAt } from '../host/ask';
import { study } from '../review/api';
import { PositionModel } from '../table/position.svelte';
import { begin, respond, seatOf, type Attempt, type Lesson, type State, type World } from './lesson';
import { keep } from './progress.svelte';

const world: World = {
  ask: viewAt,
  think: async (game, setup, moves) => (await study.evaluate({ game, setup, moves }, 0.3, 1))[0]?.pv[0] ?? '',
};

/** One learner at one lesson. */
export class Course {
  readonly model: PositionModel;
  state: State = $state('playing');
  /** How often it went wrong. */
  misses = $state(0);
  /** Something of this attempt was shown: it is not the learner's own. */
  shown = $state(false);
  #start: View | null = null;
  #own = 0;

  constructor(
    readonly game: GameKey,
    readonly lesson: Lesson,
    confirm: () => boolean,
  ) {
    this.model = new PositionModel(game, lesson.setup, {
      ask: viewAt,
      mine: [seatOf(lesson)],
      confirm,
      open: () => this.state === 'playing',
      played: () => this.#played(),
    });
  }

  async restart(): Promise<void> {
    const attempt = await begin(this.game, this.lesson, world);
    this.#start = attempt.view;
    this.shown = false;
    this.#show(attempt);
  }

  /** Plays the next action of the solution for the learner. */
  async demonstrate(): Promise<void> {
    if (this.state !== 'playing') await this.restart();
    this.shown = true;
    const { game, lesson, model } = this;
    await model.act(lesson.solution[this.#own] ?? (await world.think(game, lesson.setup, model.moves)));
  }

  async #played(): Promise<void> {
    const { moves } = this.model;
    const { view } = this.model.board;
    if (!view || !this.#start) return;
    const attempt = await respond(this.game, this.lesson, this.#start, { view, moves, own: this.#own, state: this.state }, world);
    this.#show(attempt);
    if (attempt.state === 'solved' && !this.shown) keep(this.game, this.lesson.id);
    if (attempt.state === 'missed') this.misses += 1;
  }

  #show(attempt: Attempt): void {
    this.#own = attempt.own;
    this.state = attempt.state;
    this.model.show(attempt.view, attempt.moves);
  }
}
