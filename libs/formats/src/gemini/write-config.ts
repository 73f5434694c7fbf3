import { type DroppedFields } from '../canonical/dropped-fields';
import { type ChatCall, type ChatSettings, type ResponseFormat } from '../canonical/chat';
import { type JsonObject, asText } from '../json/read-value';
import { type ModelTraits, thinkingConfig } from './model-traits';
import { schemaToGemini } from './schema-to-gemini';

const STOPS_MAX = 5;
const SEED_MAX = 2 ** 31;

/** The provider's voices for the names that OpenAI's callers use; every other name is passed on. */
const VOICES: ReadonlyMap<string, string> = new Map([
  ['alloy', 'Kore'],
  ['ash', 'Charon'],
  ['ballad', 'Orus'],
  ['coral', 'Aoede'],
  ['echo', 'Puck'],
  ['fable', 'Fenrir'],
  ['nova', 'Zephyr'],
  ['onyx', 'Algenib'],
  ['sage', 'Leda'],
  ['shimmer', 'Sulafat'],
  ['verse', 'Umbriel'],
]);

interface ConfigOptions {
  readonly settings: ChatSettings;
  readonly traits: ModelTraits;
  /** Only newer models accept answers in JSON together with tools. */
  readonly hasTools: boolean;
  readonly dropped: DroppedFields;
}

type Writer<Key extends keyof ChatSettings> = (
  value: NonNullable<ChatSettings[Key]>,
  options: ConfigOptions,
) => JsonObject | null;

function same(field: string) {
  return (value: unknown): JsonObject => ({ [field]: value });
}

function lost(name: string, isLost: (value: never) => boolean = () => true) {
  return (value: unknown, { dropped }: ConfigOptions): null => {
    if (isLost(value as never)) dropped.add(name); // each name stands with a test of its own setting's type
    return null;
  };
}

/** The rule for every setting; a new one does not compile until it has a row. Null: nothing in `generationConfig`. */
const SETTINGS: { readonly [Key in keyof Required<ChatSettings>]: Writer<Key> | null } = {
  maxTokens: same('maxOutputTokens'),
  temperature: same('temperature'),
  topP: same('topP'),
  topK: same('topK'),
  presencePenalty: same('presencePenalty'),
  frequencyPenalty: same('frequencyPenalty'),
  n: same('candidateCount'),
  logprobs: same('responseLogprobs'),
  topLogprobs: same('logprobs'),
  seed: writeSeed,
  stop: writeStop,
  responseFormat: writeResponseFormat,
  reasoning: (wanted, { traits, dropped }) => {
    const config = thinkingConfig(wanted, traits.thinking, dropped);
    return config && { thinkingConfig: config };
  },
  modalities: writeModalities,
  audio: writeAudio,
  minP: lost('min_p'),
  repetitionPenalty: lost('repetition_penalty'),
  logitBias: lost('logit_bias'),
  verbosity: lost('verbosity'),
  user: lost('user'),
  metadata: lost('metadata'),
  promptCacheKey: lost('prompt_cache_key'),
  store: lost('store', (value: boolean) => value),
  serviceTier: null, // next to `generationConfig`
  toolChoice: null, // in `toolConfig`
  parallelToolCalls: null,
};

/**
 * Writes `generationConfig` and `serviceTier`; source: 'GenerationConfig' in the reference of generateContent, read
 * 2026-08.
 */
export function writeConfig({ settings }: ChatCall, options: Omit<ConfigOptions, 'settings'>): JsonObject {
  const config: Record<string, unknown> = {};
  for (const key of Object.keys(SETTINGS) as (keyof ChatSettings)[]) {
    const value = settings[key];
    const writer = SETTINGS[key] as Writer<typeof key> | null; // the table pairs each key with its own writer
    if (value !== undefined && writer) Object.assign(config, writer(value, { ...options, settings }));
  }
  const { modalities } = options.traits;
  if (modalities && config.responseModalities === undefined) config.responseModalities = modalities;
  return {
    ...(Object.keys(config).length > 0 && { generationConfig: config }),
    ...writeTier(settings.serviceTier, options.dropped),
  };
}

/** Some image models need text named before images. */
function writeModalities(words: readonly string[]): JsonObject {
  const names = words.map(word => word.toUpperCase());
  const isText = (name: string): boolean => name === 'TEXT';
  return { responseModalities: [...names.filter(isText), ...names.filter(name => !isText(name))] };
}

function writeSeed(seed: number, { dropped }: ConfigOptions): JsonObject | null {
  if (Number.isInteger(seed) && seed >= -SEED_MAX && seed < SEED_MAX) return { seed };
  dropped.add('seed');
  return null;
}

function writeStop(stop: readonly string[], { dropped }: ConfigOptions): JsonObject {
  if (stop.length > STOPS_MAX) dropped.add('stop');
  return { stopSequences: stop.slice(0, STOPS_MAX) };
}

function writeResponseFormat(format: ResponseFormat, { traits, hasTools, dropped }: ConfigOptions): JsonObject | null {
  if (format.type === 'text') return null;
  if (!traits.takesTools || (hasTools && !traits.mixesTools)) {
    dropped.add('response_format');
    return null;
  }
  if (format.type === 'json') return { responseMimeType: 'application/json' };
  const { schema, isExact } = schemaToGemini(format.schema);
  if (!isExact) dropped.add('response_format.schema');
  if (format.description !== undefined) dropped.add('response_format.description');
  return { responseMimeType: 'application/json', ...(schema && { responseSchema: schema }) };
}

/** The audio format is always the provider's own: 16-bit samples at 24 kHz. */
function writeAudio(
  audio: Readonly<Record<string, unknown>>,
  { settings, traits, dropped }: ConfigOptions,
): JsonObject | null {
  const isSpoken = settings.modalities?.includes('audio') ?? traits.modalities?.includes('AUDIO') === true;
  const voice = asText(audio.voice);
  if (!isSpoken || voice === '') {
    dropped.add('audio');
    return null;
  }
  const voiceName = VOICES.get(voice) ?? voice;
  if (voiceName !== voice) dropped.add('audio.voice');
  if (audio.format !== undefined && audio.format !== 'pcm16') dropped.add('audio.format');
  return { speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName } } } };
}

function writeTier(tier: string | undefined, dropped: DroppedFields): JsonObject {
  switch (tier) {
    case undefined:
    case 'auto':
      return {};
    case 'default':
    case 'standard':
      return { serviceTier: 'standard' };
    case 'flex':
    case 'priority':
      return { serviceTier: tier };
    default:
      dropped.add('service_tier');
      return {};
  }
}
