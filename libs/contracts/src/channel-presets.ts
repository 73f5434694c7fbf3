/** The channel type whose protocol all presets speak. */
export const PRESET_CHANNEL_TYPE = 1;

/**
 * A provider that speaks the OpenAI protocol under its own address: the values that the channel form fills in for it.
 */
export interface ChannelPreset {
  readonly id: string;
  readonly name: string;
  /** The address as the provider's manual gives it; the paths of the calls follow directly. */
  readonly baseUrl: string;
  /**
   * The models offered until the operator fetches the provider's list; empty where names change too fast for a useful
   * list.
   */
  readonly models: readonly string[];
}

function names(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** The presets in the order in which the form lists them: by name. */
export const channelPresets: readonly ChannelPreset[] = [
  {
    id: 'baichuan',
    name: 'Baichuan',
    baseUrl: 'https://api.baichuan-ai.com/v1',
    models: names('Baichuan2-Turbo Baichuan2-Turbo-192k Baichuan2-53B'),
  },
  { id: 'cerebras', name: 'Cerebras', baseUrl: 'https://api.cerebras.ai/v1', models: names('gpt-oss-120b') },
  {
    id: 'deepinfra',
    name: 'DeepInfra',
    baseUrl: 'https://api.deepinfra.com/v1/openai',
    models: names('openai/gpt-oss-120b openai/gpt-oss-20b'),
  },
  {
    id: 'deepseek',
    name: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com',
    models: names('deepseek-v4-pro deepseek-v4-flash deepseek-chat deepseek-reasoner'),
  },
  { id: 'fireworks', name: 'Fireworks AI', baseUrl: 'https://api.fireworks.ai/inference/v1', models: [] },
  { id: 'github-models', name: 'GitHub Models', baseUrl: 'https://models.github.ai/inference', models: [] },
  {
    id: 'groq',
    name: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    models: names(`
      openai/gpt-oss-120b openai/gpt-oss-20b llama-3.3-70b-versatile llama-3.1-8b-instant
      meta-llama/llama-4-maverick-17b-128e-instruct meta-llama/llama-4-scout-17b-16e-instruct
    `),
  },
  { id: 'hugging-face', name: 'Hugging Face', baseUrl: 'https://router.huggingface.co/v1', models: [] },
  { id: 'hyperbolic', name: 'Hyperbolic', baseUrl: 'https://api.hyperbolic.xyz/v1', models: [] },
  {
    id: 'mistral',
    name: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    models: names(`
      mistral-large-latest mistral-medium-latest mistral-small-latest magistral-medium-latest magistral-small-latest
      ministral-8b-latest ministral-3b-latest devstral-2512 codestral-latest pixtral-large-latest mistral-embed
    `),
  },
  { id: 'nebius', name: 'Nebius', baseUrl: 'https://api.tokenfactory.nebius.com/v1', models: [] },
  { id: 'novita', name: 'Novita AI', baseUrl: 'https://api.novita.ai/openai/v1', models: [] },
  { id: 'nvidia', name: 'NVIDIA NIM', baseUrl: 'https://integrate.api.nvidia.com/v1', models: [] },
  { id: 'openrouter', name: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1', models: [] },
  {
    id: 'perplexity',
    name: 'Perplexity',
    baseUrl: 'https://api.perplexity.ai',
    models: names('sonar sonar-pro sonar-reasoning-pro sonar-deep-research'),
  },
  { id: 'sambanova', name: 'SambaNova', baseUrl: 'https://api.sambanova.ai/v1', models: [] },
  {
    id: 'stepfun',
    name: 'StepFun',
    baseUrl: 'https://api.stepfun.com/v1',
    models: names('step-2-16k step-1-8k step-1-32k step-1-128k step-1-256k step-1-flash step-1v-8k step-1v-32k'),
  },
  { id: 'together', name: 'Together AI', baseUrl: 'https://api.together.xyz/v1', models: [] },
  { id: 'vercel', name: 'Vercel AI Gateway', baseUrl: 'https://ai-gateway.vercel.sh/v1', models: [] },
  { id: 'volcengine', name: 'Volcengine Ark', baseUrl: 'https://ark.cn-beijing.volces.com/api/v3', models: [] },
  {
    id: 'xai',
    name: 'xAI',
    baseUrl: 'https://api.x.ai/v1',
    models: names(`
      grok-4.5 grok-4.3 grok-4 grok-4-1-fast-reasoning grok-4-1-fast-non-reasoning grok-4-fast-reasoning
      grok-4-fast-non-reasoning grok-code-fast-1 grok-3 grok-3-mini
    `),
  },
];
