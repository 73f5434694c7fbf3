import { setTimeout as pause } from 'node:timers/promises';
import { Roster, type Listed } from '@kernel';
import { type GroupQueue, type Logger, type RiderSink } from '@platform';
import { toKept, type ChargeJournal, type KeptCharge } from './charge-journal';
import { type OperationResult } from './ledger-group';
import { type ChargeOperation, type LedgerOperation, type ReservationRecord } from './ledger-operation';
import { operationOf } from './kept-operation';
import { isRefused, pauseBefore } from './repeating';
import { forgetShare, giveUpShare, type ReservedPurse } from './reservation';

/** A charge that is not stored after this time is kept on the disk, and its caller no longer waits. */
const KEEP_AFTER_MS = 1000;
const LOOK_EVERY_MS = 250;
/** How long storing a charge is tried when there is no journal or the journal is full. */
const SETTLE_PATIENCE_MS = 120_000;
/** A reservation that cannot be given back within this time is left to the sweep. */
const VOID_PATIENCE_MS = 15_000;
/** How often a row that the database refuses for its content is tried; further attempts would be refused too. */
const REFUSED_ATTEMPTS = 3;
/**
 * Pause between attempts for a refused charge: it succeeds only after an operator has repaired the schema or the
 * permission.
 */
const REFUSED_PAUSE_MS = 60_000;
/** Number of kept charges that are booked at once. */
const BATCH = 200;

/** A charge, and the leases that pay for it. */
interface Charge {
  readonly operation: ChargeOperation;
  readonly purse: ReservedPurse;
}

/** A charge on its way into the database. */
interface Pending extends Charge, Listed {
  readonly since: number;
  isOver: boolean; // booked, or given up
  /** Told when the charge is booked or safe on the disk, or that it is lost; null where nobody waits. */
  readonly waiting: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | null;
}

/** Ends reservations whatever the state of the database: a charge is booked, or kept on the disk until it is. */
export class Closings {
  /** Stored reservations whose calls still run; the sweep must never give these back. */
  readonly inWork = new Set<string>();
  /** Charges of this process that are on their way for the first time. */
  private readonly pending = new Roster<Pending>();
  /** Charges of this process that are kept on the disk and no longer on their way, by their reservations. */
  private readonly left = new Map<string, Charge>();
  private readonly running = new Set<Promise<unknown>>();
  private readonly booking = new Set<string>();
  private readonly refusedUntil = new Map<string, number>();
  private journal: ChargeJournal | null = null;
  private sinks: ReadonlyMap<string, RiderSink<unknown>> = new Map();
  private watch: NodeJS.Timeout | null = null;
  private retry: NodeJS.Timeout | null = null;
  private retries = 0;
  /** Called whenever a close has ended; set by those who wait for that. */
  private onEnd: (() => void) | null = null;

  constructor(
    private readonly groups: GroupQueue<LedgerOperation, OperationResult>,
    private readonly logger: Logger,
  ) {}

  /**
   * From now on charges that cannot be stored are kept in this journal. @param sinks of every rider that a charge may
   * have
   */
  useJournal(journal: ChargeJournal, sinks: readonly RiderSink<unknown>[]): void {
    this.journal = journal;
    this.sinks = new Map(sinks.map(sink => [sink.name, sink]));
    this.noteKept(journal);
  }

  /** Resolves when the charge is booked, or safe on the disk. */
  charge(charge: Charge): Promise<void> {
    return new Promise((resolve, reject) => {
      const pending = this.begin(charge, { resolve, reject });
      this.groups.add(charge.operation).then(
        () => this.end(pending),
        (error: unknown) => this.repeat(pending, error),
      );
    });
  }

  /** Charges a call whose caller has its answer: the charge may gather with others, and nobody is told of its end. */
  chargeBehind(charge: Charge): void {
    const pending = this.begin(charge, null);
    this.groups.addBehind(charge.operation, {
      resolve: () => this.end(pending),
      reject: error => void this.repeat(pending, error),
    });
  }

  /** Whether charges to leases of a holder are kept on this disk, so that its leases must not be given back yet. */
  keepsChargesOf(holderId: string): boolean {
    return [...(this.journal?.charges.values() ?? [])].some(({ share }) => share?.holderId === holderId);
  }

  /** Resolves when the reservation is given back, or left to the sweep. */
  void(reservation: ReservationRecord): Promise<void> {
    return this.track(this.voidPatiently(reservation));
  }

