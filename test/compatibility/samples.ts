import { type Endpoint } from '@formats';
import { type ChannelTarget } from '@providers';

/** A sample channel of a provider, and the models that show its abilities. */
export interface Sample {
  readonly type: number;
  /** The difference from other samples of the same type. */
  readonly mode?: string;
  readonly target?: Partial<ChannelTarget>;
  /**
   * The chat models. Each call goes to all of them, and the best outcome counts; an empty list means that the provider
   * has no chat.
   */
  readonly chat: readonly string[];
  /** The models for other tasks, where they differ from {@link chat}. */
  readonly models?: Partial<Record<Endpoint, string>>;
  /** The folder of composed answers from which the sample's usage is read. */
  readonly folder: string;
}

const vertexKey = JSON.stringify({
  type: 'service_account',
  project_id: 'sample',
  private_key: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
  client_email: 'relay@sample.example',
});
const vertex = { key: vertexKey, accessToken: 'token', other: 'us-east5' };
const openaiModels = {
  embeddings: 'text-embedding-3-small',
  imageGenerations: 'gpt-image-1',
  speech: 'tts-1',
  transcriptions: 'whisper-1',
};
const zhipuModels = {
  embeddings: 'embedding-3',
  rerank: 'rerank',
  imageGenerations: 'cogview-4',
  speech: 'glm-tts',
  transcriptions: 'glm-asr',
};
const cloudflareModels = {
  embeddings: '@cf/baai/bge-m3',
  rerank: '@cf/baai/bge-reranker-base',
  imageGenerations: '@cf/black-forest-labs/flux-1-schnell',
  speech: '@cf/deepgram/aura-1',
  transcriptions: '@cf/openai/whisper',
};
const HOST = 'https://provider.example';

