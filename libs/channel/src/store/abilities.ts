import { ChannelStatus, splitList } from '@contracts';
import { insertRows, type RowSetShape, type RowValue } from '@platform';
import { In, type EntityManager } from 'typeorm';
import { AbilityEntity } from './ability.entity';
import { type ChannelEntity } from './channel.entity';

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

/** The columns of a channel from which its abilities are derived. */
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
  for (const ids of inParts(channelIds)) await manager.delete(AbilityEntity, { channelId: In(ids) });
}

/** Updates in place what abilities copy from their channels. @param channelIds as many as fit into one statement */
export async function updateAbilities(
  manager: EntityManager,
  channelIds: readonly number[],
  { status, priority, weight }: Partial<AbilitySource>,
): Promise<void> {
  const changes = {
    ...(status !== undefined && { isEnabled: status === ChannelStatus.Enabled }),
    ...(priority !== undefined && { priority }),
    ...(weight !== undefined && { weight }),
  };
  if (Object.keys(changes).length > 0) await manager.update(AbilityEntity, { channelId: In([...channelIds]) }, changes);
}

/** Ids in parts that fit into one statement. */
export function inParts(ids: readonly number[]): number[][] {
  const parts: number[][] = [];
  for (let at = 0; at < ids.length; at += IDS_MAX) parts.push(ids.slice(at, at + IDS_MAX));
  return parts;
}

function abilityRows(channel: AbilitySource): (readonly RowValue[])[] {
  const isEnabled = channel.status === ChannelStatus.Enabled ? 1 : 0;
  const models = splitList(channel.models);
  return splitList(channel.group).flatMap(group =>
    models.map(model => [group, model, channel.id, isEnabled, channel.priority, channel.weight] as const),
  );
}
