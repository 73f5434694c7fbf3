import {
  mayHoldSeals,
  type OpenAiDialect,
  OpenAiStreamReader,
  customNames,
  errorIn,
  readOpenAiAnswer,
  withFreeText,
  writeOpenAiCall,
  googleSealOf,
  isGoogleSignature,
  signatureField,
  wantsSignatures,
  withoutSignature,
  openSealedId,
  type ChatReading,
  type JsonObject,
  asList,
  asText,
  isJsonObject,
} from '@formats';
import { type UpstreamCall } from '../contract/upstream';
import { changeMessages } from './adapt-messages';
import { type BodyDraft, draftOf } from './body-draft';

/** True when a chat must be converted for a provider that uses the chat format. */
export function isForeignChat(call: UpstreamCall): boolean {
  return call.endpoint === 'chat' && call.format !== 'openai';
}

/**
 * Converts a chat of another format to a draft in the chat format; the provider's own changes then apply to the draft.
 */
export function draftOfForeign(call: UpstreamCall, dialect: OpenAiDialect): BodyDraft {
  const body = writeOpenAiCall(call.chat(), { model: call.model, isStream: call.isStream }, call.dropped, dialect);
  return draftOf(body, call.model);
}

/** Reads answers in the chat format for callers of other formats. */
export function chatReadingOf(call: UpstreamCall, dialect: OpenAiDialect): ChatReading {
  const names = dialect.takesCustomTools === false ? customNames(call.chat()) : new Set<string>();
  const reading: ChatReading = {
    kind: 'chat',
    framing: 'sse',
    readAnswer: body => readOpenAiAnswer(body, dialect),
    openReader: () => new OpenAiStreamReader(dialect),
    isError: body => errorIn(body) !== null,
  };
  return names.size === 0 ? reading : withFreeText(reading, names);
}

/**
 * Opens ids of tool calls in which another provider's reasoning was sealed, after the conversation has moved to a
 * provider of the chat format: such a provider has no use for the seals and refuses ids of that length.
 */
export function openSealedIds(draft: BodyDraft, call: UpstreamCall): void {
  if (call.endpoint !== 'chat' || !mayHoldSeals(call.body)) return;
  const keepsSignatures = wantsSignatures(draft.model);
  changeMessages(draft, message => withOpenIds(message, keepsSignatures));
}

function withOpenIds(message: JsonObject, keepsSignatures: boolean): JsonObject {
  const opened = withOpenId(message, 'tool_call_id');
  const calls = asList(message.tool_calls);
  const openedCalls = calls.map(call => (isJsonObject(call) ? withOpenCall(call, keepsSignatures) : call));
  return openedCalls.some((call, index) => call !== calls[index]) ? { ...opened, tool_calls: openedCalls } : opened;
}

/** Beside a call with a sealed id the gateway has put a signature, which only Google's models expect. */
function withOpenCall(call: JsonObject, keepsSignatures: boolean): JsonObject {
  const opened = withOpenId(call, 'id');
  if (opened === call) return call;
  if (!keepsSignatures) return googleSealOf(call) ? withoutSignature(opened) : opened;
  const { sealed } = openSealedId(asText(call.id));
  const own = sealed.find(({ seal }) => isGoogleSignature(seal))?.seal;
  return { ...signatureField(own), ...opened };
}

function withOpenId(record: JsonObject, key: string): JsonObject {
  const shown = record[key];
  if (typeof shown !== 'string') return record;
  const { id } = openSealedId(shown);
  return id === shown ? record : { ...record, [key]: id };
}
