import { ChannelStatus } from '@contracts';
import { saidTime } from './said';
import { watchedChannels } from './scope';
import { FINDINGS_MAX, MINUTE_MS, type Watch } from './watch';

interface BalanceRow {
  readonly id: number | string;
  readonly upstream_balance: number | string;
  readonly upstream_balance_at_ms: number | string;
}

/** Money at providers, as far as it was read; channels whose provider tells no balance are left out. */
export const upstreamBalance: Watch = {
  everyMs: MINUTE_MS,
  find: async (rule, world) => {
    const channels = new Map(watchedChannels(rule, world).map(channel => [channel.id, channel]));
    const rows: readonly BalanceRow[] = await world.database.read.query(
      `SELECT id, upstream_balance, upstream_balance_at_ms FROM channels WHERE status = ${ChannelStatus.Enabled}
       AND upstream_balance_at_ms > 0 AND upstream_balance < ${rule.threshold} ORDER BY upstream_balance, id`,
    );
    const found = rows.flatMap(row => {
      const channel = channels.get(Number(row.id));
      if (!channel) return [];
      const { id, name } = channel;
      const value = Number(row.upstream_balance).toFixed(2);
      const time = saidTime(Number(row.upstream_balance_at_ms), world.timeZone);
      const figures = { id, name, value, time, threshold: rule.threshold };
      return [{ subject: `channel:${id}`, sentence: 'upstream_balance' as const, figures }];
    });
    return found.slice(0, FINDINGS_MAX);
  },
};
