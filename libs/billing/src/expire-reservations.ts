import { Injectable } from '@nestjs/common';
import { Database, Logger, UnitOfWork } from '@platform';
import { In } from 'typeorm';
import { Ledger } from './ledger';
import { NodeEntity } from './node.entity';
import { NodeIdentity } from './node-identity';

/** A node whose heartbeat has not moved for this long is dead; what it has reserved and leased is given back. */
const DEAD_AFTER_MS = 30_000;
/** A node that did not look for this long, because its process was paused, discards what it had observed. */
const LOOK_GAP_MAX_MS = DEAD_AFTER_MS;

interface Observation {
  readonly beat: number;
  readonly sinceMs: number;
}

/**
 * Gives back the reservations and leases of dead nodes, and what calls of this node left behind. Each node counts up its own
 * heartbeat in the database; the others only check whether it moved, on their own monotonic clock, so that no two
 * clocks have to agree.
 */
@Injectable()
export class ExpireReservations {
  private readonly observed = new Map<string, Observation>();
  private lookedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly ledger: Ledger,
    private readonly node: NodeIdentity,
    private readonly logger: Logger,
  ) {}

  /** Moves the heartbeat of this node. */
  async beat(): Promise<void> {
    try {
      await this.ledger.beat();
    } catch (error) {
      this.observed.clear(); // while nobody can write, every heartbeat stands still
      throw error;
    }
  }

  /**
   * Looks once at all nodes and at this node's own reservations; call it regularly. @returns number of reservations
   * and leases given back
   */
  async sweep(nowMs: number = performance.now()): Promise<number> {
    await this.ledger.endUnusedLeases();
    const left = await this.ledger.stored.voidLeft(Date.now());
    if (left > 0) this.logger.warn({ reservations: left }, 'gave back reservations whose calls had ended');
    return left + (await this.sweepDead(nowMs));
  }

  private async sweepDead(nowMs: number): Promise<number> {
    const rows: { node_id: string }[] = await this.database.read.query('SELECT DISTINCT node_id FROM reservations');
    const holders = [...rows.map(row => row.node_id), ...(await this.ledger.foreign.holders())];
    const nodes = await this.database.read.find(NodeEntity);
    if (nowMs - this.lookedAtMs > LOOK_GAP_MAX_MS) this.observed.clear();
    this.lookedAtMs = nowMs;
    const beats = new Map(nodes.map(node => [node.id, node.beat]));
    for (const id of holders) if (!beats.has(id)) beats.set(id, 0);
    const dead = [...beats].filter(([id, beat]) => this.hasStopped(id, beat, nowMs)).map(([id]) => id);
    if (dead.length === 0) return 0;
    const reservations = await this.ledger.stored.voidOfNodes(dead);
    const leases = await this.ledger.foreign.endOf(dead);
    const given = reservations.voided + leases.ended;
    if (given > 0) {
      const facts = { nodes: dead.length, reservations: reservations.voided, leases: leases.ended };
      this.logger.warn(facts, 'gave back what a stopped node had held');
    } else if (reservations.kept + leases.kept === 0) await this.forget(dead);
    return given;
  }

  private hasStopped(id: string, beat: number, nowMs: number): boolean {
    if (id === this.node.id || id === this.ledger.holderId) return false;
    const last = this.observed.get(id);
    if (!last || last.beat !== beat) {
      this.observed.set(id, { beat, sinceMs: nowMs });
      return false;
    }
    return nowMs - last.sinceMs >= DEAD_AFTER_MS;
  }

  private async forget(ids: readonly string[]): Promise<void> {
    await this.unitOfWork.run(manager => manager.delete(NodeEntity, { id: In([...ids]) }));
    for (const id of ids) this.observed.delete(id);
  }
}
