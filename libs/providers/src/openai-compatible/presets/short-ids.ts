import { type JsonObject, asList, isJsonObject } from '@formats';
import { createHash } from 'node:crypto';
import { type MessageChange } from '../adapt-messages';

/** Mistral refuses other ids: 'Tool call id was … but must be a-z, A-Z, 0-9, with a length of 9.' */
const SHORT_ID = /^[a-zA-Z0-9]{9}$/;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Gives tool calls and their results ids of nine letters and digits; equal ids stay equal everywhere. */
export function withShortIds(): MessageChange {
  return message => {
    const opened = withShortId(message, 'tool_call_id');
    const calls = asList(message.tool_calls);
    const shortened = calls.map(call => (isJsonObject(call) ? withShortId(call, 'id') : call));
    return shortened.some((call, index) => call !== calls[index]) ? { ...opened, tool_calls: shortened } : opened;
  };
}

function withShortId(record: JsonObject, key: string): JsonObject {
  const id = record[key];
  return typeof id !== 'string' || SHORT_ID.test(id) ? record : { ...record, [key]: shortIdOf(id) };
}

/** Derives the short id from the id alone, so that it is the same in every turn of a conversation and on every node. */
export function shortIdOf(id: string): string {
  const digest = createHash('sha256').update(id).digest().subarray(0, 9);
  return [...digest].map(byte => ALPHABET[byte % ALPHABET.length]).join('');
}
