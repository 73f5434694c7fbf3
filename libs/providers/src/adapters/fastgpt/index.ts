import { asList, at, asText, CallRefusal } from '@formats';
import { type ProviderAdapter } from '../../contract/provider-adapter';
import { type UpstreamCall } from '../../contract/upstream';
import { renameRole, changeMessages } from '../../openai-compatible/adapt-messages';
import { type BodyDraft } from '../../openai-compatible/body-draft';
import { createOpenAiCompatible } from '../../openai-compatible/create-openai-compatible';
import { readNativeFailure } from '../../shared/native-error';
import { classifyError, findFastGptError } from './errors';
import { fastGptReading } from './response';

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
  reading: fastGptReading,
  models: null,
});

/**
 * Type 22: a FastGPT application. The key is sent whole, because the server reads the application's id from its end.
 */
export const fastgpt: ProviderAdapter = {
  ...compatible,
  nativeFormats: [],
  readFailure: (response, target) => readNativeFailure(response, { find: findFastGptError, classifyError }, target),
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
