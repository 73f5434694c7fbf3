import { type InspectedAttempt, type InspectedCall } from '@contracts';
import { type AttemptRecording } from '../capture/attempt-recording';
import { type CallRecording } from '../capture/call-recording';
import { keptHeaders } from '../masking/kept-headers';
import { maskAddress } from '../masking/mask-address';
import { maskSecrets } from '../masking/mask-secrets';
import { keptBody, type KeepRules } from './kept-body';

/** The content of a call as it is stored; who reads it and until when stands beside it. */
export type KeptRecord = Omit<InspectedCall, 'kept_until' | 'attempts'> & {
  readonly attempts: readonly InspectedAttempt[];
};

/** Gives other work its turn, because masking a long body takes some milliseconds. */
function turn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}

/** Builds what is kept of a call: everything in it is masked. */
export async function recordOf(recording: CallRecording, rules: Omit<KeepRules, 'secrets'>): Promise<KeptRecord> {
  const { call } = recording;
  const all: KeepRules = { ...rules, secrets: recording.secrets };
  const attempts: InspectedAttempt[] = [];
  for (const attempt of recording.attempts) attempts.push(await attemptOf(attempt, call.startedAt, all));
  await turn();
  const request = keptBody(recording.requestBody, call.contentType, all);
  await turn();
  const answer = keptBody(recording.answerBody, recording.answerType, all);
  return {
    request_id: call.requestId,
    created_time: Math.floor(recording.createdAtMs / 1000),
    user_id: call.userId,
    model_name: maskSecrets(call.model, all.secrets),
    method: call.method,
    path: maskAddress(call.url, all.secrets),
    request_headers: keptHeaders(call.headers, all.secrets),
    request,
    status: recording.answerStatus,
    answer_headers: keptHeaders(recording.answerHeaders, all.secrets),
    answer,
    first_byte_ms: since(call.startedAt, recording.firstByteAt),
    ended_ms: Math.round(recording.endedAt - call.startedAt),
    is_left: recording.isLeft,
    attempts,
  };
}

async function attemptOf(attempt: AttemptRecording, startedAt: number, rules: KeepRules): Promise<InspectedAttempt> {
  const { request, facts, responseHeaders } = attempt;
  await turn();
  const sent = keptBody(attempt.requestBody, headerOf(request.headers, 'content-type'), rules);
  await turn();
  const received = keptBody(attempt.responseBody, headerOf(responseHeaders, 'content-type'), rules);
  return {
    channel_id: facts.channelId,
    method: request.method,
    url: maskAddress(request.url, rules.secrets),
    started_ms: Math.round(facts.startedAt - startedAt),
    request_headers: keptHeaders(request.headers, rules.secrets),
    request: sent,
    status: attempt.status,
    response_headers: keptHeaders(responseHeaders, rules.secrets),
    response: received,
    first_byte_ms: since(startedAt, attempt.firstByteAt),
    ended_ms: since(startedAt, attempt.endedAt),
    fault: maskSecrets(attempt.fault.slice(0, 500), rules.secrets),
  };
}

function since(startedAt: number, at: number | null): number | null {
  return at === null ? null : Math.round(at - startedAt);
}

function headerOf(headers: Readonly<Record<string, unknown>>, name: string): string {
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return entry ? String(entry[1]) : '';
}
