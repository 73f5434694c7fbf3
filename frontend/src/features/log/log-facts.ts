import { type LogEntry } from '@contracts';
import { type ParseKeys, type TFunction } from 'i18next';
import { formatCurrency, formatNumber, formatQuota, type QuotaDisplay } from '../../shared/format/quota';
import { triedChannels, type KnownOther } from '../../shared/log/log-other';
import { tokensPerSecond } from './token-speed';
import { reasonText } from './log-reason';

/** One line of the detail: a label and a value. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  /** True for a value in the colour of trouble. */
  readonly isTrouble?: boolean;
}

const CURRENCY_DIGITS = 6;

type Labels = Partial<Record<keyof KnownOther, ParseKeys>>;

/** Values of a row and their labels; those that a call did not set are not shown. */
const figureLabels = {
  model_ratio: 'log.model_ratio',
  completion_ratio: 'log.completion_ratio',
  group_ratio: 'log.group_ratio',
  cache_tokens: 'log.cache_tokens',
  cache_ratio: 'log.cache_ratio',
  cache_creation_tokens: 'log.cache_creation_tokens',
  cache_creation_ratio: 'log.cache_creation_ratio',
  text_input: 'log.text_input',
  text_output: 'log.text_output',
  audio_input: 'log.audio_input',
  audio_output: 'log.audio_output',
  audio_ratio: 'log.audio_ratio',
  audio_completion_ratio: 'log.audio_completion_ratio',
  image_output: 'log.image_output',
  image_ratio: 'log.image_ratio',
  reasoning_effort: 'log.reasoning_effort',
  answer_limit: 'log.answer_limit',
} as const satisfies Labels;

/** Fields of a failed call and their labels. */
const failureLabels = {
  error_type: 'log.error_type',
  error_code: 'log.error_code',
  status_code: 'log.status_code',
  request_path: 'log.request_path',
} as const satisfies Labels;

/** The parts of the receipt and their labels, in the order of the bill. */
const bucketLabels: Readonly<Record<string, ParseKeys>> = {
  promptTokens: 'log.bucket_prompt',
  cachedReadTokens: 'log.bucket_cached',
  cacheWrite5mTokens: 'log.bucket_write_5m',
  cacheWrite1hTokens: 'log.bucket_write_1h',
  audioInputTokens: 'log.bucket_audio_in',
  imageInputTokens: 'log.bucket_image_in',
  completionTokens: 'log.bucket_completion',
  reasoningTokens: 'log.bucket_reasoning',
  audioOutputTokens: 'log.bucket_audio_out',
  imageOutputTokens: 'log.bucket_image_out',
  calls: 'log.bucket_calls',
  webSearches: 'log.bucket_searches',
};

