import {
  splitList,
  TOKEN_NAME_MAX,
  TOKEN_NAME_SUFFIX_LENGTH,
  TOKEN_NEVER_EXPIRES,
  TOKEN_QUOTA_DEFAULT,
  TOKEN_RATE_COUNT_DEFAULT,
  TOKEN_RATE_INTERVAL_DEFAULT_SECONDS,
  type TokenCreate,
  type TokenEdit,
  type TokenView,
} from '@contracts';
import {
  findLimitFault,
  noCallLimitsDraft,
  toCallLimitDraft,
  toCallLimits,
  type CallLimitDraft,
} from '../../shared/form/call-limit-draft';
import { parseTime, toInputTime } from '../../shared/format/time';
import { randomSuffix } from '../../shared/browser/random';

/** The token form, as typed. */
export interface TokenDraft {
  readonly name: string;
  readonly group: string;
  /** Local date and time; empty means that the token never expires. */
  readonly expiry: string;
  /** Whole quota units, as typed. */
  readonly quota: string;
  readonly isUnlimited: boolean;
  readonly hasModelLimits: boolean;
  readonly models: readonly string[];
  readonly addresses: string;
  /** The model of calls that name none; empty for none. */
  readonly defaultModel: string;
  readonly hasRateLimit: boolean;
  readonly rateIntervalSeconds: string;
  readonly rateCount: string;
  readonly limits: CallLimitDraft;
  /** The id of the team whose wallet pays; empty for none. It is chosen for new tokens only, as is whether all share it. */
  readonly teamId: string;
  readonly isShared: boolean;
  /** Between commas. */
  readonly tags: string;
  /** The number of tokens to create; it is used only for new tokens. */
  readonly count: string;
}

/** The first fault of a draft; also the i18n key of its message and, by its first word, of its field. */
export type TokenFault = 'group' | 'name' | 'expiry' | 'quota' | 'rateInterval' | 'rateCount' | 'limits' | 'count';

const GENERATED_NAME = 'token';
/** A name without meaning, which is replaced like an empty one. */
const EMPTY_NAME = 'default';

export const newTokenDraft: TokenDraft = {
  name: '',
  group: '',
  expiry: '',
  quota: String(TOKEN_QUOTA_DEFAULT),
  isUnlimited: false,
  hasModelLimits: false,
  models: [],
  addresses: '',
  defaultModel: '',
  hasRateLimit: false,
  rateIntervalSeconds: String(TOKEN_RATE_INTERVAL_DEFAULT_SECONDS),
  rateCount: String(TOKEN_RATE_COUNT_DEFAULT),
  limits: noCallLimitsDraft,
  teamId: '',
  isShared: false,
  tags: '',
  count: '1',
};

export function toDraft(token: TokenView): TokenDraft {
  return {
    name: token.name,
    group: token.group,
    expiry: toInputTime(token.expired_time),
    quota: String(token.remain_quota),
    isUnlimited: token.unlimited_quota,
    hasModelLimits: token.model_limits_enabled,
    models: splitList(token.model_limits),
    addresses: token.ip_limits,
    defaultModel: token.default_model,
    hasRateLimit: token.rate_limit_enabled,
    rateIntervalSeconds: String(token.rate_limit_interval),
    rateCount: String(token.rate_limit_count),
    limits: toCallLimitDraft(token),
    teamId: token.team_id > 0 ? String(token.team_id) : '',
    isShared: false,
    tags: token.tags,
    count: '1',
  };
}

function isWhole(text: string, least: number): boolean {
  return /^-?\d+$/.test(text.trim()) && Number.isSafeInteger(Number(text)) && Number(text) >= least;
}

/**
 * True when the quota is unlimited, a typed whole number of at least 0, or unchanged: an overdrawn token may keep its
 * balance.
 */
