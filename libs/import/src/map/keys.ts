import { TOKEN_NAME_MAX, TokenStatus, splitList } from '@contracts';
import { deletedAtMs, fitting, jsonObject, secondsToMs, text, truth, whole, type SourceRow } from '../source/cells';
import { NO_AMOUNTS, type KindTable, type MapContext, type MappedRow } from '../run/target';

export const KEYS: KindTable = {
  kind: 'token',
  table: 'tokens',
  shape: {
    id: 'integer',
    user_id: 'integer',
    key_hash: 'text',
    key_sealed: 'text',
    status: 'integer',
    name: 'text',
    created_at_ms: 'integer',
    accessed_at_ms: 'integer',
    expires_at_ms: 'integer',
    model_limits_enabled: 'integer',
    model_limits: 'text',
    ip_limits: 'text',
    token_group: 'text',
    deleted_at_ms: 'integer',
  },
};

/** The longest key whose sealed text fits its column. */
const KEY_MAX = 160;
const GROUP_MAX = 64;

/** An API key that goes on working; null for one that cannot come. */
export function mapKey(row: SourceRow, context: MapContext): MappedRow | null {
  const { ids, taken, remarks, box } = context;
  const sourceId = whole(row, 'id');
  const id = ids.token.get(sourceId) ?? 0;
  const key = text(row, 'key');
  const name = text(row, 'name');
  const userId = ids.user.get(whole(row, 'user_id'));
  if (userId === undefined) return skipped('API keys whose owner does not exist', `${name} (${sourceId})`, context);
  if (key === '' || key.length > KEY_MAX)
    return skipped('API keys of an unknown form', `${name} (${sourceId})`, context);
  const keyHash = box.hash('api-token', key);
  if (!taken.token_key.take(keyHash, id)) {
    return skipped('API keys that exist here already', `${name} (${sourceId})`, context);
  }
  const shortName = fitting(name, TOKEN_NAME_MAX);
  if (shortName !== name) remarks.add('API keys whose name was shortened', `${shortName} (${sourceId})`);
  const models = modelsOf(row, context);
  const isUnlimited = truth(row, 'unlimited_quota');
  return {
    sourceId,
    columns: {
      id,
      user_id: userId,
      key_hash: keyHash,
      key_sealed: box.seal('api-token', key),
      status: statusOf(row, isUnlimited, context.nowMs),
      name: shortName,
      created_at_ms: secondsToMs(whole(row, 'created_time')),
      accessed_at_ms: secondsToMs(whole(row, 'accessed_time')),
      expires_at_ms: secondsToMs(whole(row, 'expired_time') || -1),
      model_limits_enabled: models.length > 0 ? 1 : 0,
      model_limits: models.join(','),
      ip_limits: addressesOf(row, context).join(','),
      token_group: fitting(text(row, 'group'), GROUP_MAX),
      deleted_at_ms: deletedAtMs(row),
    },
    amounts: { ...NO_AMOUNTS, balance: whole(row, 'remain_quota'), used: whole(row, 'used_quota') },
    isUnlimited,
  };
}

function skipped(what: string, name: string, { remarks }: MapContext): null {
  remarks.add(`${what}; they do not come`, name);
  return null;
}

/** What the time and the rest say; there it is written only when the key is used next. */
function statusOf(row: SourceRow, isUnlimited: boolean, nowMs: number): number {
  const expiresAtMs = secondsToMs(whole(row, 'expired_time') || -1);
  if (whole(row, 'status') === TokenStatus.Disabled) return TokenStatus.Disabled;
  if (expiresAtMs > 0 && expiresAtMs <= nowMs) return TokenStatus.Expired;
  return !isUnlimited && whole(row, 'remain_quota') <= 0 ? TokenStatus.Exhausted : TokenStatus.Enabled;
}

function limitsOf(row: SourceRow, name: string): Readonly<Record<string, unknown>> {
  const limits = jsonObject(row, 'setting').limits as Readonly<Record<string, unknown>> | undefined;
  return (limits?.[name] ?? {}) as Readonly<Record<string, unknown>>;
}

function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.map(String) : [];
}

function modelsOf(row: SourceRow, { family }: MapContext): readonly string[] {
  if (family === 'one-api') return splitList(text(row, 'models'));
  if (family === 'new-api') return truth(row, 'model_limits_enabled') ? splitList(text(row, 'model_limits')) : [];
  const limits = limitsOf(row, 'limit_model_setting');
  return limits.enabled === true ? textsIn(limits.models) : [];
}

function addressesOf(row: SourceRow, { family }: MapContext): readonly string[] {
  if (family === 'one-api') return splitList(text(row, 'subnet'));
  if (family === 'new-api') return splitList(text(row, 'allow_ips').replace(/\s+/g, ','));
  const limits = limitsOf(row, 'limits_ip_setting');
  return limits.enabled === true ? textsIn(limits.whitelist) : [];
}
