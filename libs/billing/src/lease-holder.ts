import { execute, type UnitOfWork } from '@platform';
import { In } from 'typeorm';
import { NodeEntity, ROW_FORM } from './node.entity';
import { type NodeIdentity } from './node-identity';

/**
 * How long leases may be used after a heartbeat. Other nodes give the leases of a node back when its heartbeat has not
 * moved for longer than this (`DEAD_AFTER_MS` in expire-reservations.ts).
 */
const VALID_MS = 20_000;

/**
 * The name under which this process has leases. A process that was paused for too long may have lost its leases to
 * others; it goes on under another name then, and never reserves out of what it had.
 */
export class LeaseHolder {
  private validUntilMs = Number.NEGATIVE_INFINITY;
  private beating: Promise<void> | null = null;
  private current: string;
  private isAlone = false;
  private hasLeft = false;
  private announce: (name: string) => Promise<unknown> = () => Promise.resolve();
  private announced: string | null = null;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly node: NodeIdentity,
    private readonly onRenewal: () => void,
  ) {
    this.current = node.id;
  }

  get id(): string {
    return this.current;
  }

  /** Whether leases may be used now. */
  get isValid(): boolean {
    return this.isAlone || performance.now() < this.validUntilMs;
  }

  /** From now on no other process can give back what this one has on lease. */
  becomeAlone(): void {
    this.isAlone = true;
  }

  /** @param announce is told each name before anything is taken on lease under it */
  announceTo(announce: (name: string) => Promise<unknown>): void {
    this.announce = announce;
  }

  /** Moves the heartbeat if leases may not be used. @throws errors of the database */
  async ensureValid(): Promise<void> {
    if (!this.isValid) await this.move();
  }

  /** Moves the heartbeat of this node, unless it has left. @throws errors of the database */
  async beat(): Promise<void> {
    if (!this.hasLeft) await this.move();
  }

  /**
   * Removes the heartbeat of this node, so that nobody has to watch whether it still moves. What is left on lease is given
   * back by others, as without a heartbeat. @throws errors of the database
   */
  async leave(): Promise<void> {
    this.hasLeft = true;
    await this.beating?.catch(() => undefined);
    const id = In([this.node.id, this.current]);
    await this.unitOfWork.run(manager => manager.delete(NodeEntity, { id }));
  }

  /** Moves the heartbeat once for all that ask meanwhile. */
  private move(): Promise<void> {
    return (this.beating ??= this.beatOnce().finally(() => (this.beating = null)));
  }

  private async beatOnce(): Promise<void> {
    const startedAt = performance.now();
    const hasLapsed = !this.isValid && this.validUntilMs !== Number.NEGATIVE_INFINITY;
    if (hasLapsed) {
      this.current = this.node.newName();
      this.onRenewal();
    }
    if (this.announced !== this.current) await this.announce(this.current);
    this.announced = this.current;
    const keyMarks = this.node.keyMarks(); // hex digits and a comma
    await this.unitOfWork.run(async manager => {
      for (const id of new Set([this.node.id, this.current])) {
        const isKnown = await execute(
          manager,
          `UPDATE nodes SET beat = beat + 1, row_form = ${ROW_FORM}, key_marks = '${keyMarks}' WHERE id = '${id}'`,
          [],
        );
        if (!isKnown) await manager.insert(NodeEntity, { id, beat: 1, rowForm: ROW_FORM, keyMarks });
      }
    });
    this.validUntilMs = startedAt + VALID_MS;
  }
}