function isFigure(value: unknown): value is string | number {
  return (typeof value === 'number' && Number.isFinite(value)) || (typeof value === 'string' && value !== '');
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function labelled(other: KnownOther, labels: Labels, t: TFunction): readonly Fact[] {
  return Object.entries(labels).flatMap(([key, label]) => {
    const value = other[key as keyof KnownOther]; // the key comes from the tables above
    return isFigure(value) && value !== 0 ? [{ label: t(label), value: String(value) }] : [];
  });
}

/** Why a call failed, as reported to its caller. */
export function failureFacts(other: KnownOther, t: TFunction): readonly Fact[] {
  return labelled(other, failureLabels, t);
}

/** What decided the price: ratios, or the price per call, and other values in the row that affect it. */
export function priceFacts(other: KnownOther, t: TFunction): readonly Fact[] {
  const figures = labelled(other, figureLabels, t);
  const price = other.model_price ?? -1;
  const all = [...figures, ...ruleFacts(other, t)];
  return price >= 0 ? [{ label: t('log.model_price'), value: `$${price}` }, ...all] : all;
}

/** The tier, the hours and the own price of a group that were charged. */
function ruleFacts({ receipt }: KnownOther, t: TFunction): readonly Fact[] {
  const { tierAbove, hours, hoursFactor, isOfGroup } = receipt?.price ?? {};
  const factor = typeof hoursFactor === 'number' ? ` (× ${hoursFactor})` : '';
  const facts: readonly (Fact | false)[] = [
    typeof tierAbove === 'number' && {
      label: t('log.price_tier'),
      value: t('log.price_tier_above', { tokens: formatNumber(tierAbove) }),
    },
    isText(hours) && { label: t('log.price_hours'), value: hours + factor },
    isOfGroup === true && { label: t('log.price_of_group'), value: t('log.price_of_group_yes') },
  ];
  return facts.filter(fact => fact !== false);
}

/** The billed tokens of each kind, and the units that they cost. */
export function receiptFacts(other: KnownOther, t: TFunction, display: QuotaDisplay): readonly Fact[] {
  const { usage = {}, units } = other.receipt ?? {};
  const buckets = Object.entries(bucketLabels).flatMap(([key, label]) => {
    const value = usage[key];
    return isFigure(value) ? [{ label: t(label), value: formatNumber(Number(value)) }] : [];
  });
  if (units === undefined) return buckets;
  const money = formatQuota(units, display, CURRENCY_DIGITS);
  const value = t('common.with_detail', { text: formatNumber(units), detail: money });
  return [...buckets, { label: t('log.units'), value }];
}

/** What the call cost at its supplier, and what is left of its charge; only administrators get this. */
export function costFacts({ cost, quota }: LogEntry, t: TFunction, display: QuotaDisplay): readonly Fact[] {
  if (cost === undefined) return [];
  const margin = quota - cost;
  const percent = quota > 0 ? ` (${((margin / quota) * 100).toFixed(1)}%)` : '';
  return [
    { label: t('log.cost'), value: formatCurrency(cost, display, CURRENCY_DIGITS) },
    {
      label: t('log.margin'),
      value: `${formatCurrency(margin, display, CURRENCY_DIGITS)}${percent}`,
      ...(margin < 0 && { isTrouble: true }),
    },
  ];
}

/** Where a call came from and went to, and how fast it was; only administrators get the channels. */
export function routeFacts(entry: LogEntry, other: KnownOther, t: TFunction): readonly Fact[] {
  const info = other.admin_info;
  const tried = triedChannels(other);
  const speed = tokensPerSecond(entry);
  const dropped = other.dropped ?? [];
  const mended = other.mended ?? [];
  const facts: readonly (Fact | false)[] = [
    speed !== null && { label: t('log.speed'), value: t('log.tokens_per_second', { count: Math.round(speed) }) },
    entry.client_ip !== '' && { label: t('log.client_ip'), value: entry.client_ip },
    entry.token_group !== '' && { label: t('log.group'), value: entry.token_group },
    entry.team_id !== undefined && { label: t('log.team'), value: `#${entry.team_id}` },
    entry.tags !== undefined && { label: t('log.tags'), value: entry.tags.replaceAll(',', ', ') },
    tried.length > 1 && { label: t('log.retry'), value: tried.join(' → ') },
    Boolean(info?.chosen_because) && { label: t('log.because'), value: reasonText(info?.chosen_because ?? '', t) },
    info?.used_key_position !== undefined && {
      label: t('log.used_key'),
      value: `#${info.used_key_position} ${info.used_key_mask ?? ''}`.trim(),
    },
    other.previous_key === true && { label: t('log.previous_key'), value: t('log.previous_key_yes') },
    isText(other.session) && { label: t('log.session'), value: other.session },
    other.requested_model !== undefined && { label: t('log.requested_model'), value: other.requested_model },
    other.format !== undefined && { label: t('log.format'), value: other.format },
    other.converted === true && { label: t('log.converted'), value: t('log.converted_yes') },
    dropped.length > 0 && { label: t('log.dropped'), value: dropped.join(', ') },
    mended.length > 0 && { label: t('log.mended'), value: mended.join(', ') },
    Boolean(info?.upstream_model_name) && { label: t('log.upstream_model'), value: info?.upstream_model_name ?? '' },
  ];
  return facts.filter(fact => fact !== false);
}

/** Who made a change, and the values before and after it; only administrators get this. */
export function changeFacts({ admin_info: info }: KnownOther, t: TFunction): readonly Fact[] {
  if (info?.actor === undefined) return [];
  const { actor, actor_id: id, actor_ip: address, target, reason, movement, before = {}, after = {} } = info;
  const facts: readonly (Fact | false)[] = [
    { label: t('log.actor'), value: [actor, id !== undefined && `#${id}`, address].filter(Boolean).join(' · ') },
    isText(target) && { label: t('log.target'), value: target },
    isText(reason) && { label: t('log.reason'), value: reason },
    isText(movement) && { label: t('log.movement'), value: movement },
  ];
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changes = fields.map(field => ({
    label: field,
    value: `${valueText(before, field)} → ${valueText(after, field)}`,
  }));
  return [...facts.filter(fact => fact !== false), ...changes];
}

/** A value as text; a dash when there is none on this side of the change. */
function valueText(values: Readonly<Record<string, unknown>>, field: string): string {
  const value = values[field];
  if (value === undefined || value === null || value === '') return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
