import { type BeginningSigns } from '@providers';
import { splitEvents } from './event-window';
import { framesOf } from './frames-of';

/** A run of events as far as it belongs to one answer. */
interface OneAnswer {
  readonly events: Buffer;
  /** Behind them the upstream begins another one. */
  readonly isBegunAgain: boolean;
}

/**
 * Sees to it that an answer begins once. Some proxies send the beginning twice before anything else: it passes once. Later
 * nothing that has gone out can be taken back: some clients refuse the second beginning, others join both halves.
 */
export class OneBeginning {
  private hasRepeated = false;
  private hasBegun = false;
  private hasContent = false;

  constructor(private readonly signs: BeginningSigns) {}

  /** The name of the event, where one was left out. */
  get repairs(): readonly string[] {
    return this.hasRepeated ? [this.signs.name] : [];
  }

  /** Events among which there is no beginning. */
  pass(events: Buffer): void {
    this.hasContent ||= this.signs.mayHoldContent(events);
  }

  take(run: Buffer): OneAnswer {
    const events = splitEvents(run);
    const shown: Buffer[] = [];
    for (const event of events) {
      if (!framesOf(event).some(frame => this.signs.isBeginning(frame))) {
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
}
