import { readStore } from '../canonical/read-store';
import {
  type ChatSettings,
  type ReasoningEffort,
  type ReasoningOptions,
  type ResponseFormat,
  reasoningEfforts,
} from '../canonical/chat';
import { type JsonObject, at, isJsonObject } from '../json/read-value';
import { CamelFields } from './camel-fields';
import { schemaFromGemini } from './schema-from-gemini';

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** Reads `generationConfig`; source: 'GenerationConfig' in the reference of generateContent, read 2026-08. */
export function readConfig(config: JsonObject, extraFields: Set<string>): ChatSettings {
  const fields = new CamelFields(config);
  const settings: Mutable<ChatSettings> = {};
  const numbers = {
    maxTokens: 'maxOutputTokens',
    temperature: 'temperature',
    topP: 'topP',
    topK: 'topK',
    presencePenalty: 'presencePenalty',
    frequencyPenalty: 'frequencyPenalty',
    seed: 'seed',
    n: 'candidateCount',
    topLogprobs: 'logprobs',
  } as const;
  for (const [key, field] of Object.entries(numbers) as [keyof typeof numbers, string][]) {
    const value = fields.number(field);
    if (value !== undefined) settings[key] = value;
  }
  const logprobs = fields.boolean('responseLogprobs');
  if (logprobs !== undefined) settings.logprobs = logprobs;
  const stop = textsOf(fields, 'stopSequences');
  if (stop) settings.stop = stop;
  const modalities = textsOf(fields, 'responseModalities');
  if (modalities) settings.modalities = modalities.map(word => word.toLowerCase());
  const responseFormat = readResponseFormat(fields, extraFields);
  if (responseFormat) settings.responseFormat = responseFormat;
  const thinking = fields.object('thinkingConfig');
  if (thinking) settings.reasoning = readThinking(thinking, extraFields);
  const speech = fields.any('speechConfig');
  const voice = at(speech, 'voiceConfig', 'prebuiltVoiceConfig', 'voiceName');
  if (typeof voice === 'string') settings.audio = { voice, format: 'pcm16' };
  const saysMore = isJsonObject(speech) && Object.keys(speech).some(key => key !== 'voiceConfig');
  if (speech !== undefined && (saysMore || typeof voice !== 'string')) extraFields.add('generationConfig.speechConfig');
  for (const key of fields.rest) extraFields.add(`generationConfig.${key}`);
  return settings;
}

/** Reads a list of texts, or a single text in its place. */
function textsOf(fields: CamelFields, key: string): readonly string[] | undefined {
  const single = fields.text(key);
  return single === undefined ? fields.texts(key) : [single];
}

function readResponseFormat(fields: CamelFields, extraFields: Set<string>): ResponseFormat | undefined {
  const mime = fields.text('responseMimeType');
  const json = fields.object('responseJsonSchema');
  const own = fields.object('responseSchema');
  const schema = json ?? (own && schemaFromGemini(own));
  switch (mime) {
    case undefined:
    case 'text/plain':
      if (schema) break; // a schema alone still requests JSON
      return mime && { type: 'text' };
    case 'application/json':
      if (!schema) return { type: 'json' };
      break;
    case 'text/x.enum':
      if (!schema) return undefined;
      break;
    default:
      extraFields.add('generationConfig.responseMimeType');
      return undefined;
  }
  return { type: 'schema', name: 'response', schema };
}

/** Without `includeThoughts` the provider does not return its thoughts. */
function readThinking(config: JsonObject, extraFields: Set<string>): ReasoningOptions {
  const fields = new CamelFields(config);
  const budgetTokens = fields.number('thinkingBudget');
  const effort = fields.text('thinkingLevel')?.toLowerCase();
  const isShown = fields.boolean('includeThoughts') === true;
  for (const key of fields.rest) extraFields.add(`generationConfig.thinkingConfig.${key}`);
  if (effort !== undefined && !isEffort(effort) && effort !== 'thinking_level_unspecified') {
    extraFields.add('generationConfig.thinkingConfig.thinkingLevel');
  }
  return {
    ...(budgetTokens !== undefined && { budgetTokens }),
    ...(effort !== undefined && isEffort(effort) && { effort }),
    isShown,
  };
}

function isEffort(word: string): word is ReasoningEffort {
  return (reasoningEfforts as readonly string[]).includes(word);
}

/** Reads the settings that stand next to `generationConfig`. */
export function readTopSettings(fields: CamelFields, extraFields: Set<string>): ChatSettings {
  const tier = fields.text('serviceTier')?.toLowerCase();
  const store = readStore(fields, extraFields);
  return {
    ...(tier !== undefined && { serviceTier: tier === 'standard' ? 'default' : tier }),
    ...(store !== undefined && { store }),
  };
}

export function configOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
