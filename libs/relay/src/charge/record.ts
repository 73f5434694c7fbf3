import { LogType, totalCompletionTokens, totalPromptTokens, type LogOther, type LogSaying } from '@contracts';
import { sentenceFields, type LogRecord } from '@log';
import { type Price } from '@pricing';
import { type Bill } from './bill';
import { type ReceivedCall } from '../call/received-call';
import { type RelayCall } from '../call/relay-call';
import { type RoutePlan } from '../routing/route-plan';

/** What a log row states about a call besides its bill. */
export interface CallFacts {
  readonly received: ReceivedCall;
  /** The group whose channels and ratio are used. */
  readonly group: string;
  readonly upstreamModel: string;
  /** The attempts so far, of which the last one delivered the response; null before any channel was chosen. */
  readonly plan: Pick<RoutePlan, 'tried' | 'facts'> | null;
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
  const { call, startedAt } = facts.received;
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
      ...(finished.firstByteAt === null ? {} : { frt: Math.round(finished.firstByteAt - startedAt) }),
      ...(bill.source === 'upstream' ? {} : { usage_source: bill.source }),
      ...(finished.problem === null ? {} : { problem: finished.problem }),
      ...(finished.dropped.length === 0 ? {} : { dropped: finished.dropped }),
      ...(finished.repairs?.length ? { mended: finished.repairs } : {}),
      ...(call.format === 'openai' ? {} : { format: call.format }),
      ...(finished.isConverted ? { converted: true } : {}),
      ...(finished.answerLimit === null ? {} : { answer_limit: finished.answerLimit }),
      ...reasoningEffort(call),
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
      request_path: facts.received.path,
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
  return {
    ...commonFields(facts),
    type: LogType.Warning,
    ...sentenceFields(said, { request_path: facts.received.path }),
  };
}

function commonFields({ received, group, plan }: CallFacts): Omit<LogRecord, 'type'> {
  const { caller, call, startedAt, clientIp, requestId } = received;
  return {
    userId: caller.userId,
    username: caller.username,
    tokenId: caller.tokenId,
    tokenName: caller.tokenName,
    tokenGroup: group,
    modelName: call.model,
    useTimeMs: Math.round(performance.now() - startedAt),
    isStream: call.isStream,
    channelId: plan?.tried.at(-1) ?? 0,
    clientIp,
    requestId,
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

function adminInfo({ received, plan, upstreamModel }: CallFacts): LogOther['admin_info'] {
  const isMapped = upstreamModel !== received.call.model;
  const route = plan?.facts;
  return {
    use_channel: plan?.tried.map(String) ?? [],
    ...(route ? { chosen_because: route.because } : {}),
    ...(route?.key ? { used_key_position: route.key.position, used_key_mask: route.key.mask } : {}),
    ...(isMapped ? { is_model_mapped: true, upstream_model_name: upstreamModel } : {}),
  };
}
