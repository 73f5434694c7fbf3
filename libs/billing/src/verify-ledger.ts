import { dialectOf, type DatabaseDialect } from '@platform';
import { type DataSource } from 'typeorm';

/** Result of recomputing every account from its movements. */
export interface LedgerReport {
  readonly accountsChecked: number;
  /** Sum of the absolute differences over all accounts and amounts; 0 means proven. */
  readonly differenceUnits: number;
  /** Descriptions of the first few accounts that differ. */
  readonly differences: readonly string[];
}

const SHOWN_MAX = 20;

type Row = Readonly<Record<string, number | string>>;

/**
 * Compares each account with the sums over `movements`, the log rows that are movements, `budget_movements`,
 * `allowance_movements`, `reservations` and `account_leases`, in one statement, so that a server may keep working meanwhile: a statement sees a single moment.
 */
export async function verifyLedger(dataSource: DataSource): Promise<LedgerReport> {
  const rows: Row[] = await dataSource.query(verifySql(dialectOf(dataSource)));
  const differences: string[] = [];
  let differenceUnits = 0;
  for (const row of rows) {
    for (const [figure, stored, proven] of figuresOf(row)) {
      if (stored === proven) continue;
      differenceUnits += Math.abs(stored - proven);
      if (differences.length < SHOWN_MAX) {
        differences.push(`account ${row.kind}:${row.owner_id}: ${figure} is ${stored}, its movements say ${proven}`);
      }
    }
  }
  for (const { hour_at_ms: hour, logged, counted } of await costDifferences(dataSource)) {
    differenceUnits += Math.abs(Number(logged) - Number(counted));
    if (differences.length < SHOWN_MAX) {
      const at = new Date(Number(hour)).toISOString();
      differences.push(`cost of the hour ${at}: its figures say ${counted}, the rows of the log ${logged}`);
    }
  }
  return { accountsChecked: rows.length, differenceUnits, differences };
}

const HOUR_MS = 3_600_000;

/**
 * Hours whose figures say another cost at suppliers than the rows of the log. Only hours of which no row was removed are
 * compared: those after the oldest row with a cost, and after everything that retention has removed.
 */
async function costDifferences(dataSource: DataSource): Promise<readonly Row[]> {
  const known: unknown[] = await dataSource.query('SELECT 1 AS one FROM usage_hours WHERE cost <> 0 LIMIT 1');
  if (known.length === 0) return [];
  const [begin]: Record<string, number | string | null>[] = await dataSource.query(
    `SELECT (SELECT MIN(created_at_ms) FROM logs WHERE cost IS NOT NULL) AS first_ms,
       (SELECT MAX(done_until_ms) FROM retention_state WHERE subject IN ('log_consume', 'log_system')) AS removed_ms`,
  );
  if (!begin || begin.first_ms === null) return [];
  const firstMs = Math.max(Number(begin.first_ms), Number(begin.removed_ms ?? 0));
  const fromMs = Math.ceil(firstMs / HOUR_MS) * HOUR_MS;
  return dataSource.query(
    `SELECT hour_at_ms, SUM(logged) AS logged, SUM(counted) AS counted FROM (
       SELECT created_at_ms - created_at_ms % ${HOUR_MS} AS hour_at_ms, cost AS logged, 0 AS counted FROM logs
         WHERE cost IS NOT NULL AND created_at_ms >= ${fromMs}
       UNION ALL SELECT hour_at_ms, 0, cost FROM usage_hours WHERE cost <> 0 AND hour_at_ms >= ${fromMs}
     ) AS costs GROUP BY hour_at_ms HAVING SUM(logged) <> SUM(counted)`,
  );
}

function figuresOf(row: Row): readonly (readonly [string, number, number])[] {
  const value = (name: string) => Number(row[name] ?? 0);
  return [
    ['balance, reservations and leases', value('balance') + value('held') + value('leased'), value('moved')],
    ['reservations', value('held'), value('reserved')],
    ['leases', value('leased'), value('lent')],
    ['used', value('used'), value('proven_used')],
    ['request count', value('request_count'), value('proven_requests')],
  ];
}

const SUMS = [
  { kind: 1, owner: 'user_id', amount: 'user_amount' },
  { kind: 2, owner: 'token_id', amount: 'token_amount' },
  { kind: 3, owner: 'channel_id', amount: '0' },
  { kind: 6, owner: 'team_id', amount: 'team_amount' },
] as const;

