import { type Database, type GroupQueue } from '@platform';
import { type AccountKindValue } from './account';
import { type Closings } from './closings';
import { type LeaseHolder } from './lease-holder';
import { type OperationResult } from './ledger-group';
import { type LedgerOperation } from './ledger-operation';

/** Leases ended in one sweep; the next sweep follows a few seconds later. */
const LEASES_MAX = 20_000;

interface LeaseColumns {
  readonly holder_id: string;
  readonly kind: number;
  readonly owner_id: number | string;
}

/** Leases of other processes, for when these are gone. */
export class ForeignLeases {
  constructor(
    private readonly database: Database,
    private readonly groups: GroupQueue<LedgerOperation, OperationResult>,
    private readonly closings: Closings,
    private readonly holder: LeaseHolder,
  ) {}

  /** The names under which other processes, or this one in its past, have leases. */
  async holders(): Promise<readonly string[]> {
    const rows: { holder_id: string }[] = await this.database.read.query(
      'SELECT DISTINCT holder_id FROM account_leases',
    );
    return rows.map(row => row.holder_id).filter(id => id !== this.holder.id);
  }

  /**
   * Ends the leases of all other holders, except those that live.
   *
   * @param living is asked after the holders were read: who has a lease has announced its name before
   * @returns number of leases ended
   */
  async endAll(living: () => Promise<readonly string[]> = () => Promise.resolve([])): Promise<number> {
    const holders = await this.holders();
    if (holders.length === 0) return 0;
    const alive = new Set(await living());
    const gone = holders.filter(id => !alive.has(id));
    return gone.length === 0 ? 0 : (await this.endOf(gone)).ended;
  }

  /**
   * Ends the leases of holders that are gone. A holder whose charges are kept on this node's disk has its leases until
   * these are booked.
   */
  async endOf(holderIds: readonly string[]): Promise<{ readonly ended: number; readonly kept: number }> {
    const gone = holderIds.filter(id => !this.closings.keepsChargesOf(id));
    const keeping = holderIds.length - gone.length;
    if (gone.length === 0) return { ended: 0, kept: keeping };
    const rows: LeaseColumns[] = await this.database.read
      .createQueryBuilder()
      .select(['holder_id', 'kind', 'owner_id'])
      .from('account_leases', 'lease')
      .where('holder_id IN (:...gone)', { gone })
      .limit(LEASES_MAX)
      .getRawMany();
    const results = await Promise.allSettled(
      rows.map(({ holder_id, kind, owner_id }) =>
        this.groups.add({
          kind: 'endLease',
          holderId: holder_id,
          account: { kind: Number(kind) as AccountKindValue, ownerId: Number(owner_id) },
        }),
      ),
    );
    const ended = results.filter(({ status }) => status === 'fulfilled').length;
    return { ended, kept: keeping + rows.length - ended };
  }
}
