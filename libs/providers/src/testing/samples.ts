import { type Sample, SAMPLE_KEY } from './sample';
import {
  bedrockProtocol,
  claudeProtocol,
  cohereProtocol,
  dashScopeProtocol,
  difyProtocol,
  fastGptProtocol,
  geminiProtocol,
  hunyuanProtocol,
  libraryProtocol,
  miniMaxProtocol,
  ollamaProtocol,
  palmProtocol,
  sparkHttpProtocol,
  sparkProtocol,
  workersProtocol,
  workshopProtocol,
  zhipuVersion3Protocol,
} from './sample-protocols';

const TOKEN = 'token-canary';
const PEM = '-----BEGIN PRIVATE KEY-----\ncanarycanary\n-----END PRIVATE KEY-----\n';
const vertexKey = JSON.stringify({
  type: 'service_account',
  project_id: 'sample',
  private_key: PEM,
  client_email: 'relay@sample.example',
});
const vertex = { key: vertexKey, accessToken: TOKEN, other: 'us-east5' };
const tokenAsBearer = { header: 'authorization', value: `Bearer ${TOKEN}` } as const;
const googleKey = { header: 'x-goog-api-key', value: SAMPLE_KEY } as const;
const openaiModels = {
  embeddings: 'text-embedding-3-small',
  imageGenerations: 'gpt-image-1',
  speech: 'tts-1',
  transcriptions: 'whisper-1',
};
const googleModels = { embeddings: 'gemini-embedding-001', imageGenerations: 'imagen-4.0-generate-001' };
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
  { type: 1, chat: ['gpt-5.2', 'gpt-4.1'], models: openaiModels, freeText: ['openai', 'responses'] },
  {
    type: 3,
    target: { baseUrl: HOST },
    chat: ['gpt-5.2', 'gpt-4.1'],
    models: openaiModels,
    credential: { header: 'api-key', value: SAMPLE_KEY },
    freeText: ['openai', 'responses'],
  },
  { type: 4, mode: 'compatible', chat: ['qwen3:8b', 'gpt-oss:20b'] },
  {
    type: 4,
    mode: 'native',
    target: { baseUrl: `${HOST}/api` },
    chat: ['qwen3:8b', 'gpt-oss:20b'],
    protocol: ollamaProtocol,
  },
  { type: 8, target: { baseUrl: `${HOST}/v1/chat/completions` }, chat: ['any-model'], freeText: ['openai'] },
  { type: 11, chat: ['PaLM-2'], credential: googleKey, protocol: palmProtocol },
  {
    type: 14,
    chat: ['claude-sonnet-4-5-20250929'],
    credential: { header: 'x-api-key', value: SAMPLE_KEY },
    protocol: claudeProtocol,
    seals: 'anthropic',
  },
  {
    type: 15,
    mode: 'Workshop',
    target: { key: 'ak-canary|sk-canary', accessToken: TOKEN },
    chat: ['ERNIE-4.0-8K'],
    models: { embeddings: 'Embedding-V1', rerank: 'bce-reranker-base_v1', imageGenerations: 'Stable-Diffusion-XL' },
    credential: { parameter: 'access_token', value: TOKEN },
    protocol: workshopProtocol,
  },
  {
    type: 15,
    mode: 'Qianfan V2',
    chat: ['ernie-4.0-turbo-128k', 'ernie-4.5-turbo-vl', 'ernie-x1-turbo-32k'],
    models: { embeddings: 'embedding-v1', rerank: 'bce-reranker-base', imageGenerations: 'irag-1.0' },
  },
  { type: 16, chat: ['glm-4.6', 'glm-4.6v'], models: zhipuModels },
  {
    type: 17,
    mode: 'compatible',
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
    target: { baseUrl: `${HOST}/api/v1` },
    chat: ['qwen-plus', 'qwen-vl-plus'],
    protocol: dashScopeProtocol,
    models: {
      embeddings: 'text-embedding-v4',
      rerank: 'gte-rerank-v2',
      imageGenerations: 'qwen-image',
      speech: 'qwen-tts',
    },
  },
  {
    type: 18,
    mode: 'socket',
    target: { key: 'app|secret-canary|key' },
    chat: ['SparkDesk-v4.0'],
    credential: { parameter: 'authorization', value: /./ },
    protocol: sparkProtocol,
  },
  { type: 18, mode: 'HTTP', chat: ['x1', '4.0Ultra'], protocol: sparkHttpProtocol },
  { type: 19, chat: ['360gpt-turbo'], models: { embeddings: 'embedding_s1_v1' } },
  {
    type: 21,
    target: { other: 'library' },
    chat: ['gpt-3.5-turbo'],
    accountCredential: { header: 'api-key', value: SAMPLE_KEY },
    protocol: libraryProtocol,
  },
  { type: 22, chat: ['fastgpt'], protocol: fastGptProtocol },
  {
    type: 23,
    mode: 'signed',
    target: { key: '1|secretid|secret-canary' },
    chat: ['hunyuan-turbos-latest', 'hunyuan-vision'],
    models: { embeddings: 'hunyuan-embedding' },
    credential: { header: 'authorization', value: /^TC3-HMAC-SHA256 Credential=secretid\// },
    protocol: hunyuanProtocol,
  },
  {
    type: 23,
    mode: 'compatible',
    chat: ['hunyuan-turbos-latest', 'hunyuan-vision'],
    models: { embeddings: 'hunyuan-embedding' },
  },
  {
    type: 24,
    chat: ['gemini-2.5-flash'],
    models: googleModels,
    credential: googleKey,
    protocol: geminiProtocol,
    seals: 'google',
  },
  { type: 25, chat: ['kimi-k2.6', 'moonshot-v1-8k-vision-preview', 'kimi-k3'] },
  {
    type: 26,
    chat: ['glm-4.6', 'glm-4.5v'],
    models: { embeddings: 'embedding-3', imageGenerations: 'cogview-4' },
  },
  { type: 31, chat: ['yi-large', 'yi-vision'], toolModel: 'yi-large-fc' },
  {
    type: 33,
    target: { key: 'ak|sk-canary|us-east-1' },
    chat: ['claude-sonnet-4-5-20250929'],
    credential: { header: 'authorization', value: /^AWS4-HMAC-SHA256 Credential=ak\// },
    protocol: bedrockProtocol,
    seals: 'anthropic',
  },
  {
    type: 34,
    chat: ['command-a-03-2025', 'command-a-vision-07-2025', 'command-a-reasoning-08-2025'],
    models: { embeddings: 'embed-v4.0', rerank: 'rerank-v3.5' },
    protocol: cohereProtocol,
  },
  {
    type: 35,
    mode: 'compatible',
    chat: ['MiniMax-M3'],
    models: { embeddings: 'embo-01', imageGenerations: 'image-01', speech: 'speech-02-hd' },
    protocol: miniMaxProtocol,
  },
  { type: 35, mode: 'native', chat: ['MiniMax-VL-01', 'MiniMax-Text-01'], protocol: miniMaxProtocol },
  { type: 37, chat: ['dify'], protocol: difyProtocol },
  {
    type: 38,
    chat: [],
    models: { embeddings: 'jina-clip-v1', rerank: 'jina-reranker-v2-base-multilingual' },
  },
  {
    type: 39,
    mode: 'compatible',
    target: { other: 'a'.repeat(32) },
    chat: ['@cf/openai/gpt-oss-20b', '@cf/meta/llama-4-scout-17b-16e-instruct'],
    models: cloudflareModels,
  },
  {
    type: 39,
    mode: 'native',
    target: { other: 'a'.repeat(32), baseUrl: `${HOST}/run` },
    chat: ['@cf/meta/llama-3.1-8b-instruct'],
    models: cloudflareModels,
    protocol: workersProtocol,
  },
  {
    type: 40,
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
    target: vertex,
    chat: ['gemini-2.5-flash'],
    models: googleModels,
    credential: tokenAsBearer,
    protocol: geminiProtocol,
    seals: 'google',
  },
  {
    type: 41,
    mode: 'Claude',
    target: vertex,
    chat: ['claude-sonnet-4-5-20250929'],
    credential: tokenAsBearer,
    protocol: claudeProtocol,
    seals: 'anthropic',
  },
  {
    type: 41,
    mode: 'open',
    target: vertex,
    chat: ['meta/llama-4-maverick-17b-128e-instruct-maas'],
    credential: tokenAsBearer,
  },
];

/** Accounts with what the matrix does not show: keys of another shape, models of an older protocol. */
export const FURTHER_SAMPLES: readonly Sample[] = [
  {
    type: 15,
    mode: 'Workshop with a token',
    target: { key: '24.canary' },
    chat: ['ERNIE-4.0-8K'],
    credential: { parameter: 'access_token', value: '24.canary' },
    protocol: workshopProtocol,
  },
  {
    type: 16,
    mode: 'version 3',
    target: { key: 'id.secret-canary' },
    chat: ['chatglm_turbo'],
    credential: { header: 'authorization', value: /^ey[\w-]+\.[\w-]+\.[\w-]+$/ },
    accountCredential: { header: 'authorization', value: 'Bearer id.secret-canary' },
    protocol: zhipuVersion3Protocol,
  },
  {
    type: 33,
    mode: 'API key',
    target: { key: 'ABSK-canary|eu-west-1' },
    chat: ['claude-sonnet-4-5-20250929'],
    credential: { header: 'authorization', value: 'Bearer ABSK-canary' },
    protocol: bedrockProtocol,
  },
  {
    type: 41,
    mode: 'API key',
    target: { key: 'AQ.canary0123456789012345', other: 'us-east5' },
    chat: ['gemini-2.5-flash'],
    credential: { header: 'x-goog-api-key', value: 'AQ.canary0123456789012345' },
    protocol: geminiProtocol,
  },
];
