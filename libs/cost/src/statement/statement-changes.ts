import { statementChanges, type StatementBalance, type StatementChangeKind } from '@contracts';
import { type Database } from '@platform';
import { movementColumns, type WalletOwner } from './wallet-owner';

/** The kinds of movements that a statement names; charges of calls come from the figures instead. */
const KINDS: Readonly<Record<string, StatementChangeKind>> = {
  order: 'order',
  'order-return': 'order_return',
  redeem: 'redeem',
  grant: 'grant',
  'check-in': 'check_in',
  reward: 'reward',
  transfer: 'reward',
  admin: 'admin',
  import: 'import',
  plan: 'plan',
  team: 'team',
  refund: 'refund',
};

interface Known {
  readonly begin: number;
  readonly end: number;
  /** What the wallet has paid for calls, by the figures of their hours. */
  readonly calls: number;
}

/**
 * Everything that changed a wallet in a month. What is left between the balances is `other`: what was booked after its
 * month had been closed, calls that stand in no log, and movements that were summed up before the statement was asked
 * for. So the balances and the changes add up to the last unit.
 */
export async function balanceWithChanges(
  database: Database,
  owner: WalletOwner,
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
  { begin, end, calls }: Known,
): Promise<StatementBalance> {
  const { owner: column, amount } = movementColumns(owner);
  const names = Object.keys(KINDS).map(kind => `'${kind}'`);
  const rows: { kind: string; amount: number | string }[] = await database.read.query(
    `SELECT kind, SUM(${amount}) AS amount FROM movements WHERE ${column} = ${owner.id} AND kind IN (${names.join(', ')})
       AND created_at_ms >= ${startMs} AND created_at_ms < ${endMs} GROUP BY kind`,
  );
  const sums = new Map<StatementChangeKind, number>([['calls', -calls]]);
  for (const { kind, amount: units } of rows) {
    const named = KINDS[kind] ?? 'other';
    sums.set(named, (sums.get(named) ?? 0) + Number(units));
  }
  const known = [...sums.values()].reduce((sum, units) => sum + units, 0);
  sums.set('other', end - begin - known);
  const changes = statementChanges.flatMap(kind => {
    const quota = sums.get(kind) ?? 0;
    return quota === 0 ? [] : [{ kind, quota }];
  });
  return { begin, end, changes };
}
