/** Time between two lines about something that goes on failing. */
const PAUSE_MS = 60_000;

/** Tells of repeated problems once a minute, with the number of those that were not told. */
export class RareLines {
  private untold = 0;
  private toldAt = -Infinity;

  /** @param write gets the problem, and how many more there were since the last line */
  constructor(
    private readonly write: (problem: string, more: number) => void,
    private readonly now = () => performance.now(),
  ) {}

  add(problem: string): void {
    if (this.now() - this.toldAt < PAUSE_MS) {
      this.untold += 1;
      return;
    }
    this.write(problem, this.untold);
    this.untold = 0;
    this.toldAt = this.now();
  }
}
