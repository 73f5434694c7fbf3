import { channelPresets, ChannelStatus, PRESET_CHANNEL_TYPE, withoutTrailingSlash } from '@contracts';
import { openLiteLlmValue } from '../source/litellm-secrets';
import { fitting, jsonObject, secondsToMs, text, whole, type SourceRow } from '../source/cells';
import { NO_AMOUNTS, type MapContext, type MappedRow } from '../run/target';

/** Providers, before the first stroke of a model there, and our types; others are presets over the OpenAI protocol. */
const TYPES: Readonly<Record<string, number>> = {
  openai: 1,
  azure: 3,
  ollama: 4,
  ollama_chat: 4,
  anthropic: 14,
  zhipu: 16,
  zai: 16,
  dashscope: 17,
  gemini: 24,
  moonshot: 25,
  bedrock: 33,
  cohere: 34,
  cohere_chat: 34,
  minimax: 35,
  jina_ai: 38,
  cloudflare: 39,
  vertex_ai: 41,
};

const PRESETS: Readonly<Record<string, string>> = {
  mistral: 'mistral',
  groq: 'groq',
  deepseek: 'deepseek',
  xai: 'xai',
  openrouter: 'openrouter',
  together_ai: 'together',
  perplexity: 'perplexity',
  fireworks_ai: 'fireworks',
  deepinfra: 'deepinfra',
  cerebras: 'cerebras',
  sambanova: 'sambanova',
  nvidia_nim: 'nvidia',
  nebius: 'nebius',
  novita: 'novita',
  hyperbolic: 'hyperbolic',
  volcengine: 'volcengine',
  github: 'github-models',
};

/** Servers that speak the OpenAI protocol at an address of their own. */
const PLAIN = new Set(['custom_openai', 'openai_like', 'hosted_vllm', 'vllm', 'lm_studio', 'llamafile', 'xinference']);
/** Stands for a provider that nothing here can serve. */
const UNSERVED_TYPE = 8;
const DOLLARS_PER_RATIO_TOKEN = 0.000_002;
const NAME_MAX = 255;
/** A name that stands for a variable of the environment there. */
const VARIABLE = 'os.environ/';
const READ = ['model', 'api_key', 'api_base', 'api_version', 'custom_llm_provider', 'organization'] as const;
const CLOUD = [
  'aws_access_key_id',
  'aws_secret_access_key',
  'aws_region_name',
  'vertex_location',
  'vertex_credentials',
];
/** Settings that are a price, or say nothing about how a model is called. */
const KNOWN = new Set<string>([
  ...READ,
  ...CLOUD,
  'vertex_project',
  'input_cost_per_token',
  'output_cost_per_token',
  'use_in_pass_through',
  'use_litellm_proxy',
  'merge_reasoning_content_in_choices',
]);

/** Prices of longer prompts; their names have the length in thousands. */
const LONGER = /^(?:input|output)_cost_per_token_above_(\d+)k_tokens$/;

type Texts = Readonly<Record<string, string>>;

/** A model of LiteLLM as a channel of its own, with its secret sealed; one that cannot work here comes disabled. */
export function mapModel(row: SourceRow, context: MapContext): MappedRow {
  const { ids, box, remarks } = context;
  const sourceId = whole(row, 'id');
  const name = text(row, 'name');
  const label = `${name} (${text(row, 'source_name')})`;
  const params = paramsOf(row, label, context);
  const upstream = upstreamOf(params.texts);
  const key = keyOf(upstream.type, params.texts);
  if (upstream.type === UNSERVED_TYPE)
    remarks.add(
      'models of a provider that nothing here can serve; they come disabled',
      `${label}: ${upstream.provider}`,
    );
  else if (key === '') remarks.add('models without a key that can be read; they come disabled', label);
  namePrice(row, params.plain, label, context);
  const isServed = upstream.type !== UNSERVED_TYPE && key !== '' && params.isOpen;
  return {
    sourceId,
    columns: {
      id: ids.channel.get(sourceId) ?? 0,
      type: upstream.type,
      name: fitting(name, NAME_MAX),
      key_sealed: box.seal('channel-key', key),
      key_hash: box.hash('channel-key', key),
      several_keys: 0,
      channel_group: 'default',
      models: name,
      status: isServed ? ChannelStatus.Enabled : ChannelStatus.Disabled,
      openai_organization: params.texts.organization ?? null,
      base_url: withoutTrailingSlash(params.texts.api_base ?? '') || upstream.baseUrl,
      other: params.texts.api_version ?? params.texts.vertex_location ?? '',
      model_mapping:
        upstream.model === name || upstream.model === '' ? null : JSON.stringify({ [name]: upstream.model }),
      status_code_mapping: null,
      test_model: null,
      auto_ban: 1,
      priority: 0,
      weight: 0,
      response_time_ms: 0,
      tested_at_ms: 0,
      status_reason: '',
      status_at_ms: 0,
      settings: '',
      tag: '',
      note: isServed ? '' : `Came from LiteLLM (${upstream.provider}) and cannot work as it is.`,
      created_at_ms: secondsToMs(whole(row, 'created_time')),
    },
    amounts: NO_AMOUNTS,
  };
}

