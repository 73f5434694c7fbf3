import { CallRefusal, asList, asText, at, isRecord, parseJson } from '@formats';
import { type ProviderAdapter } from '../../contract/provider-adapter';
import { type UpstreamCall } from '../../contract/upstream';
import { changeMessages, renameRole } from '../../openai-compatible/adapt-messages';
import { type BodyDraft } from '../../openai-compatible/body-draft';
import { createOpenAiCompatible } from '../../openai-compatible/create-openai-compatible';
import { BAD_KEY, NO_CREDIT, RETRY } from '../../shared/error-rules';
import { type NativeError, readNativeFailure } from '../../shared/native-error';
import { type RefusalDetails, type ErrorClass } from '../../shared/read-failure';
import { FASTGPT_READING } from './reading';

/** Fields that an application reads; its own workflow decides on everything else. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'stream',
  'detail',
  'chatId',
  'responseChatItemId',
  'variables',
  'customUid',
]);

const toSystem = renameRole({ developer: 'system' });

const compatible = createOpenAiCompatible({
  id: 'fastgpt',
  channelTypes: [22],
  endpoints: ['chat'],
  acceptsStreamOptions: false,
  adapt,
  reading: FASTGPT_READING,
  listsModels: false,
});

/**
 * Type 22: a FastGPT application. The key is sent whole, because the server reads the application's id from its end.
 */
export const fastgpt: ProviderAdapter = {
  ...compatible,
  nativeFormats: [],
  readFailure: (response, target) => readNativeFailure(response, { find, classifyError }, target),
};

function adapt(draft: BodyDraft, call: UpstreamCall): void {
  const { user } = draft.fields;
  if (typeof user === 'string' && user !== '') draft.rename('user', 'customUid');
  for (const name of Object.keys(draft.fields)) {
    if (KNOWN_FIELDS.has(name)) continue;
    if (name !== 'stream_options') call.dropped.add(name);
    draft.drop(name);
  }
  if (typeof draft.fields.detail !== 'boolean') draft.set('detail', false);
  changeMessages(draft, toSystem);
  for (const message of asList(draft.fields.messages)) refuseBytes(at(message, 'content'));
}

/** The application fetches images and files by their address; it accepts no bytes. */
function refuseBytes(content: unknown): void {
  for (const part of asList(content)) {
    const type = asText(at(part, 'type'));
    const url = asText(at(part, 'image_url', 'url')) || asText(at(part, 'image_url'));
    const isData = url.startsWith('data:') || !['', 'text', 'image_url', 'file_url'].includes(type);
    if (isData) throw new CallRefusal(`${type} input must be an http address for this model`);
  }
}

/** Reads the error in `{code, statusText, message, data}`, whatever the HTTP status. */
function find(body: string): NativeError | null {
  const answer = parseJson(body);
  const code = at(answer, 'code');
  if (!isRecord(answer) || typeof code !== 'number') return null;
  const word = asText(answer.statusText);
  return { message: asText(answer.message) || word, code: word || String(code) };
}

/** Classifies the provider's status texts; source: its open source, read 2026-08. */
function classifyError({ status, code, text, body }: RefusalDetails): ErrorClass | null {
  const number = at(parseJson(body), 'code');
  if (/aipointsnotenough/.test(code) || /points? not enough/.test(text)) return NO_CREDIT;
  const isKey = code === 'unauthapikey' || code === 'unauthapp' || code === '514' || number === 514;
  if (isKey || status === 401 || status === 403 || /api ?key/.test(text)) return BAD_KEY;
  if (status === 429 || status >= 500) return RETRY;
  // The operator may have typed a wrong address; another channel may have a better one.
  return status === 404 ? RETRY : null;
}
