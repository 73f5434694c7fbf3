import { type Endpoint } from '@formats';
import { withoutTrailingSlash } from '@contracts';
import { type ChannelTarget, type UpstreamCall } from '../spec/upstream';
import { legacyBillingBalance } from '../openai/balance';
import { adaptOpenAiCall, openAiDialectOf } from '../openai/adapt-call';
import { effortSuffix } from '../openai/model-family';
import { withResponses } from '../openai/responses-api';
import { httpAddress } from '../toolkit/base-url';
import { OPENAI_ENDPOINTS, createOpenAiCompatible } from '../toolkit/create-openai-compatible';
import { CALLER, DISABLE, RETRY } from '../toolkit/error-rules';
import { NO_CODE } from '../toolkit/error-message';
import { type RefusalDetails, type ErrorClass } from '../toolkit/read-failure';

/** Ends of addresses that name a task; longer ones first, because `/completions` ends two of them. */
const TASK_SUFFIXES = [
  '/chat/completions',
  '/audio/transcriptions',
  '/images/generations',
  '/audio/speech',
  '/completions',
  '/moderations',
  '/embeddings',
  '/audio/translations',
  '/images/variations',
  '/images/edits',
  '/responses/input_tokens',
  '/responses/compact',
  '/responses',
  '/realtime',
  '/rerank',
  '/edits',
] as const;

const SUFFIX_OF: Readonly<Record<Endpoint, (typeof TASK_SUFFIXES)[number]>> = {
  chat: '/chat/completions',
  completions: '/completions',
  edits: '/edits',
  embeddings: '/embeddings',
  moderations: '/moderations',
  rerank: '/rerank',
  imageGenerations: '/images/generations',
  imageEdits: '/images/edits',
  imageVariations: '/images/variations',
  speech: '/audio/speech',
  transcriptions: '/audio/transcriptions',
  translations: '/audio/translations',
  countTokens: '/responses/input_tokens',
  responsesCompact: '/responses/compact',
  realtime: '/realtime',
};

/** Answers in the OpenAI shape follow the common table; of all others only the status is believed. */
function classifyError(sign: RefusalDetails): ErrorClass | null {
  if (sign.status === 402) return DISABLE;
  if (sign.code !== NO_CODE) return null;
  if ([403, 404, 429].includes(sign.status)) return RETRY;
  return sign.status > 401 && sign.status < 500 ? CALLER : null;
}

/** Any server that speaks the OpenAI protocol, under the complete address that the operator typed. */
const compatible = createOpenAiCompatible({
  id: 'custom',
  channelTypes: [8],
  endpoints: OPENAI_ENDPOINTS,
  // Few servers know tools of free text, whatever their models are called; every one knows functions.
  dialect: (call, target) => ({ ...openAiDialectOf(call, target), takesCustomTools: false }),
  adapt: adaptOpenAiCall,
  addressOf: customAddress,
  listsModels: false,
  failures: {
    classifyError,
    messagePaths: [['error'], ['message'], ['msg'], ['detail'], ['errors', 0, 'message']],
  },
  balance: legacyBillingBalance(target => new URL(httpAddress(target.baseUrl.trim(), target)).origin),
});

/** Type 8. The Responses API is asked where the operator typed its address; elsewhere such calls are converted. */
export const custom = withResponses(compatible, {
  isOffered: (_call, target) => /\/responses\/*(?:\?|$)/.test(target.baseUrl.trim()),
  tasks: [],
});

/** The typed address with the model filled in, and its task exchanged when the caller asks for another one. */
function customAddress(call: UpstreamCall, target: ChannelTarget): string {
  const named = (call.endpoint === 'chat' ? effortSuffix(call.model)?.model : undefined) ?? call.model;
  const model = named.split('/').map(encodeURIComponent).join('/');
  // A function, because `$&` in a name would otherwise be an instruction of `replaceAll`.
  const filled = target.baseUrl.trim().replaceAll('{model}', () => model);
  const address = httpAddress(withoutTrailingSlash(filled), target);
  const wanted = SUFFIX_OF[call.endpoint];
  const queryAt = address.indexOf('?');
  const path = queryAt === -1 ? address : address.slice(0, queryAt);
  const query = queryAt === -1 ? '' : address.slice(queryAt);
  const suffix = TASK_SUFFIXES.find(end => path.endsWith(end));
  return suffix === undefined ? address : path.slice(0, -suffix.length) + wanted + query;
}
