/**
 * Fields whose values are protocol words, ids or sealed state, and never prose: a word list must not match `assistant`
 * in them.
 */
const PROTOCOL_KEYS: ReadonlySet<string> = new Set([
  'model',
  'role',
  'type',
  'id',
  'tool_call_id',
  'call_id',
  'tool_use_id',
  'item_id',
  'file_id',
  'previous_response_id',
  'media_type',
  'mime_type',
  'mimeType',
  'encoding_format',
  'response_format',
  'prompt_cache_key',
  'signature',
  'thought_signature',
  'thoughtSignature',
  'encrypted_content',
]);
/** Fields whose contents may have any names, because they hold a tool's own fields, `type` and `id` included. */
const FREE_KEYS: ReadonlySet<string> = new Set(['args', 'response', 'input', 'arguments']);
/** Fields in which the formats put the bytes of images, audio and documents. */
const BYTE_KEYS: ReadonlySet<string> = new Set(['data', 'b64_json', 'file_data', 'image_url', 'url', 'image', 'audio']);

const PROTOCOL_WORD = /^[\w./:-]{1,256}$/;
const BASE64 = /^[\w+/=-]{64,}$/;
const DATA_URL = /^data:[^,]{0,200};base64,/;

interface Place {
  readonly value: unknown;
  readonly key: string;
  readonly isFree: boolean;
}

/**
 * Yields every text in a body of any format and endpoint: messages of all roles, prompts, documents, names and
 * descriptions of tools, arguments and results of their calls. Base64 and protocol words are left out.
 *
 * @param parsed a body, or the text fields of a form
 */
export function* promptTexts(parsed: unknown): Generator<string> {
  const places: Place[] = [{ value: parsed, key: '', isFree: false }];
  for (let place = places.pop(); place; place = places.pop()) {
    const { value, key, isFree } = place;
    if (typeof value === 'string') {
      if (value !== '' && !isProtocol(place, value) && !isBytes(key, value)) yield value;
    } else if (Array.isArray(value)) {
      // Items are treated like their list: a list of texts under `input` is as free as the list itself. Lists of
      // numbers are tokens of embeddings.
      if (typeof value[0] === 'number') continue;
      for (const item of value as readonly unknown[]) places.push({ value: item, key, isFree });
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        places.push({ value: member, key: name, isFree: isFree || isFreeUnder(name, member) });
      }
    }
  }
}

/**
 * Whether a field holds a tool's own fields. An object under such a name is the arguments or the result of a tool call;
 * a list is a list of messages in the Responses API.
 */
function isFreeUnder(name: string, member: unknown): boolean {
  return FREE_KEYS.has(name) && typeof member === 'object' && !Array.isArray(member);
}

function isProtocol({ key, isFree }: Place, value: string): boolean {
  return !isFree && PROTOCOL_KEYS.has(key) && (PROTOCOL_WORD.test(value) || BASE64.test(value));
}

function isBytes(key: string, value: string): boolean {
  return BYTE_KEYS.has(key) && (DATA_URL.test(value.slice(0, 256)) || BASE64.test(value));
}