/** The samples by the number of their channel type; a type with two protocols has a line for each. */
export const SAMPLES: readonly Sample[] = [
  { type: 1, folder: 'openai', chat: ['gpt-5.2', 'gpt-4.1'], models: openaiModels },
  { type: 3, folder: 'azure', target: { baseUrl: HOST }, chat: ['gpt-5.2', 'gpt-4.1'], models: openaiModels },
  { type: 4, mode: 'compatible', folder: 'ollama', chat: ['qwen3:8b', 'gpt-oss:20b'] },
  { type: 4, mode: 'native', folder: 'ollama', target: { baseUrl: `${HOST}/api` }, chat: ['qwen3:8b', 'gpt-oss:20b'] },
  { type: 8, folder: 'custom', target: { baseUrl: `${HOST}/v1/chat/completions` }, chat: ['any-model'] },
  { type: 11, folder: 'palm', chat: ['PaLM-2'] },
  { type: 14, folder: 'anthropic', chat: ['claude-sonnet-4-5-20250929'] },
  {
    type: 15,
    mode: 'Workshop',
    folder: 'baidu',
    target: { key: 'ak-example1|sk-example2', accessToken: '24.token' },
    chat: ['ERNIE-4.0-8K'],
    models: { embeddings: 'Embedding-V1', rerank: 'bce-reranker-base_v1', imageGenerations: 'Stable-Diffusion-XL' },
  },
  {
    type: 15,
    mode: 'Qianfan V2',
    folder: 'baidu',
    chat: ['ernie-4.0-turbo-128k', 'ernie-4.5-turbo-vl', 'ernie-x1-turbo-32k'],
    models: { embeddings: 'embedding-v1', rerank: 'bce-reranker-base', imageGenerations: 'irag-1.0' },
  },
  { type: 16, folder: 'zhipu', chat: ['glm-4.6', 'glm-4.6v'], models: zhipuModels },
  {
    type: 17,
    mode: 'compatible',
    folder: 'qwen',
    chat: ['qwen-plus', 'qwen3-vl-plus'],
    models: {
      embeddings: 'text-embedding-v4',
      rerank: 'gte-rerank-v2',
      imageGenerations: 'qwen-image',
      speech: 'qwen-tts',
    },
  },
  {
    type: 17,
    mode: 'native',
    folder: 'qwen',
    target: { baseUrl: `${HOST}/api/v1` },
    chat: ['qwen-plus', 'qwen-vl-plus'],
    models: {
      embeddings: 'text-embedding-v4',
      rerank: 'gte-rerank-v2',
      imageGenerations: 'qwen-image',
      speech: 'qwen-tts',
    },
  },
  { type: 18, mode: 'socket', folder: 'spark', target: { key: 'app|secret|key' }, chat: ['SparkDesk-v4.0'] },
  { type: 18, mode: 'HTTP', folder: 'spark', chat: ['x1', '4.0Ultra'] },
  { type: 19, folder: 'ai360', chat: ['360gpt-turbo'], models: { embeddings: 'embedding_s1_v1' } },
  { type: 21, folder: 'ai-proxy', target: { other: 'library' }, chat: ['gpt-3.5-turbo'] },
  { type: 22, folder: 'fastgpt', chat: ['fastgpt'] },
  {
    type: 23,
    mode: 'signed',
    folder: 'hunyuan',
    target: { key: '1|secretid|secretkey' },
    chat: ['hunyuan-turbos-latest', 'hunyuan-vision'],
    models: { embeddings: 'hunyuan-embedding' },
  },
  {
    type: 23,
    mode: 'compatible',
    folder: 'hunyuan',
    chat: ['hunyuan-turbos-latest', 'hunyuan-vision'],
    models: { embeddings: 'hunyuan-embedding' },
  },
  {
    type: 24,
    folder: 'gemini',
    chat: ['gemini-2.5-flash'],
    models: { embeddings: 'gemini-embedding-001', imageGenerations: 'imagen-4.0-generate-001' },
  },
  { type: 25, folder: 'moonshot', chat: ['kimi-k2.6', 'moonshot-v1-8k-vision-preview', 'kimi-k3'] },
  {
    type: 26,
    folder: 'zhipu-v4',
    chat: ['glm-4.6', 'glm-4.5v'],
    models: { embeddings: 'embedding-3', imageGenerations: 'cogview-4' },
  },
  { type: 31, folder: 'lingyi', chat: ['yi-large', 'yi-vision'] },
  { type: 33, folder: 'aws-claude', target: { key: 'ak|sk|us-east-1' }, chat: ['claude-sonnet-4-5-20250929'] },
  {
    type: 34,
    folder: 'cohere',
    chat: ['command-a-03-2025', 'command-a-vision-07-2025', 'command-a-reasoning-08-2025'],
    models: { embeddings: 'embed-v4.0', rerank: 'rerank-v3.5' },
  },
  {
    type: 35,
    mode: 'compatible',
    folder: 'minimax',
    chat: ['MiniMax-M3'],
    models: { embeddings: 'embo-01', imageGenerations: 'image-01', speech: 'speech-02-hd' },
  },
  { type: 35, mode: 'native', folder: 'minimax', chat: ['MiniMax-VL-01', 'MiniMax-Text-01'] },
  { type: 37, folder: 'dify', chat: ['dify'] },
  {
    type: 38,
    folder: 'jina',
    chat: [],
    models: { embeddings: 'jina-clip-v1', rerank: 'jina-reranker-v2-base-multilingual' },
  },
  {
    type: 39,
    mode: 'compatible',
    folder: 'cloudflare',
    target: { other: 'a'.repeat(32) },
    chat: ['@cf/openai/gpt-oss-20b', '@cf/meta/llama-4-scout-17b-16e-instruct'],
    models: cloudflareModels,
  },
  {
    type: 39,
    mode: 'native',
    folder: 'cloudflare',
    target: { other: 'a'.repeat(32), baseUrl: `${HOST}/run` },
    chat: ['@cf/meta/llama-3.1-8b-instruct'],
    models: cloudflareModels,
  },
  {
    type: 40,
    folder: 'siliconcloud',
    chat: ['deepseek-ai/DeepSeek-V3', 'Qwen/Qwen2.5-VL-72B-Instruct', 'Qwen/Qwen3-8B'],
    models: {
      embeddings: 'BAAI/bge-m3',
      rerank: 'BAAI/bge-reranker-v2-m3',
      imageGenerations: 'Kwai-Kolors/Kolors',
      speech: 'FunAudioLLM/CosyVoice2-0.5B',
      transcriptions: 'FunAudioLLM/SenseVoiceSmall',
    },
  },
  {
    type: 41,
    mode: 'Google',
    folder: 'vertex',
    target: vertex,
    chat: ['gemini-2.5-flash'],
    models: { embeddings: 'gemini-embedding-001', imageGenerations: 'imagen-4.0-generate-001' },
  },
  { type: 41, mode: 'Claude', folder: 'vertex', target: vertex, chat: ['claude-sonnet-4-5-20250929'] },
  { type: 41, mode: 'open', folder: 'vertex', target: vertex, chat: ['meta/llama-4-maverick-17b-128e-instruct-maas'] },
];
