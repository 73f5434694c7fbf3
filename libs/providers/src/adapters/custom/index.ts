import { type Endpoint } from '@formats';
import { withoutTrailingSlash } from '@contracts';
import { type ChannelTarget, type UpstreamCall } from '../../contract/upstream';
import { legacyBillingBalance } from '../openai/balance';
import { balanceByHost } from '../../openai-compatible/balances/balance-by-host';
import { adaptOpenAiBody, openAiDialectOf } from '../openai/request';
import { effortSuffix } from '../openai/models';
import { withResponses } from '../openai/responses-api';
import { httpAddress } from '../../shared/base-url';
import { getWithKey, readModelList } from '../../shared/model-list';
import { OPENAI_ENDPOINTS, createOpenAiCompatible } from '../../openai-compatible/create-openai-compatible';
import { CALLER, DISABLE, RETRY } from '../../shared/error-rules';
import { NO_CODE } from '../../shared/error-message';
import { type RefusalDetails, type ErrorClass } from '../../shared/read-failure';

/** Ends of addresses that name a task. `/chat/completions` stands before `/completions`, because it ends in it. */
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

/** A response in the OpenAI shape follows the common table; of any other response only the status counts. */
function classifyError(sign: RefusalDetails): ErrorClass | null {
  if (sign.status === 402) return DISABLE;
  if (sign.code !== NO_CODE) return null;
  if ([403, 404, 429].includes(sign.status)) return RETRY;
  return sign.status > 401 && sign.status < 500 ? CALLER : null;
}

/** A server that speaks the OpenAI protocol, at the complete address that the operator typed. */
const compatible = createOpenAiCompatible({
  id: 'custom',
  channelTypes: [8],
  endpoints: OPENAI_ENDPOINTS,
  // Few servers support tools of free text, whatever their models are called; all support functions.
  dialect: (call, target) => ({ ...openAiDialectOf(call, target), takesCustomTools: false }),
  adapt: adaptOpenAiBody,
  addressOf: customAddress,
  models: { buildRequest: target => getWithKey(modelsAddress(target), target), read: readModelList },
  failures: {
    classifyError,
    messagePaths: [['error'], ['message'], ['msg'], ['detail'], ['errors', 0, 'message']],
  },
  balance: balanceByHost(legacyBillingBalance(target => new URL(httpAddress(target.baseUrl.trim(), target)).origin)),
});

/**
 * Type 8: any server of the OpenAI protocol. Calls in the Responses format pass when the operator typed the address of
 * the Responses API; otherwise they are converted.
 */
export const custom = withResponses(compatible, {
  isOffered: (_call, target) => /\/responses\/*(?:\?|$)/.test(target.baseUrl.trim()),
  tasks: [],
});

/** The typed address with the model filled in, and with the task replaced when the call is for another one. */
function customAddress(call: UpstreamCall, target: ChannelTarget): string {
  const named = (call.endpoint === 'chat' ? effortSuffix(call.model)?.model : undefined) ?? call.model;
  const model = named.split('/').map(encodeURIComponent).join('/');
  // A function, because `replaceAll` would interpret `$&` in a name.
  const filled = target.baseUrl.trim().replaceAll('{model}', () => model);
  const address = httpAddress(withoutTrailingSlash(filled), target);
  return withTask(address, SUFFIX_OF[call.endpoint]) ?? address;
}

/** The list beside the typed task, or the usual one of the host where the typed address names no task or a model. */
function modelsAddress(target: ChannelTarget): string {
  const address = httpAddress(withoutTrailingSlash(target.baseUrl), target);
  const beside = address.includes('{model}') ? null : withTask(address, '/models');
  return beside ?? `${new URL(address).origin}/v1/models`;
}

/** The address with its task replaced and its query kept; null for an address that ends in no known task. */
function withTask(address: string, task: string): string | null {
  const queryAt = address.indexOf('?');
  const path = queryAt === -1 ? address : address.slice(0, queryAt);
  const query = queryAt === -1 ? '' : address.slice(queryAt);
  const suffix = TASK_SUFFIXES.find(end => path.endsWith(end));
  return suffix === undefined ? null : path.slice(0, -suffix.length) + task + query;
}
