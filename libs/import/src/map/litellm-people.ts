import { KEY_DIGEST_PREFIX, TOKEN_NAME_MAX, TokenStatus } from '@contracts';
import { WITHOUT_BUDGET_DOLLARS } from '../source/litellm-tables';
import { fitting, secondsToMs, text, truth, whole, type SourceRow } from '../source/cells';
import { NO_AMOUNTS, type KindTable, type MapContext, type MappedRow } from '../run/target';
import { KEYS } from './keys';
import { mapPerson } from './people';

export const LITELLM_KEYS: KindTable = {
  ...KEYS,
  shape: { ...KEYS.shape, rpm_limit: 'integer', tpm_limit: 'integer', max_concurrency: 'integer' },
};

const DIGEST = /^[0-9a-f]{64}$/;
/** Names of lists there that stand for no model of their own. */
const ALL_OF_TEAM = 'all-team-models';
const NO_LIMIT = new Set(['all-proxy-models', ALL_OF_TEAM]);
const INT_MAX = 2_147_483_647;

/** A person of LiteLLM, or the team or place that owns keys there; passwords do not come. */
export function mapLiteLlmPerson(row: SourceRow, context: MapContext): MappedRow {
  const { remarks } = context;
  const person = mapPerson(row, context);
  const name = String(person.columns.username);
  if (truth(row, 'has_no_budget'))
    remarks.add(`people and teams without a budget there; they get ${WITHOUT_BUDGET_DOLLARS} dollars`, name);
  if (text(row, 'budget_duration') !== '')
    remarks.add('people and teams whose budget began anew by itself there; here it does not', name);
  remarks.add('people and teams who come without a password; root gives them one, or they reset it by mail', name);
  return person;
}

/** An API key that is known by its digest alone, until it is used here first; null for one that cannot come. */
export function mapLiteLlmKey(row: SourceRow, context: MapContext): MappedRow | null {
  const { ids, taken, remarks, box, nowMs } = context;
  const sourceId = whole(row, 'id');
  const id = ids.token.get(sourceId) ?? 0;
  const digest = text(row, 'digest').toLowerCase();
  const name = text(row, 'name') || `key ${id}`;
  const userId = ids.user.get(whole(row, 'user_id'));
  const keyHash = box.hash('api-token', `${KEY_DIGEST_PREFIX}${digest}`);
  if (!DIGEST.test(digest) || userId === undefined || !taken.token_key.take(keyHash, id)) {
    remarks.add('API keys that are not stored as a digest; they do not come', name);
    return null;
  }
  nameLost(row, name, context);
  const models = modelsOf(row);
  const isUnlimited = truth(row, 'unlimited_quota');
  const expiresAtMs = secondsToMs(whole(row, 'expired_time') || -1);
  const limit = (column: string) => Math.min(INT_MAX, Math.max(0, whole(row, column)));
  return {
    sourceId,
    columns: {
      id,
      user_id: userId,
      key_hash: keyHash,
      key_sealed: box.seal('api-token', `${KEY_DIGEST_PREFIX}${digest}`),
      status: statusOf(row, expiresAtMs > 0 && expiresAtMs <= nowMs, isUnlimited),
      name: fitting(name, TOKEN_NAME_MAX),
      created_at_ms: secondsToMs(whole(row, 'created_time')),
      accessed_at_ms: 0,
      expires_at_ms: expiresAtMs,
      model_limits_enabled: models.length > 0 ? 1 : 0,
      model_limits: models.join(','),
      ip_limits: listIn(text(row, 'allowed_ips')).join(','),
      token_group: '',
      deleted_at_ms: null,
      rpm_limit: limit('rpm_limit'),
      tpm_limit: limit('tpm_limit'),
      max_concurrency: limit('max_concurrency'),
    },
    amounts: { ...NO_AMOUNTS, balance: whole(row, 'remain_quota'), used: whole(row, 'used_quota') },
    isUnlimited,
  };
}

function statusOf(row: SourceRow, isExpired: boolean, isUnlimited: boolean): number {
  if (whole(row, 'status') === TokenStatus.Disabled) return TokenStatus.Disabled;
  if (isExpired) return TokenStatus.Expired;
  return !isUnlimited && whole(row, 'remain_quota') <= 0 ? TokenStatus.Exhausted : TokenStatus.Enabled;
}

/** The models of a key, or of its team where it may use all of those; none is no limit. */
function modelsOf(row: SourceRow): readonly string[] {
  const own = listIn(text(row, 'models'));
  const listed = own.length === 0 || own.includes(ALL_OF_TEAM) ? listIn(text(row, 'team_models')) : own;
  return listed.some(model => NO_LIMIT.has(model)) ? [] : listed;
}

function nameLost(row: SourceRow, name: string, { remarks }: MapContext): void {
  if (text(row, 'budget_duration') !== '')
    remarks.add('API keys whose budget began anew by itself there; here it does not', name);
  if (!/^(|\{\})$/.test(text(row, 'model_max_budget')))
    remarks.add('API keys whose budgets of single models do not come', name);
  if (!/^(|\{\})$/.test(text(row, 'aliases'))) remarks.add('API keys whose aliases of models do not come', name);
  if (text(row, 'team') !== '' && truth(row, 'has_person'))
    remarks.add('API keys of a person that also counted for a team; the budget of the team does not come', name);
}

function listIn(json: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}
