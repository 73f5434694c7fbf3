import { AccountKind } from '@billing';
import { MINUTE_MS, type Watch } from './watch';

/** What accounts say is reserved or lent, less what the reservations and leases say; nothing where both agree. */
const DIFFERENCES_SQL = `
  SELECT COUNT(*) AS accounts, SUM(ABS(difference)) AS units FROM (
    SELECT what, kind, owner_id, SUM(amount) AS difference FROM (
      SELECT 1 AS what, kind, owner_id, held AS amount FROM accounts
        WHERE held <> 0 AND kind IN (${AccountKind.User}, ${AccountKind.Token})
      UNION ALL SELECT 1, ${AccountKind.User}, user_id, -amount FROM reservations
      UNION ALL SELECT 1, ${AccountKind.Token}, token_id, -amount FROM reservations WHERE token_id <> 0
      UNION ALL SELECT 2, kind, owner_id, leased FROM accounts WHERE leased <> 0
      UNION ALL SELECT 2, kind, owner_id, -amount FROM account_leases
    ) AS amounts GROUP BY what, kind, owner_id HAVING SUM(amount) <> 0
  ) AS differing`;

/**
 * The part of the proof of the ledger that is small enough to be repeated: open reservations and leases, in one
 * statement. The whole proof reads every movement and is a command.
 */
export const ledger: Watch = {
  everyMs: 10 * MINUTE_MS,
  find: async (_rule, { database }) => {
    const [row]: { accounts: number | string; units: number | string | null }[] =
      await database.read.query(DIFFERENCES_SQL);
    const accounts = Number(row?.accounts ?? 0);
    if (accounts === 0) return [];
    return [{ subject: 'all', sentence: 'ledger', figures: { accounts, units: Number(row?.units ?? 0) } }];
  },
};
