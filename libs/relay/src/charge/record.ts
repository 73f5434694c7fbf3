import { LogType, totalCompletionTokens, totalPromptTokens, type LogOther, type LogSaying } from '@contracts';
import { sentenceFields, type LogRecord } from '@log';
import { adminText } from './admin-text';
import { type CallFacts, type Finished } from './call-facts';
import { sessionMarkOf } from '../routing/session-key';
import { consumptionText } from './consumption-text';
import { objectText } from './json-text';

/** The consumption row: it holds everything from which the charged amount can be computed again. */
export function consumptionRecord(facts: CallFacts, finished: Finished): LogRecord {
  const { bill } = finished;
  const { received, group, plan } = facts;
  const { caller, call } = received;
  // Written out, since every charged call has such a row, and spreading one object into another costs more than it all.
  return {
    userId: caller.userId,
    username: caller.username,
    tokenId: caller.tokenId,
    tokenName: caller.tokenName,
    tokenGroup: group,
    modelName: call.model,
    useTimeMs: Math.round(performance.now() - received.startedAt),
    isStream: call.isStream,
    channelId: plan?.tried.at(-1) ?? 0,
    clientIp: received.clientIp,
    requestId: received.requestId,
    type: LogType.Consume,
    // The time is set here, since the row may be stored much later when the database is not reachable.
    createdAtMs: Date.now(),
    quota: bill.units,
    promptTokens: totalPromptTokens(bill.usage),
    completionTokens: totalCompletionTokens(bill.usage),
    isCountedHourly: finished.isCountedHourly,
    cachedTokens: bill.usage.cachedReadTokens,
    cost: finished.cost,
    planUnits: finished.planUnits,
    teamId: caller.team?.id,
    tags: caller.tags,
    other: consumptionText(facts, finished),
  };
}

/** The error row of a call that failed after all attempts; it charges nothing. */
export function errorRecord(
  facts: CallFacts,
  error: { readonly status: number; readonly type: string; readonly code: string | null; readonly message: string },
): LogRecord {
  const session = sessionMarkOf(facts.received);
  return {
    ...commonFields(facts),
    type: LogType.Error,
    content: error.message,
    other: objectText(
      {
        error_type: error.type,
        error_code: error.code ?? '',
        status_code: error.status,
        request_path: facts.received.path,
        ...(facts.received.askedModel !== undefined && { requested_model: facts.received.askedModel }),
        ...(facts.received.caller.hasPreviousKey && { previous_key: true }),
        ...(session !== null && { session }),
      } satisfies LogOther,
      `"admin_info":${adminText(facts)}`,
    ),
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
    teamId: caller.team?.id,
    tags: caller.tags,
  };
}
