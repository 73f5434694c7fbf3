import { type CallLimit } from './call-limits';
import { FileTurns } from './file-turns';
import { type CallEnd, type HubMessage, type HubQuestion, type HubQuestions, type WorkerMessage } from './hub-messages';
import { InProcessLeases, InProcessLimiter } from './in-process';
import { InProcessCallLimits } from './in-process-limits';
import { type Lease, type WindowLimit } from './ports';

interface Member {
  readonly send: (message: HubMessage) => void;
  /** The names under which the worker has leases of accounts. */
  readonly holders: Set<string>;
}

/**
 * What the workers of one node share, in the memory of their supervisor: limits, leases of jobs, change notices, and the
 * turns in which they write to a SQLite file.
 */
export class WorkerHub {
  private readonly members = new Map<number, Member>();
  private readonly limiter = new InProcessLimiter();
  private readonly callLimits = new InProcessCallLimits();
  private readonly leases = new InProcessLeases();
  private readonly jobs = new Map<number, { readonly worker: number; readonly lease: Lease }>();
  private readonly turns = new FileTurns();
  /** Workers that have finished their calls and wait for the others. */
  private readonly finished = new Map<number, () => void>();
  private leaseCount = 0;
  private isAlone = false;
  private isEnding = false;

  join(worker: number, send: (message: HubMessage) => void): void {
    this.members.set(worker, { send, holders: new Set() });
  }

  /** The worker has ended: what it had is free at once. */
  leave(worker: number): void {
    if (!this.members.delete(worker)) return;
    this.turns.leaveAll(worker);
    this.callLimits.leaveAll(`${worker}:`);
    this.finished.delete(worker);
    this.endTogether();
    for (const [number, job] of this.jobs) {
      if (job.worker !== worker) continue;
      this.jobs.delete(number);
      void job.lease.release();
    }
    this.tellHoldersChanged();
  }

  /** The whole node ends: until the last worker has finished its calls, all of them refuse new ones in order. */
  end(): void {
    this.isEnding = true;
  }

  /** From now on no process outside this node serves the database file. */
  becomeAlone(): void {
    this.isAlone = true;
    this.tellHoldersChanged();
  }

  async receive(worker: number, message: WorkerMessage): Promise<void> {
    if (message.kind === 'notice') return this.passOn(worker, message);
    if (message.kind === 'leaveTurn') return this.turns.leave(worker, message.number);
    const { number, question, about } = message;
    const answer = (value: unknown) => this.members.get(worker)?.send({ kind: 'answer', number, answer: value });
    if (question === 'takeTurn') return this.turns.take({ worker, number, grant: () => answer(null) });
    if (question === 'finished') {
      this.finished.set(worker, () => answer(null));
      return this.endTogether();
    }
    answer(await this.answerTo(worker, question, about));
  }

  private passOn(from: number, message: Extract<WorkerMessage, { kind: 'notice' }>): void {
    for (const [worker, { send }] of this.members) if (worker !== from) send(message);
  }

  private endTogether(): void {
    if (this.isEnding && this.finished.size < this.members.size) return;
    for (const goOn of this.finished.values()) goOn();
    this.finished.clear();
  }

  /** One worker is enough; should it end before it is done, every worker looks by itself every few seconds. */
  private tellHoldersChanged(): void {
    const [first] = this.members.values();
    first?.send({ kind: 'holdersChanged' });
  }

  private async answerTo(
    worker: number,
    question: Exclude<HubQuestion, 'takeTurn' | 'finished'>,
    about: readonly unknown[],
  ): Promise<unknown> {
    const [name, detail] = about as [string, unknown];
    switch (question) {
      case 'takeLimit':
        return this.limiter.take(name, detail as WindowLimit);
      case 'forgetLimit':
        return this.limiter.forget(name).then(() => null);
      case 'takeCallLimits':
        // A worker that ended while its question was on the way must not keep a place.
        if (!this.members.has(worker)) return null;
        return this.callLimits.take(`${worker}:${name}`, detail as readonly CallLimit[]);
      case 'settleCallLimits': {
        const { atMs, changes } = detail as CallEnd;
        return this.callLimits.settle(`${worker}:${name}`, atMs, changes).then(() => null);
      }
      case 'acquireLease':
        return this.acquire(worker, name, detail as number);
      case 'renewLease':
        return (await this.jobs.get(Number(name))?.lease.renew(detail as number)) ?? false;
      case 'releaseLease':
        return this.release(Number(name));
      case 'announceHolder':
        this.members.get(worker)?.holders.add(name);
        return null;
      case 'livingHolders':
        return this.livingHolders();
    }
  }

  private async acquire(worker: number, name: string, ttlMs: number): Promise<number | null> {
    const lease = await this.leases.acquire(name, ttlMs);
    if (!lease) return null;
    this.jobs.set(++this.leaseCount, { worker, lease });
    return this.leaseCount;
  }

  private async release(number: number): Promise<null> {
    await this.jobs.get(number)?.lease.release();
    this.jobs.delete(number);
    return null;
  }

  private livingHolders(): ReturnType<HubQuestions['livingHolders']> {
    return { isAlone: this.isAlone, names: [...this.members.values()].flatMap(({ holders }) => [...holders]) };
  }
}
