import { type AccountState } from '@billing';
import { TOKEN_NEVER_EXPIRES, type TokenFacts, type TokenStatusValue, type TokenView } from '@contracts';
import { toCallLimitFields } from '@user';
import { type TokenRow } from './token.store';

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

/** A token as its owner sees it, with the whole key. */
export function toTokenView(row: TokenRow, key: string, account: AccountState): TokenView {
  return { ...toTokenFacts(row, account), key };
}

/** A token without its key. */
export function toTokenFacts(row: TokenRow, account: AccountState): TokenFacts {
  return {
    id: row.id,
    user_id: row.userId,
    status: row.status as TokenStatusValue, // written from that table only
    name: row.name,
    created_time: toSeconds(row.createdAtMs),
    accessed_time: toSeconds(row.accessedAtMs),
    accessed_ip: row.accessedIp,
    accessed_client: row.accessedClient,
    rotated_time: toSeconds(row.rotatedAtMs),
    previous_ends_time: toSeconds(row.previousEndsAtMs),
    disabled_by_admin: row.isDisabledByAdmin,
    expired_time: row.expiresAtMs === TOKEN_NEVER_EXPIRES ? TOKEN_NEVER_EXPIRES : toSeconds(row.expiresAtMs),
    remain_quota: account.balance,
    unlimited_quota: account.isUnlimited,
    used_quota: account.used,
    model_limits_enabled: row.isModelLimited,
    model_limits: row.modelLimits,
    ip_limits: row.ipLimits,
    rate_limit_enabled: row.isRateLimited,
    rate_limit_interval: row.rateLimitInterval,
    rate_limit_count: row.rateLimitCount,
    ...toCallLimitFields(row),
    default_model: row.defaultModel,
    group: row.group,
    team_id: row.teamId,
    tags: row.tags.slice(1, -1),
  };
}
