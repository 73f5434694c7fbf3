import { LogType, totalCompletionTokens, totalPromptTokens, type LogOther, type LogSaying } from '@contracts';
import { sentenceFields, type LogRecord } from '@log';
import { type Price } from '@pricing';
import { type ApiCaller } from '@token';
import { type Bill } from './bill';
import { type RelayCall } from '../call/relay-call';
import { type RouteFacts } from '../routing/route-plan';

/** What a log row states about a call besides its bill. */
export interface CallFacts {
  readonly call: RelayCall;
  readonly caller: ApiCaller;
  readonly group: string;
  readonly requestId: string;
  readonly clientIp: string;
  readonly path: string;
  /** Start of the request, in milliseconds of the monotonic clock. */
  readonly startedAt: number;
  /** Channels in the order tried; the last one delivered the response. */
  readonly triedChannels: readonly number[];
  readonly upstreamModel: string;
  /** Why the last channel was chosen, and with which key; absent where no channel was chosen. */
  readonly route?: RouteFacts | null;
}

interface Finished {
  readonly bill: Bill;
  readonly price: Price;
  readonly firstByteAt: number | null;
  readonly problem: string | null;
  readonly isCountedHourly: boolean;
  /** Names of the fields that could not be sent to the upstream. */
  readonly dropped: readonly string[];
  /** Names of the parts of the response that broke the protocol and were rewritten. */
  readonly repairs?: readonly string[];
  readonly isConverted: boolean;
  /**
   * Tokens that the answer was limited to because the accounts could not pay for more; null where it was not limited.
   */
  readonly answerLimit: number | null;
}

/** The consumption row: it holds everything from which the charged amount can be computed again. */
export function consumptionRecord(facts: CallFacts, finished: Finished): LogRecord {
  const { bill, price } = finished;
  const promptTokens = totalPromptTokens(bill.usage);
  const completionTokens = totalCompletionTokens(bill.usage);
  return {
    ...commonFields(facts),
    type: LogType.Consume,
    // The time is set here, since the row may be stored much later when the database is not reachable.
    createdAtMs: Date.now(),
    content: contentOf(price, promptTokens + completionTokens),
    quota: bill.units,
    promptTokens,
    completionTokens,
    isCountedHourly: finished.isCountedHourly,
    other: JSON.stringify({
      ...priceFields(price, bill),
      ...(finished.firstByteAt === null ? {} : { frt: Math.round(finished.firstByteAt - facts.startedAt) }),
      ...(bill.source === 'upstream' ? {} : { usage_source: bill.source }),
      ...(finished.problem === null ? {} : { problem: finished.problem }),
      ...(finished.dropped.length === 0 ? {} : { dropped: finished.dropped }),
      ...(finished.repairs?.length ? { mended: finished.repairs } : {}),
      ...(facts.call.format === 'openai' ? {} : { format: facts.call.format }),
      ...(finished.isConverted ? { converted: true } : {}),
      ...(finished.answerLimit === null ? {} : { answer_limit: finished.answerLimit }),
      ...reasoningEffort(facts.call),
      receipt: bill.receipt,
      admin_info: adminInfo(facts),
    }),
  };
}

/** The error row of a call that failed after all attempts; it charges nothing. */
export function errorRecord(
  facts: CallFacts,
  error: { readonly status: number; readonly type: string; readonly code: string | null; readonly message: string },
): LogRecord {
  return {
    ...commonFields(facts),
    type: LogType.Error,
    content: error.message,
    other: JSON.stringify({
      error_type: error.type,
      error_code: error.code ?? '',
      status_code: error.status,
      request_path: facts.path,
      admin_info: adminInfo(facts),
    } satisfies LogOther),
  };
}

/**
 * The warning row of a prompt that was refused before any upstream was called; the words that were found stay in the
 * system log.
 */
export function wordsRecord(facts: CallFacts): LogRecord {
  return warningRecord(facts, { key: 'words_refused' });
}

/** A warning row of a call; it charges nothing. */
export function warningRecord(facts: CallFacts, said: LogSaying): LogRecord {
  return { ...commonFields(facts), type: LogType.Warning, ...sentenceFields(said, { request_path: facts.path }) };
}

function commonFields(facts: CallFacts): Omit<LogRecord, 'type'> {
  const { caller, call } = facts;
  return {
    userId: caller.userId,
    username: caller.username,
    tokenId: caller.tokenId,
    tokenName: caller.tokenName,
    tokenGroup: facts.group,
    modelName: call.model,
    useTimeMs: Math.round(performance.now() - facts.startedAt),
    isStream: call.isStream,
    channelId: facts.triedChannels.at(-1) ?? 0,
    clientIp: facts.clientIp,
    requestId: facts.requestId,
  };
}

function contentOf(price: Price, tokens: number): string {
  if (price.mode === 'call') return `model price ${price.modelPrice}, group ratio ${price.groupRatio.toFixed(2)}`;
  const ratios = `model ratio ${price.modelRatio}, completion ratio ${price.completionRatio.toFixed(2)}, group ratio ${price.groupRatio.toFixed(2)}`;
  return tokens === 0 ? `${ratios} (upstream probably timed out)` : ratios;
}

function priceFields(price: Price, { usage }: Bill): LogOther {
  return {
    model_ratio: price.modelRatio,
    group_ratio: price.groupRatio,
    completion_ratio: price.completionRatio,
    model_price: price.mode === 'call' ? price.modelPrice : -1,
    cache_tokens: usage.cachedReadTokens,
    cache_ratio: price.cacheRatio,
  };
}

function reasoningEffort({ parsed }: RelayCall): LogOther {
  const effort = parsed.reasoning_effort;
  return typeof effort === 'string' ? { reasoning_effort: effort.slice(0, 32) } : {};
}

function adminInfo(facts: CallFacts): LogOther['admin_info'] {
  const isMapped = facts.upstreamModel !== facts.call.model;
  return {
    use_channel: facts.triedChannels.map(String),
    ...(facts.route ? { chosen_because: facts.route.because } : {}),
    ...(facts.route?.key ? { used_key_position: facts.route.key.position, used_key_mask: facts.route.key.mask } : {}),
    ...(isMapped ? { is_model_mapped: true, upstream_model_name: facts.upstreamModel } : {}),
  };
}