function isQuota(draft: TokenDraft, loaded: TokenDraft | null): boolean {
  return draft.isUnlimited || isWhole(draft.quota, 0) || draft.quota === loaded?.quota;
}

/**
 * The first fault of a draft, or null.
 *
 * @param loaded the draft that an edit began with; null for new tokens
 */
export function findTokenFault(draft: TokenDraft, loaded: TokenDraft | null): TokenFault | null {
  if (draft.group === '') return 'group';
  if (draft.name.trim().length > TOKEN_NAME_MAX) return 'name';
  if (draft.expiry.trim() !== '' && parseTime(draft.expiry) === null) return 'expiry';
  if (!isQuota(draft, loaded)) return 'quota';
  if (draft.hasRateLimit && !isWhole(draft.rateIntervalSeconds, 1)) return 'rateInterval';
  if (draft.hasRateLimit && !isWhole(draft.rateCount, 1)) return 'rateCount';
  if (findLimitFault(draft.limits)) return 'limits';
  if (!loaded && !isWhole(draft.count, 1)) return 'count';
  return null;
}

function withSuffix(name: string, suffix: string): string {
  return `${name.slice(0, TOKEN_NAME_MAX - suffix.length - 1)}-${suffix}`;
}

/** The request for one token of this name. @param draft without faults */
export function toCreate(draft: TokenDraft, name: string): TokenCreate {
  return {
    name,
    remain_quota: draft.isUnlimited && !isWhole(draft.quota, 0) ? 0 : Number(draft.quota),
    unlimited_quota: draft.isUnlimited,
    expired_time: parseTime(draft.expiry) ?? TOKEN_NEVER_EXPIRES,
    model_limits_enabled: draft.hasModelLimits,
    model_limits: draft.models.join(','),
    ip_limits: splitList(draft.addresses.replaceAll('\n', ',')).join(','),
    rate_limit_enabled: draft.hasRateLimit,
    rate_limit_interval: isWhole(draft.rateIntervalSeconds, 1)
      ? Number(draft.rateIntervalSeconds)
      : TOKEN_RATE_INTERVAL_DEFAULT_SECONDS,
    rate_limit_count: isWhole(draft.rateCount, 1) ? Number(draft.rateCount) : TOKEN_RATE_COUNT_DEFAULT,
    ...toCallLimits(draft.limits),
    default_model: draft.defaultModel.trim(),
    group: draft.group,
    ...(draft.tags.trim() !== '' && { tags: draft.tags.trim() }),
  };
}

/**
 * The requests that create the tokens. A single token keeps its name; several tokens, and tokens without a meaningful
 * name, get a random suffix.
 *
 * @param draft without faults
 */
export function toCreates(draft: TokenDraft, suffix = () => randomSuffix(TOKEN_NAME_SUFFIX_LENGTH)): TokenCreate[] {
  const typed = draft.name.trim();
  const isTelling = typed !== '' && typed !== EMPTY_NAME;
  const count = Number(draft.count);
  return Array.from({ length: count }, () =>
    ofTeam(
      draft,
      toCreate(draft, isTelling && count === 1 ? typed : withSuffix(isTelling ? typed : GENERATED_NAME, suffix())),
    ),
  );
}

/** A token of a team names it; every other request says nothing of teams. */
function ofTeam({ teamId, isShared }: TokenDraft, create: TokenCreate): TokenCreate {
  return teamId === '' ? create : { ...create, team_id: Number(teamId), shared: isShared };
}

/**
 * The request for the edit of one token. It contains the quota that the form began with, so that units used meanwhile
 * stay used.
 *
 * @param draft without faults
 */
export function toEdit(draft: TokenDraft, token: TokenView): TokenEdit {
  const name = draft.name.trim() || token.name;
  const cleared = token.tags !== '' && draft.tags.trim() === '' ? { tags: '' } : {};
  return { ...toCreate(draft, name), ...cleared, id: token.id, remain_quota_loaded: token.remain_quota };
}