const USED_SUMS = SUMS.map(
  ({ kind, owner, amount }) =>
    `SELECT ${kind} AS kind, ${owner} AS owner_id, ${amount} AS moved, used_amount, request_count FROM moved WHERE ${owner} <> 0`,
).join(' UNION ALL ');

/** All movements: a row of the log with a key is the one of its charge. */
const MOVED = `SELECT user_id, token_id, channel_id, user_amount, token_amount, affiliate_amount, used_amount, request_count,
    team_id, team_amount
  FROM movements
  UNION ALL SELECT user_id, token_id, channel_id, -SUM(quota), CASE WHEN token_id = 0 THEN 0 ELSE -SUM(quota) END, 0, SUM(quota),
    COUNT(*), 0, 0 FROM logs WHERE charge_key IS NOT NULL GROUP BY user_id, token_id, channel_id`;

function verifySql(dialect: DatabaseDialect): string {
  const named = dialect === 'mysql' ? "CONCAT('%,', account.owner_id, ',%')" : "'%,' || account.owner_id || ',%'";
  return `
WITH moved AS (${MOVED})
SELECT known.kind AS kind, known.owner_id AS owner_id,
  COALESCE(a.balance, 0) AS balance, COALESCE(a.held, 0) AS held, COALESCE(a.leased, 0) AS leased, COALESCE(a.used, 0) AS used,
  COALESCE(a.request_count, 0) AS request_count, COALESCE(m.moved, 0) AS moved, COALESCE(m.used, 0) AS proven_used,
  COALESCE(m.requests, 0) AS proven_requests, COALESCE(r.reserved, 0) AS reserved,
  COALESCE(l.lent, 0) AS lent
FROM (
  SELECT kind, owner_id FROM accounts
  UNION SELECT 1, user_id FROM moved WHERE user_id <> 0
  UNION SELECT 2, token_id FROM moved WHERE token_id <> 0
  UNION SELECT 3, channel_id FROM moved WHERE channel_id <> 0
  UNION SELECT 6, team_id FROM moved WHERE team_id <> 0
  UNION SELECT 5, period_id FROM budget_movements
  UNION SELECT 7, period_id FROM allowance_movements
  UNION SELECT kind, owner_id FROM account_leases
) AS known
LEFT JOIN accounts AS a ON a.kind = known.kind AND a.owner_id = known.owner_id
LEFT JOIN (
  SELECT kind, owner_id, SUM(moved) AS moved, SUM(used_amount) AS used, SUM(request_count) AS requests
  FROM (${USED_SUMS}
    UNION ALL SELECT 4, user_id, affiliate_amount, 0, 0 FROM moved WHERE affiliate_amount <> 0
    UNION ALL SELECT 5, period_id, SUM(amount), SUM(used_amount), SUM(request_count) FROM budget_movements
      GROUP BY period_id
    UNION ALL SELECT 7, period_id, SUM(amount), SUM(used_amount), SUM(request_count) FROM allowance_movements
      GROUP BY period_id
    UNION ALL SELECT 1, user_id, SUM(user_amount), 0, 0 FROM allowance_movements GROUP BY user_id) AS one
  GROUP BY kind, owner_id
) AS m ON m.kind = known.kind AND m.owner_id = known.owner_id
LEFT JOIN (
  SELECT kind, owner_id, SUM(amount) AS reserved FROM (
    SELECT 1 AS kind, user_id AS owner_id, amount - allowance_amount AS amount FROM reservations WHERE team_id = 0
    UNION ALL SELECT 6, team_id, amount FROM reservations WHERE team_id <> 0
    UNION ALL SELECT 7, allowance_id, allowance_amount FROM reservations WHERE allowance_id <> 0
    UNION ALL SELECT 2, token_id, amount FROM reservations WHERE token_id <> 0
    UNION ALL SELECT 5, account.owner_id, stored.amount FROM reservations AS stored JOIN accounts AS account
      ON account.kind = 5 AND stored.budgets LIKE ${named}
  ) AS reservation GROUP BY kind, owner_id
) AS r ON r.kind = known.kind AND r.owner_id = known.owner_id
LEFT JOIN (
  SELECT kind, owner_id, SUM(amount) AS lent FROM account_leases GROUP BY kind, owner_id
) AS l ON l.kind = known.kind AND l.owner_id = known.owner_id`;
}
