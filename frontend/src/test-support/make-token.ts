import { TokenStatus, type TokenView } from '@contracts';

/** A row of the token table. */
export function makeToken(id: number, changes: Partial<TokenView> = {}): TokenView {
  return {
    id,
    user_id: 7,
    key: `key${id}`,
    status: TokenStatus.Enabled,
    name: `token ${id}`,
    created_time: 1_740_000_000,
    accessed_time: 1_740_000_000,
    accessed_ip: '',
    accessed_client: '',
    rotated_time: 0,
    previous_ends_time: 0,
    disabled_by_admin: false,
    expired_time: -1,
    remain_quota: 500_000,
    unlimited_quota: false,
    used_quota: 0,
    model_limits_enabled: false,
    model_limits: '',
    ip_limits: '',
    default_model: '',
    rate_limit_enabled: false,
    rate_limit_interval: 1,
    rate_limit_count: 1,
    rpm_limit: 0,
    tpm_limit: 0,
    max_concurrency: 0,
    rpd_limit: 0,
    group: 'default',
    team_id: 0,
    tags: '',
    ...changes,
  };
}