/** The texts that say how a model is called, opened; what is left out is named. */
function paramsOf(row: SourceRow, label: string, { remarks, saltKey }: MapContext) {
  const plain = jsonObject(row, 'params');
  const texts: Record<string, string> = {};
  let isOpen = true;
  for (const [name, value] of Object.entries(plain)) {
    if (value === null || value === '' || value === false) continue;
    if (!KNOWN.has(name) && !LONGER.test(name)) remarks.add(`models whose setting ${name} does not come`, label);
    if (typeof value !== 'string') continue;
    const opened = saltKey === '' ? null : openLiteLlmValue(value, saltKey);
    const isSecret = opened === null && looksEncrypted(value);
    if (isSecret || (opened ?? value).startsWith(VARIABLE)) {
      isOpen = false;
      const what = isSecret
        ? 'models that cannot be read without the salt key of LiteLLM (LITELLM_SALT_KEY); they come disabled'
        : 'models whose settings stand in the environment of LiteLLM; they come disabled';
      remarks.addOnce(what, label);
    } else texts[name] = opened ?? value;
  }
  return { plain, texts: texts as Texts, isOpen };
}

/** Encrypted values have a mark, or are the base64 of a nonce and more. */
function looksEncrypted(value: string): boolean {
  return /^v[23]:gcm:/.test(value) || (/^[\w+/-]{54,}={0,2}$/.test(value) && !value.startsWith('sk-'));
}

function upstreamOf(texts: Texts) {
  const whole = texts.model ?? '';
  const cut = whole.indexOf('/');
  const first = cut < 0 ? '' : whole.slice(0, cut);
  const provider = texts.custom_llm_provider ?? (isProvider(first) ? first : guessed(whole));
  const model = isProvider(first) || first === texts.custom_llm_provider ? whole.slice(cut + 1) : whole;
  const preset = channelPresets.find(({ id }) => id === PRESETS[provider]);
  if (preset) return { provider, model, type: PRESET_CHANNEL_TYPE, baseUrl: preset.baseUrl };
  const type = PLAIN.has(provider) ? PRESET_CHANNEL_TYPE : (TYPES[provider] ?? UNSERVED_TYPE);
  return { provider, model, type, baseUrl: '' };
}

function isProvider(name: string): boolean {
  return name in TYPES || name in PRESETS || PLAIN.has(name);
}

/** A model without a provider is one of these two by its name. */
function guessed(model: string): string {
  return model.startsWith('claude')
    ? 'anthropic'
    : /^(gpt|o\d|chatgpt|text-embedding|dall-e)/.test(model)
      ? 'openai'
      : '';
}

/** The key in the form that our type expects. */
function keyOf(type: number, texts: Texts): string {
  if (type === TYPES.bedrock && texts.aws_access_key_id !== undefined) {
    return [texts.aws_access_key_id, texts.aws_secret_access_key ?? '', texts.aws_region_name ?? ''].join('|');
  }
  if (type === TYPES.vertex_ai) return texts.vertex_credentials ?? '';
  return texts.api_key ?? (type === TYPES.ollama ? 'none' : '');
}

/** Prices are ratios here, and a table of all models; what it must say for this one is named. */
function namePrice(
  row: SourceRow,
  plain: Texts | Readonly<Record<string, unknown>>,
  label: string,
  { remarks }: MapContext,
) {
  const info = jsonObject(row, 'info');
  const prices = { ...info, ...plain };
  nameTiers(prices, label, { remarks });
  const input = Number(prices.input_cost_per_token ?? 0);
  const output = Number(prices.output_cost_per_token ?? 0);
  if (!(input > 0)) return;
  const ratio = Number((input / DOLLARS_PER_RATIO_TOKEN).toPrecision(6));
  const completion = Number((output / input).toPrecision(6));
  remarks.add(
    'models with a price of their own; give them these ratios',
    `${label}: ${ratio}, of answers ${completion}`,
  );
}

/** Tiers are part of the prices of a model, which do not come either; what to enter is named. */
function nameTiers(prices: Readonly<Record<string, unknown>>, label: string, { remarks }: Pick<MapContext, 'remarks'>) {
  const lengths = new Set(Object.keys(prices).flatMap(name => LONGER.exec(name)?.[1] ?? []));
  for (const thousands of lengths) {
    const input = Number(prices[`input_cost_per_token_above_${thousands}k_tokens`] ?? prices.input_cost_per_token);
    const output = Number(prices[`output_cost_per_token_above_${thousands}k_tokens`] ?? prices.output_cost_per_token);
    if (!(input > 0)) continue;
    const ratio = Number((input / DOLLARS_PER_RATIO_TOKEN).toPrecision(6));
    const completion = Number((output / input).toPrecision(6));
    remarks.add(
      'models with prices by length of the prompt; give them these tiers',
      `${label}: above ${thousands}000 tokens ${ratio}, of answers ${completion}`,
    );
  }
}
