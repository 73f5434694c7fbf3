import { type BeginningSigns } from '@formats';
import { splitEvents } from './event-window';
import { framesOf } from './frames-of';

/** The events of a run that belong to one answer. */
interface OneAnswer {
  readonly events: Buffer;
  /** Whether the upstream begins another answer after these events. */
  readonly isBegunAgain: boolean;
}

/**
 * Makes sure that an answer begins once. Some proxies send the beginning twice before any content: the second one is
 * dropped. After content was sent it cannot be taken back, so a second beginning ends the answer: some clients refuse
 * it, and others join both halves.
 */
export class OneBeginning {
  private hasRepeated = false;
  private hasBegun = false;
  private hasContent = false;

  constructor(private readonly signs: BeginningSigns) {}

  /** The name of the event that was left out; empty when none was. */
  get repairs(): readonly string[] {
    return this.hasRepeated ? [this.signs.name] : [];
  }

  /** Passes events that contain no beginning. */
  pass(events: Buffer): void {
    this.hasContent ||= this.signs.mayHoldContent(events);
  }

  take(run: Buffer): OneAnswer {
    if (!run.includes(this.signs.name)) {
      this.pass(run);
      return { events: run, isBegunAgain: false };
    }
    const events = splitEvents(run);
    const shown: Buffer[] = [];
    for (const event of events) {
      if (!this.isBeginning(event)) {
        this.pass(event);
      } else if (this.hasContent) {
        return { events: Buffer.concat(shown), isBegunAgain: true };
      } else if (this.hasBegun) {
        this.hasRepeated = true;
        continue;
      } else {
        this.hasBegun = true;
      }
      shown.push(event);
    }
    return { events: shown.length === events.length ? run : Buffer.concat(shown), isBegunAgain: false };
  }

  private isBeginning(event: Buffer): boolean {
    return event.includes(this.signs.name) && framesOf(event).some(frame => this.signs.isBeginning(frame));
  }
}
