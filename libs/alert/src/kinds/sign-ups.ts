import { MINUTE_MS, type Watch } from './watch';

/** Accounts that are looked at, the newest ones. */
const ACCOUNTS_MAX = 10_000;

/** More accounts are made than usual, as by a program. */
export const signUps: Watch = {
  everyMs: MINUTE_MS,
  find: async (rule, { database, nowMs }) => {
    const [row]: { count: number | string }[] = await database.read.query(
      `SELECT COUNT(*) AS count FROM (SELECT created_at_ms FROM users ORDER BY id DESC LIMIT ${ACCOUNTS_MAX}) AS newest
       WHERE created_at_ms >= ${nowMs - rule.windowMinutes * MINUTE_MS}`,
    );
    const count = Number(row?.count ?? 0);
    if (count <= rule.threshold) return [];
    const figures = { count, window: rule.windowMinutes, threshold: rule.threshold };
    return [{ subject: 'all', sentence: 'sign_ups', figures }];
  },
};
