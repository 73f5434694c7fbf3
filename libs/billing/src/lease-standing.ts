import { type BatchStatement, type DatabaseDialect } from '@platform';
import { type EntityManager } from 'typeorm';
import { accountKey, type AccountDeltas, type AccountRow } from './account-deltas';
import {
  leaseKey,
  leasesOfShare,
  readLeases,
  removeLeasesStatement,
  storeLeasesStatements,
  type LeaseKey,
  type LeaseRow,
  type ShareOwners,
} from './lease-rows';
import {
  isCharge,
  isLeaseOperation,
  isStoring,
  type AccountOwner,
  type EndLeaseOperation,
  type LeaseOperation,
  type LeaseShare,
  type LedgerOperation,
  type ReleaseOperation,
  type TakeOperation,
} from './ledger-operation';

/** What a holder is told about a change of its lease. */
export interface LeaseChange {
  /** Units by which the lease grew, or that it gave back. */
  readonly units: number;
  /** Units left in the balance, which nobody has on lease. */
  readonly balance: number;
  /** Units of the account that other holders have on lease. */
  readonly elsewhere: number;
  /** Whether the account is never checked, so that nobody needs a lease. */
  readonly isUnlimited: boolean;
}

/** The leases that a group touches, as they stand while its operations are decided one after another. */
export class LeaseStanding {
  private readonly changed = new Set<LeaseRow>();
  private readonly ended = new Set<LeaseRow>();

  private constructor(
    private readonly leases: Map<string, LeaseRow>,
    private readonly deltas: AccountDeltas,
    private readonly accounts: ReadonlyMap<string, AccountRow>,
  ) {}

  static async read(
    manager: EntityManager,
    operations: readonly LedgerOperation[],
    deltas: AccountDeltas,
    accounts: ReadonlyMap<string, AccountRow>,
  ): Promise<LeaseStanding> {
    const keys = operations.flatMap(leasesOf);
    const distinct = [...new Map(keys.map(key => [leaseKey(key), key])).values()];
    return new LeaseStanding(await readLeases(manager, distinct), deltas, accounts);
  }

  /**
   * Takes the share of a charge out of the leases. Where a lease is smaller than the share, because it was given back in
   * the name of a holder that seemed dead, the balance pays the rest.
   */
  spend(share: LeaseShare, owners: ShareOwners): void {
    for (const part of leasesOfShare(share, owners)) {
      const lease = this.leases.get(leaseKey(part));
      const units = Math.min(part.units, lease?.amount ?? 0);
      if (!lease || units === 0) continue;
      lease.amount -= units;
      this.changed.add(lease);
      const delta = this.deltas.of(part.kind, part.ownerId);
      delta.leased -= units;
      delta.balance += units;
    }
  }

  change(operation: LeaseOperation): LeaseChange {
    if (operation.kind === 'take') return this.take(operation);
    return operation.kind === 'release' ? this.release(operation) : this.end(operation);
  }

  statements(dialect: DatabaseDialect): readonly BatchStatement[] {
    const changed = [...this.changed].filter(lease => !this.ended.has(lease));
    return [
      ...storeLeasesStatements(dialect, changed),
      ...(this.ended.size > 0 ? [removeLeasesStatement(dialect, [...this.ended])] : []),
    ];
  }

  private take({ account, holderId, turn, wanted, least }: TakeOperation): LeaseChange {
    const key = { holderId, ...account };
    const lease = this.leases.get(leaseKey(key)) ?? { ...key, amount: 0, turn: turn - 1, lastChange: 0 };
    if (lease.turn === turn) return this.report(lease, lease.lastChange); // stored before, and its result was lost
    const { balance, isUnlimited } = this.accountOf(account);
    // Half of the balance stays for others, as far as the call that waits can do without it.
    const share = Math.max(least, Math.min(wanted, Math.ceil(balance / 2)));
    const units = isUnlimited || balance < least ? 0 : share;
    // Where nothing is granted nothing is stored: repeating it does no harm.
    if (units === 0) return this.report(lease, 0);
    this.leases.set(leaseKey(key), lease);
    this.move(lease, units);
    lease.turn = turn;
    lease.lastChange = units;
    return this.report(lease, units);
  }

  private release({ account, holderId, turn, units: wanted }: ReleaseOperation): LeaseChange {
    const lease = this.leases.get(leaseKey({ holderId, ...account }));
    if (!lease) return this.report({ ...account, amount: 0 }, 0);
    if (lease.turn === turn) return this.report(lease, lease.lastChange);
    const units = Math.min(wanted, lease.amount);
    if (units === 0) return this.report(lease, 0);
    this.move(lease, -units);
    lease.turn = turn;
    lease.lastChange = units;
    return this.report(lease, units);
  }

  private end({ account, holderId }: EndLeaseOperation): LeaseChange {
    const lease = this.leases.get(leaseKey({ holderId, ...account }));
    if (!lease || this.ended.has(lease)) return this.report({ ...account, amount: 0 }, 0);
    const units = lease.amount;
    this.move(lease, -units);
    this.ended.add(lease);
    return this.report(lease, units);
  }

  private move(lease: LeaseRow, units: number): void {
    const delta = this.deltas.of(lease.kind, lease.ownerId);
    delta.balance -= units;
    delta.leased += units;
    lease.amount += units;
    this.changed.add(lease);
  }

  private accountOf({ kind, ownerId }: AccountOwner): Pick<AccountRow, 'balance' | 'leased' | 'isUnlimited'> {
    const row = this.accounts.get(accountKey(kind, ownerId));
    const delta = this.deltas.of(kind, ownerId);
    return {
      balance: (row?.balance ?? 0) + delta.balance,
      leased: (row?.leased ?? 0) + delta.leased,
      isUnlimited: row?.isUnlimited ?? false,
    };
  }

  private report(lease: AccountOwner & { readonly amount: number }, units: number): LeaseChange {
    const { balance, leased, isUnlimited } = this.accountOf(lease);
    return { units, balance, elsewhere: leased - lease.amount, isUnlimited };
  }
}

function leasesOf(operation: LedgerOperation): readonly LeaseKey[] {
  if (isLeaseOperation(operation)) return [{ holderId: operation.holderId, ...operation.account }];
  if (isCharge(operation) || isStoring(operation)) return leasesOfShare(operation.share, operation.reservation);
  return [];
}