  /**
   * Resolves when every charge that was started before is booked, or left to the journal after a failure; at the latest
   * after `limitMs`.
   */
  async whenBooked(limitMs: number): Promise<void> {
    const startedAt = performance.now();
    const isOnItsWay = ({ since }: Pending) => since <= startedAt;
    while (this.pending.all().some(isOnItsWay) && performance.now() - startedAt < limitMs) await pause(LOOK_EVERY_MS);
  }

  /** Resolves when every close that was started has ended or is safe on the disk. */
  async whenIdle(): Promise<void> {
    while (this.running.size + this.pending.size > 0) {
      const areKept = this.pending.all().every(({ operation }) => this.isKept(operation.reservation.id));
      if (areKept && this.running.size === 0) return;
      const ended = new Promise<void>(resolve => (this.onEnd = resolve));
      await Promise.race([ended, pause(LOOK_EVERY_MS)]);
    }
  }

  /**
   * Takes over the charges that stopped nodes kept, and books all kept charges.
   *
   * @param living every node that still runs, where that is known
   * @returns number of charges booked
   */
  async bookKept(living?: readonly string[]): Promise<number> {
    const { journal } = this;
    if (!journal) return 0;
    if ((await (living ? journal.takeOver(0, living) : journal.takeOver())) > 0) this.noteKept(journal);
    return this.bookDue(journal);
  }

  /** Charges that an older version kept have a stored reservation, which must stay until they are booked. */
  private noteKept(journal: ChargeJournal): void {
    for (const [id, { share }] of journal.charges) if (share === undefined) this.inWork.add(id);
  }

  /** Tries the kept charges again on a timer, at intervals that grow while the database stays away. */
  private retryLater(journal: ChargeJournal): void {
    if (this.retry || journal.charges.size === 0) return;
    const retry = () => {
      this.retry = null;
      this.bookDue(journal).catch((error: unknown) => this.logger.error({ err: error }, 'the journal failed'));
    };
    this.retry = setTimeout(retry, pauseBefore(this.retries++)).unref();
  }

  /** Books the oldest charges first, until the database fails again. */
  private async bookDue(journal: ChargeJournal): Promise<number> {
    let booked = 0;
    for (let batch = this.nextKept(journal); batch.length > 0; batch = this.nextKept(journal)) {
      const results = await Promise.all(batch.map(charge => this.bookOne(journal, charge)));
      booked += results.filter(Boolean).length;
      if (!results.every(Boolean)) break;
    }
    if (booked > 0) this.retries = 0;
    this.retryLater(journal);
    await journal.tidy();
    if (booked > 0) this.logger.info({ charges: booked }, 'charges that were kept on the disk are booked');
    return booked;
  }

  private nextKept(journal: ChargeJournal): readonly KeptCharge[] {
    const now = performance.now();
    const onTheirWay = new Set(this.pending.all().map(({ operation }) => operation.reservation.id));
    const isDue = (id: string) =>
      !onTheirWay.has(id) && !this.booking.has(id) && (this.refusedUntil.get(id) ?? 0) <= now;
    const due: KeptCharge[] = [];
    for (const [id, charge] of journal.charges) {
      if (isDue(id)) due.push(charge);
      if (due.length === BATCH) break;
    }
    return due;
  }

  private async bookOne(journal: ChargeJournal, charge: KeptCharge): Promise<boolean> {
    const { reservation, units } = charge;
    this.booking.add(reservation.id);
    try {
      await this.groups.add(operationOf(charge, this.sinks));
      this.forgetLeft(reservation.id);
      journal.markBooked(reservation.id);
      this.refusedUntil.delete(reservation.id);
      this.inWork.delete(reservation.id);
      return true;
    } catch (error) {
      if (isRefused(error)) {
        this.refusedUntil.set(reservation.id, performance.now() + REFUSED_PAUSE_MS);
        this.logger.error({ err: error, requestId: reservation.id, units }, REFUSED_AND_KEPT);
      }
      return false;
    } finally {
      this.booking.delete(reservation.id);
    }
  }

  private forgetLeft(id: string): void {
    const charge = this.left.get(id);
    if (!charge) return;
    forgetShare(charge.purse, charge.operation.share);
    this.left.delete(id);
  }

  private begin({ operation, purse }: Charge, waiting: Pending['waiting']): Pending {
    const pending: Pending = { operation, purse, since: performance.now(), isOver: false, waiting, place: -1 };
    this.pending.add(pending);
    this.watch ??= setTimeout(() => void this.keepLate(), LOOK_EVERY_MS);
    return pending;
  }

