import { ChannelStatus } from '@contracts';
import { splitList } from '@kernel';
import { insertRows, type RowSetShape, type RowValue } from '@platform';
import { In, type EntityManager } from 'typeorm';
import { AbilityEntity } from './ability.entity';
import type { ChannelEntity } from './channel.entity';

const SHAPE: RowSetShape = {
  ability_group: 'text',
  model: 'text',
  channel_id: 'integer',
  enabled: 'integer',
  priority: 'integer',
  weight: 'integer',
};

/** Rows per statement; keeps the text of one parameter within a few hundred kilobytes. */
const ROWS_MAX = 2000;
/** Ids per IN list; databases limit the number of parameters. */
const IDS_MAX = 500;

/** What the abilities of a channel follow from. */
export type AbilitySource = Pick<ChannelEntity, 'id' | 'group' | 'models' | 'status' | 'priority' | 'weight'>;

/** One row per group and model of each channel. */
export async function insertAbilities(manager: EntityManager, channels: readonly AbilitySource[]): Promise<void> {
  let rows: (readonly RowValue[])[] = [];
  for (const channel of channels) {
    rows.push(...abilityRows(channel));
    while (rows.length >= ROWS_MAX) {
      await insertRows(manager, 'abilities', SHAPE, rows.slice(0, ROWS_MAX));
      rows = rows.slice(ROWS_MAX);
    }
  }
  await insertRows(manager, 'abilities', SHAPE, rows);
}

export async function deleteAbilities(manager: EntityManager, channelIds: readonly number[]): Promise<void> {
  for (let at = 0; at < channelIds.length; at += IDS_MAX) {
    await manager.delete(AbilityEntity, { channelId: In(channelIds.slice(at, at + IDS_MAX)) });
  }
}

function abilityRows(channel: AbilitySource): (readonly RowValue[])[] {
  const isEnabled = channel.status === ChannelStatus.Enabled ? 1 : 0;
  const models = splitList(channel.models);
  return splitList(channel.group).flatMap(group =>
    models.map(model => [group, model, channel.id, isEnabled, channel.priority, channel.weight] as const),
  );
}
