import { Injectable } from '@nestjs/common';

/** How the wait of a call ends: its turn to look for a place has come, the time is over, or the caller has left. */
type WaitEnding = 'turn' | 'late' | 'left';

interface Waiting {
  readonly userId: number;
  readonly deadlineMs: number;
  /** The place among the calls of its user. */
  readonly order: number;
  readonly end: (ending: WaitEnding) => void;
}

interface JoinOptions {
  readonly lengthMax: number;
  /** The order of a call that had its turn and found no place: it waits where it did. Null for a call that is new. */
  readonly order: number | null;
}

/** How often all waiting calls look for places: other nodes do not tell when theirs end. */
const LOOK_EVERY_MS = 100;

/**
 * Calls of this process that found every channel at its limits. Users take turns, and the calls of one user come in the
 * order of their arrival, so that a user with many calls keeps nobody else waiting longer.
 */
@Injectable()
export class ChannelQueue {
  /** Waiting calls by user; users in the order of their turns. */
  private readonly users = new Map<number, Waiting[]>();
  private count = 0;
  private timer: NodeJS.Timeout | null = null;
  private isRoomKnown = false;
  private arrivals = 0;

  /** The number of waiting calls. */
  get length(): number {
    return this.count;
  }

  /** @returns null when too many calls wait already, or the time is over */
  join(userId: number, deadlineMs: number, { lengthMax, order: before }: JoinOptions) {
    if (performance.now() >= deadlineMs || (this.count >= lengthMax && before === null)) return null;
    const order = before ?? ++this.arrivals;
    let end: Waiting['end'] = () => undefined;
    const ending = new Promise<WaitEnding>(resolve => (end = resolve));
    const waiting: Waiting = { userId, deadlineMs, order, end };
    const ofUser = this.users.get(userId) ?? [];
    const later = ofUser.findIndex(other => other.order > order);
    ofUser.splice(later === -1 ? ofUser.length : later, 0, waiting);
    this.users.set(userId, ofUser);
    this.count += 1;
    this.timer ??= setInterval(() => this.look(), LOOK_EVERY_MS);
    return { ending, order, leave: () => this.remove(waiting, 'left') };
  }

  /** A place has become free on this node: the next call may look for it at once. */
  hasRoom(): void {
    if (this.count === 0 || this.isRoomKnown) return;
    this.isRoomKnown = true;
    queueMicrotask(() => {
      this.isRoomKnown = false;
      const [next] = this.inTurn();
      if (next) this.remove(next, 'turn');
    });
  }

  private look(): void {
    const now = performance.now();
    for (const waiting of this.inTurn()) this.remove(waiting, waiting.deadlineMs <= now ? 'late' : 'turn');
    if (this.count > 0 || this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  /** All waiting calls: the first one of each user, then the second ones, and so on. */
  private inTurn(): readonly Waiting[] {
    const lists = [...this.users.values()];
    const longest = Math.max(0, ...lists.map(list => list.length));
    return Array.from({ length: longest }, (_, at) => lists.flatMap(list => list[at] ?? [])).flat();
  }

  private remove(waiting: Waiting, ending: WaitEnding): void {
    const ofUser = this.users.get(waiting.userId);
    const at = ofUser?.indexOf(waiting) ?? -1;
    if (!ofUser || at === -1) return;
    ofUser.splice(at, 1);
    // A user whose call had its turn comes last.
    this.users.delete(waiting.userId);
    if (ofUser.length > 0) this.users.set(waiting.userId, ofUser);
    this.count -= 1;
    waiting.end(ending);
  }
}
