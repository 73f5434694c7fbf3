/**
 * One state of a task and how long it lasts: a number of polls (1 by default), or a number of milliseconds. Its fields
 * replace those of the previous state. The last stage of a script stays.
 */
export type Stage<Fields> = Partial<Fields> & { readonly forPolls?: number; readonly forMs?: number };

/** Completes the fields that a stage leaves out: times, result addresses. */
export type Arrange<Fields> = (fields: Fields, stage: Partial<Fields>) => Fields;

/** One task of a mock upstream: advances through its script by polls or by time. */
export class TaskLife<Fields extends object> {
  private stages: readonly Stage<Fields>[] = [];
  private position = 0;
  private pollsOfStage = 0;
  private timer: NodeJS.Timeout | undefined;
  /** The number of polls so far that named this task. */
  polls = 0;
  /** A value of false hides the task from every fetch, as a restarted upstream without storage does. */
  isKnown = true;

  /** @param changed called after every stage that was entered, the first of a script included */
  constructor(
    private current: Fields,
    private readonly arrange: Arrange<Fields> = fields => fields,
    private readonly changed: (fields: Fields) => void = () => undefined,
  ) {}

  /** The state as the next poll would see it if it did not advance the task. */
  get fields(): Fields {
    return this.current;
  }

  /** Starts a new script; its first stage holds at once. */
  script(stages: readonly Stage<Fields>[]): this {
    this.stages = stages;
    this.position = 0;
    this.enter();
    return this;
  }

  /** Jumps into a state and stays there. */
  set(fields: Partial<Fields>): this {
    return this.script([fields as Stage<Fields>]); // a stage without a length is its fields
  }

  /** The fields that a poll sees; the stage before may end with this poll. */
  poll(): Fields {
    const stage = this.stages[this.position];
    const isOver = stage !== undefined && stage.forMs === undefined && this.pollsOfStage >= (stage.forPolls ?? 1);
    if (isOver) this.advance();
    this.polls += 1;
    this.pollsOfStage += 1;
    return this.current;
  }

  /** Enters the next stage now; nothing happens in the last one. */
  advance(): void {
    if (this.position >= this.stages.length - 1) return;
    this.position += 1;
    this.enter();
  }

  /** Stops the clock of the task. */
  stop(): void {
    clearTimeout(this.timer);
  }

  private enter(): void {
    this.stop();
    this.pollsOfStage = 0;
    const stage = this.stages[this.position];
    if (!stage) return;
    const { forPolls: _polls, forMs, ...rest } = stage;
    const fields = rest as Partial<Fields>; // a stage without its length holds only fields
    this.current = this.arrange({ ...this.current, ...fields }, fields);
    if (forMs !== undefined) this.timer = setTimeout(() => this.advance(), forMs);
    this.changed(this.current);
  }
}