  /** The charge is in the database. */
  private end(pending: Pending): void {
    const { operation, purse, waiting } = pending;
    pending.isOver = true;
    forgetShare(purse, operation.share);
    this.journal?.markBooked(operation.reservation.id);
    this.leave(pending);
    waiting?.resolve();
  }

  private leave(pending: Pending): void {
    this.pending.remove(pending);
    this.onEnd?.();
  }

  /** Goes on with a charge whose first attempt failed. */
  private async repeat(pending: Pending, error: unknown): Promise<void> {
    const { operation, purse, waiting } = pending;
    try {
      if (await this.addPatiently(pending, error)) return this.end(pending);
      this.left.set(operation.reservation.id, pending);
      this.leave(pending);
      waiting?.resolve();
    } catch (final) {
      pending.isOver = true;
      giveUpShare(purse, operation.share);
      this.leave(pending);
      waiting?.reject(final);
    }
  }

  /**
   * @param error the reason why the first attempt failed
   * @returns true when the charge is booked, false when it is kept after a failure
   */
  private async addPatiently(pending: Pending, error: unknown): Promise<boolean> {
    const { operation } = pending;
    const deadline = performance.now() + SETTLE_PATIENCE_MS;
    const { id } = operation.reservation;
    for (let attempt = 0, reason = error; ; attempt++) {
      const facts = { err: reason, requestId: id, units: operation.settlement.units };
      const isFinal = isRefused(reason) && attempt >= REFUSED_ATTEMPTS;
      const mayRepeatAtOnce = isRefused(reason) && !isFinal;
      if (!mayRepeatAtOnce && (this.isKept(id) || (await this.keep([pending])))) {
        if (isFinal) this.logger.error(facts, REFUSED_AND_KEPT);
        else this.logger.warn(facts, 'a charge waits on the disk for the database');
        if (isFinal) this.refusedUntil.set(id, performance.now() + REFUSED_PAUSE_MS);
        return false;
      }
      if (isFinal || performance.now() > deadline) {
        this.logger.error(facts, 'a charge could not be stored');
        throw reason;
      }
      await pause(pauseBefore(attempt));
      try {
        await this.groups.add({ ...operation, isRepeated: true });
        return true;
      } catch (again) {
        reason = again;
      }
    }
  }

  private async voidPatiently(reservation: ReservationRecord): Promise<void> {
    const deadline = performance.now() + VOID_PATIENCE_MS;
    try {
      for (let attempt = 0; ; attempt++) {
        try {
          await this.groups.add({ kind: 'void', reservation });
          return;
        } catch (error) {
          if (performance.now() > deadline || (isRefused(error) && attempt >= REFUSED_ATTEMPTS)) {
            this.logger.warn({ err: error, requestId: reservation.id }, 'a reservation could not be given back yet');
            return;
          }
          await pause(pauseBefore(attempt));
        }
      }
    } finally {
      this.inWork.delete(reservation.id);
    }
  }

  /** Keeps charges that take too long on the disk, before the process can be killed because it hangs. */
  private async keepLate(): Promise<void> {
    const limit = performance.now() - KEEP_AFTER_MS;
    const late = this.pending.all().filter(one => one.since < limit && !this.isKept(one.operation.reservation.id));
    if (late.length > 0 && (await this.keep(late))) {
      for (const { waiting } of late) waiting?.resolve();
    }
    this.watch = this.pending.size > 0 ? setTimeout(() => void this.keepLate(), LOOK_EVERY_MS) : null;
  }

  private isKept(id: string): boolean {
    return this.journal?.charges.has(id) ?? false;
  }

  /** @returns whether the charges are on the disk now */
  private async keep(charges: readonly Pending[]): Promise<boolean> {
    if (!this.journal) return false;
    try {
      await this.journal.append(charges.map(({ operation }) => toKept(operation)));
    } catch (error) {
      this.logger.error({ err: error, charges: charges.length }, 'charges could not be kept on the disk');
      return false;
    }
    this.retryLater(this.journal);
    // These were booked while they were being written, so they need not stay in the journal.
    for (const { operation, isOver } of charges) if (isOver) this.journal.markBooked(operation.reservation.id);
    return true;
  }

  private async track<Result>(work: Promise<Result>): Promise<Result> {
    this.running.add(work);
    try {
      return await work;
    } finally {
      this.running.delete(work);
      this.onEnd?.();
    }
  }
}

const REFUSED_AND_KEPT = 'the database refuses a charge for its content; it is kept on the disk and tried again';
