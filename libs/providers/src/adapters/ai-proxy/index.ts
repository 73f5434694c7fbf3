import { type ChatReading, nameDropped, type UnknownRecord, asText, at, parseJson } from '@formats';
import { ChannelAddressError } from '../../contract/channel-address-error';
import { type ProviderAdapter } from '../../contract/provider-adapter';
import { type UpstreamCall } from '../../contract/upstream';
import { baseUrlOf } from '../../shared/base-url';
import { BAD_KEY, NO_CREDIT, RETRY } from '../../shared/error-rules';
import { type NativeError, readNativeFailure } from '../../shared/native-error';
import { imagesOf, resultText, textOf, toolResultsOf } from '../../shared/read-call-parts';
import { type RefusalDetails, type ErrorClass } from '../../shared/read-failure';
import { acceptOfChat, bearer, postRequest } from '../../shared/requests';
import { AiProxyStreamReader, isAiProxyError, readAiProxyAnswer } from './stream-reader';

const READING: ChatReading = {
  kind: 'chat',
  hasNamedExtraFields: true,
  framing: 'sse',
  readAnswer: readAiProxyAnswer,
  openReader: () => new AiProxyStreamReader(),
  isError: isAiProxyError,
};

/** Type 21: a document library of AI Proxy, which takes one message at a time. */
export const aiProxy: ProviderAdapter = {
  id: 'ai-proxy',
  channelTypes: [21],
  endpoints: ['chat'],
  nativeFormats: [],
  acceptsStreamOptions: false,
  buildRequest(call, target) {
    const libraryId = target.other.trim();
    if (libraryId === '') throw new ChannelAddressError(target.id, 'the library id is missing');
    return postRequest(`${baseUrlOf(target)}/api/library/ask`, {
      headers: bearer(target.key),
      accept: acceptOfChat(call),
      body: writeBody(call, libraryId),
      answer: READING,
    });
  },
  readFailure: (response, target) => readNativeFailure(response, { find, classifyError }, target),
};

/**
 * Writes the last message of the conversation alone; source: the provider's library page, read 2026-08.
 *
 * @throws CallRefusal when the last message holds anything but text
 */
function writeBody(upstreamCall: UpstreamCall, libraryId: string): UnknownRecord {
  const call = upstreamCall.chat();
  const { dropped } = upstreamCall;
  nameDropped(call, { settings: [] }, dropped);
  const last = call.messages.at(-1);
  if (last) imagesOf({ ...last, role: 'user' }, { takesImages: false, dropped });
  if (call.messages.length > 1) dropped.add('messages');
  const results = toolResultsOf(last?.blocks ?? []).map(result => resultText(result, dropped));
  return {
    model: upstreamCall.model,
    query: [...results, textOf(last?.blocks ?? [])].filter(text => text !== '').join('\n'),
    libraryId,
    stream: upstreamCall.isStream,
  };
}

function find(body: string): NativeError | null {
  const answer = parseJson(body);
  const code = at(answer, 'errCode');
  const isNamed = typeof code === 'number' || typeof code === 'string';
  const message = asText(at(answer, 'message'));
  return isNamed && message !== '' ? { message, code: String(code) } : null;
}

/** The provider has no list of error codes, so its sentences and the status decide. */
function classifyError({ status, code, text }: RefusalDetails): ErrorClass | null {
  if (/library/.test(text) && /not (found|exist)|unknown|invalid/.test(text)) {
    // The operator typed the library's id wrong: the key is not at fault, and another channel would not help.
    return { effect: 'caller', status: 404, type: 'upstream_error', code: 'library_not_found' };
  }
  if (
    status === 401 ||
    code === '401' ||
    /(invalid|incorrect|wrong).{0,20}key|key.{0,20}(invalid|incorrect|wrong)/.test(text)
  ) {
    return BAD_KEY;
  }
  if (
    /(points?|balance|quota).{0,30}(not enough|insufficient)|(not enough|insufficient).{0,30}(points?|balance|quota)/.test(
      text,
    )
  ) {
    return NO_CREDIT;
  }
  return status === 429 || status >= 500 ? RETRY : null;
}
