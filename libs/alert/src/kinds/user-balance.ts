import { AccountKind } from '@billing';
import { splitList, UserStatus } from '@contracts';
import { type AlertRule } from '../store/alert-rule';
import { saidUnits } from './said';
import { FINDINGS_MAX, MINUTE_MS, type Watch, type World } from './watch';

interface UserRow {
  readonly id: number | string;
  readonly username: string;
  readonly user_group: string;
  readonly total: number | string;
}

/** Rows that are read before groups are looked at. */
const ROWS_MAX = 5 * FINDINGS_MAX;

/**
 * Users with little left: the named ones, or those who called within the window. Accounts that nobody uses have little
 * left forever and are not worth a message.
 */
export const userBalance: Watch = {
  everyMs: 5 * MINUTE_MS,
  find: async (rule, world) => {
    const rows: readonly UserRow[] = await world.database.read.query(sqlOf(rule, world));
    const inScope = rule.scopeBy === 'group' ? rows.filter(row => hasGroup(row, rule.scopeValues)) : rows;
    return inScope.slice(0, FINDINGS_MAX).map(({ id, username, total }) => ({
      subject: `user:${id}`,
      sentence: 'user_balance',
      figures: {
        id: Number(id),
        name: username,
        value: saidUnits(Number(total), world.options),
        threshold: saidUnits(rule.threshold, world.options),
      },
    }));
  },
};

/** All values are numbers: ids were checked when the rule was saved. */
function sqlOf({ scopeBy, scopeValues, threshold, windowMinutes }: AlertRule, { nowMs }: World): string {
  const ids = scopeValues.map(Number).filter(Number.isSafeInteger);
  const users =
    scopeBy === 'user'
      ? `SELECT id AS user_id FROM users WHERE id IN (${ids.length === 0 ? '0' : ids.join(', ')})`
      : `SELECT DISTINCT user_id FROM usage_hours WHERE hour_at_ms >= ${nowMs - windowMinutes * MINUTE_MS}`;
  return `SELECT users.id, users.username, users.user_group, accounts.balance + accounts.held + accounts.leased AS total
    FROM (${users}) AS watched JOIN users ON users.id = watched.user_id
    JOIN accounts ON accounts.kind = ${AccountKind.User} AND accounts.owner_id = watched.user_id
    WHERE users.status = ${UserStatus.Enabled} AND users.deleted_at_ms IS NULL
    AND accounts.balance + accounts.held + accounts.leased < ${threshold} ORDER BY total, users.id LIMIT ${ROWS_MAX}`;
}

function hasGroup({ user_group: group }: UserRow, wanted: readonly string[]): boolean {
  return splitList(group).some(name => wanted.includes(name));
}
