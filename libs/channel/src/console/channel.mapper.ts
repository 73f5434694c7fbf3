import { type ChannelBulkField, type ChannelShape, type ChannelView } from '@contracts';
import { toSeconds } from '@kernel';
import { type CatalogChannel } from '../catalog/catalog-channel';
import { readSettings } from '../catalog/channel-settings';
import { type ChannelEntity } from '../store/channel.entity';

/** The values that a view needs besides the row. */
export interface ChannelViewExtras {
  /** Units that were spent through the channel, from the ledger. */
  readonly usedQuota: number;
  /** The opened key, when the caller asked for it and may see it. */
  readonly key?: string;
  /** The proxy as it may be shown: with its password masked, unless keys are shown too. */
  readonly proxy: string;
  /** The channel as the relay sees it; null when its keys cannot be opened. */
  readonly live: CatalogChannel | null;
}

/** The fields that a bulk edit can set, with the values of one channel. */
export function toBulkFields(channel: ChannelEntity): Pick<ChannelView, ChannelBulkField> {
  const { rpm_limit, tpm_limit, max_concurrency, header_override, param_override } = toShape(channel);
  return {
    status: channel.status,
    group: channel.group,
    models: channel.models,
    ma_input_tokens: channel.maxInputTokens,
    model_mapping: channel.modelMapping ?? '',
    status_code_mapping: channel.statusCodeMapping ?? '',
    test_model: channel.testModel,
    auto_ban: channel.isAutoBan ? 1 : 0,
    priority: channel.priority,
    weight: channel.weight,
    tag: channel.tag,
    expired_time: expiredTime(channel),
    rpm_limit,
    tpm_limit,
    max_concurrency,
    header_override,
    param_override,
  };
}

/** The fields that shape a channel, but for its proxy, which is sealed. */
export function toShape(channel: Pick<ChannelEntity, 'settings' | 'tag' | 'note' | 'expiresAtMs'>): ChannelShape {
  const { tag, note } = channel;
  return { ...readSettings(channel.settings), proxy: '', tag, note, expired_time: expiredTime(channel) };
}

function expiredTime({ expiresAtMs }: Pick<ChannelEntity, 'expiresAtMs'>): number {
  return expiresAtMs === 0 ? -1 : toSeconds(expiresAtMs);
}

/** A stored channel as the console reads it. */
export function toChannelView(channel: ChannelEntity, extras: ChannelViewExtras): ChannelView {
  return {
    id: channel.id,
    type: channel.type,
    name: channel.name,
    ...toShape(channel),
    proxy: extras.proxy,
    ...toBulkFields(channel),
    ...(extras.key === undefined ? {} : { key: extras.key }),
    several_keys: channel.hasSeveralKeys,
    total_keys: extras.live?.keys.length ?? 0,
    usable_keys: extras.live?.keys.filter(key => key.fault === null).length ?? 0,
    openai_organization: channel.openaiOrganization,
    base_url: channel.baseUrl,
    other: channel.other,
    other_info: otherInfo(channel),
    response_time: channel.responseTimeMs,
    test_time: toSeconds(channel.testedAtMs),
    used_quota: extras.usedQuota,
    balance: channel.upstreamBalance,
    balance_updated_time: toSeconds(channel.upstreamBalanceAtMs),
    created_time: toSeconds(channel.createdAtMs),
  };
}

/** Why and when the server changed the status, as JSON text; empty when it never did. */
function otherInfo({ statusReason, statusAtMs }: ChannelEntity): string {
  if (statusReason === '' && statusAtMs === 0) return '';
  return JSON.stringify({ status_reason: statusReason, status_time: toSeconds(statusAtMs) });
}
