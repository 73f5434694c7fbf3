import { Fields } from '../canonical/fields';
import {
  type ChatCall,
  type ChatSettings,
  type ReasoningEffort,
  type ResponseFormat,
  reasoningEfforts,
} from '../canonical/chat';
import { SETTING_NAMES } from '../canonical/name-dropped';
import { type JsonObject, asRecord, asText, at } from '../json/read-value';
import { readMessages } from './read-messages';
import { type Note } from './read-parts';
import { readToolChoice, readTools } from './read-tools';

/**
 * Reads a body of `POST /v1/chat/completions`; source: 'Create chat completion' of OpenAI's API reference, read
 * 2026-08.
 */
export function readCall(parsed: JsonObject): ChatCall {
  const fields = new Fields(parsed);
  const extraFields = new Set<string>();
  const note: Note = name => void extraFields.add(name);
  fields.ignore('model', 'stream', 'stream_options');
  const messages = readMessages(fields.list('messages') ?? [], note);
  const tools = readTools(fields, note);
  const settings = readSettings(fields, note);
  for (const name of fields.rest) extraFields.add(name);
  return { messages, tools, settings, extraFields: [...extraFields] };
}

function readSettings(fields: Fields, note: Note): ChatSettings {
  const settings: ChatSettings = {
    ...readLength(fields, note),
    ...numberSettings(fields),
    ...readStop(fields),
    ...flagSettings(fields),
    ...textSettings(fields),
    ...objectSettings(fields),
  };
  const modalities = fields.texts('modalities');
  const responseFormat = readResponseFormat(fields, note);
  const toolChoice = readToolChoice(fields, note);
  const effort = readEffort(fields, note);
  return {
    ...settings,
    ...(modalities && { modalities }),
    ...(responseFormat && { responseFormat }),
    ...(toolChoice && { toolChoice }),
    ...(effort && { reasoning: { effort } }),
  };
}

/** `max_tokens` is the older name; when both are given and differ, `max_tokens` is ignored. */
function readLength(fields: Fields, note: Note): ChatSettings {
  const older = fields.number('max_tokens');
  const newer = fields.number('max_completion_tokens');
  if (older !== undefined && newer !== undefined && older !== newer) note('max_tokens');
  const maxTokens = newer ?? older;
  return maxTokens === undefined ? {} : { maxTokens };
}

const NUMBERS = [
  'temperature',
  'topP',
  'topK',
  'minP',
  'presencePenalty',
  'frequencyPenalty',
  'repetitionPenalty',
  'seed',
  'n',
  'topLogprobs',
] as const satisfies readonly (keyof ChatSettings)[];

const FLAGS = ['logprobs', 'parallelToolCalls', 'store'] as const satisfies readonly (keyof ChatSettings)[];

const TEXTS = ['verbosity', 'serviceTier', 'promptCacheKey'] as const satisfies readonly (keyof ChatSettings)[];

function numberSettings(fields: Fields): ChatSettings {
  return given(NUMBERS, name => fields.number(name));
}

function flagSettings(fields: Fields): ChatSettings {
  return given(FLAGS, name => fields.boolean(name));
}

function textSettings(fields: Fields): ChatSettings {
  const user = fields.text('user') ?? fields.text('safety_identifier');
  return { ...given(TEXTS, name => fields.text(name)), ...(user !== undefined && { user }) };
}

function objectSettings(fields: Fields): ChatSettings {
  const metadata = fields.object('metadata');
  const audio = fields.object('audio');
  const bias = asRecord(fields.any('logit_bias'));
  const pairs = Object.entries(bias ?? {}).filter((pair): pair is [string, number] => typeof pair[1] === 'number');
  return {
    ...(metadata && { metadata }),
    ...(audio && { audio }),
    ...(bias && { logitBias: Object.fromEntries(pairs) }),
  };
}

/** Those of the named settings that the body contains. */
function given<Key extends keyof ChatSettings>(
  keys: readonly Key[],
  read: (name: string) => ChatSettings[Key],
): ChatSettings {
  const pairs = keys.map(key => [key, read(SETTING_NAMES[key])] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined)) as ChatSettings;
}

function readStop(fields: Fields): ChatSettings {
  const single = fields.text('stop');
  const stop = single === undefined ? fields.texts('stop') : [single];
  return stop && stop.length > 0 ? { stop } : {};
}

function readEffort(fields: Fields, note: Note): ReasoningEffort | undefined {
  const word = fields.text('reasoning_effort');
  const effort = reasoningEfforts.find(known => known === word);
  if (word !== undefined && !effort) note('reasoning_effort');
  return effort;
}

function readResponseFormat(fields: Fields, note: Note): ResponseFormat | undefined {
  const format = fields.any('response_format');
  if (format === undefined) return undefined;
  switch (at(format, 'type')) {
    case 'text':
      return { type: 'text' };
    case 'json_object':
      return { type: 'json' };
    case 'json_schema': {
      const inner = at(format, 'json_schema');
      const schema = asRecord(at(inner, 'schema'));
      const description = at(inner, 'description');
      const strict = at(inner, 'strict');
      return {
        type: 'schema',
        name: asText(at(inner, 'name')) || 'response',
        schema: schema ?? {},
        ...(typeof description === 'string' && { description }),
        ...(typeof strict === 'boolean' && { strict }),
      };
    }
    default:
      note('response_format');
      return undefined;
  }
}
