import { CallRefusal, findUsage, readOpenAiUsage, asList, asText, at, parseJson } from '@formats';
import { type ProviderAdapter } from '../../contract/provider-adapter';
import { type AnswerReading, type UpstreamCall } from '../../contract/upstream';
import { type BodyDraft } from '../../openai-compatible/body-draft';
import { createOpenAiCompatible } from '../../openai-compatible/create-openai-compatible';
import { BAD_REQUEST, DISABLE, MODEL_UNKNOWN_HERE, NO_CREDIT, RATE_LIMITED, RETRY } from '../../shared/error-rules';
import { type NativeError, readNativeFailure } from '../../shared/native-error';
import { type RefusalDetails, type ErrorClass } from '../../shared/read-failure';
import { commonHits, promptUsage, rerankReading } from '../../shared/rerank';

const compatible = createOpenAiCompatible({
  id: 'jina',
  channelTypes: [38],
  endpoints: ['embeddings', 'rerank'],
  adapt,
  answerOf: call => (call.endpoint === 'rerank' ? rankReading(call) : undefined),
  models: null,
});

/** Type 38: Jina, for embeddings and rerank. Its form of rerank is the one that callers of the gateway use. */
export const jina: ProviderAdapter = {
  ...compatible,
  readFailure: (response, target) => readNativeFailure(response, { find, classifyError }, target),
};

function adapt(draft: BodyDraft, call: UpstreamCall): void {
  if (call.endpoint === 'rerank') {
    // The provider returns documents unless this field is false; callers of the gateway expect none by default.
    if (typeof draft.fields.return_documents !== 'boolean') draft.set('return_documents', false);
    return;
  }
  const { input } = draft.fields;
  if (typeof input === 'string') draft.set('input', [input]);
  if (asList(input).some(item => typeof item === 'number' || Array.isArray(item))) {
    throw new CallRefusal('input must be text; token numbers are not supported by this model');
  }
  draft.rename('encoding_format', 'embedding_type');
  if (draft.has('user')) call.dropped.add('user');
  draft.drop('user');
}

function rankReading(call: UpstreamCall): AnswerReading {
  return rerankReading({
    asked: call.parsed,
    model: call.model,
    hitsOf: body => commonHits(at(body, 'results')),
    usageOf: body => {
      const usage = findUsage(body);
      const total = usage?.total_tokens;
      // All tokens count as prompt, because a ranking writes nothing.
      return typeof total === 'number' ? promptUsage(total) : readOpenAiUsage(usage);
    },
  });
}

/** Reads `{code, message, detail}` or the older form `{detail}`: a sentence, or one entry per wrong field. */
function find(body: string): NativeError | null {
  const answer = parseJson(body);
  const detail = at(answer, 'detail');
  const entries = asList(detail).slice(0, 5).map(entryText);
  const message = asText(at(answer, 'message')) || asText(detail) || entries.filter(text => text !== '').join('; ');
  const code = asText(at(answer, 'code'));
  return message === '' && code === '' ? null : { message: message || code, code };
}

function entryText(entry: unknown): string {
  const place = asList(at(entry, 'loc')).filter(step => typeof step === 'string' || typeof step === 'number');
  return [place.join('.'), asText(at(entry, 'msg'))].filter(text => text !== '').join(': ');
}

/** Classifies the provider's codes and statuses; source: 'Errors' in its API manual, read 2026-08. */
function classifyError({ status, code }: RefusalDetails): ErrorClass | null {
  switch (code) {
    case 'input_model_not_found':
      return MODEL_UNKNOWN_HERE;
    case 'auth_missing_api_key':
    case 'auth_invalid_api_key':
    case 'auth_invalid_format':
      return DISABLE;
    case 'authz_insufficient_balance':
      return NO_CREDIT;
    case 'authz_resource_limit_exceeded':
      return RETRY;
  }
  if (status === 401) return DISABLE;
  if (status === 402) return { ...NO_CREDIT, status };
  if (status === 429) return RATE_LIMITED;
  if ([400, 404, 409, 422].includes(status)) return { ...BAD_REQUEST, status };
  return status >= 500 ? RETRY : null;
}
