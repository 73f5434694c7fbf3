/** The last part of a chat address by model name in lower case; source: the provider's list of models, read 2026-08. */
const CHAT_SLUGS: Readonly<Record<string, string>> = {
  'ernie-4.0-8k': 'completions_pro',
  'ernie-4.0': 'completions_pro',
  'ernie-bot-4': 'completions_pro',
  'ernie-4.0-8k-preview-0518': 'completions_adv_pro',
  'ernie-3.5-8k': 'completions',
  'ernie-bot': 'completions',
  'ernie-bot-8k': 'ernie_bot_8k',
  'ernie-speed-8k': 'ernie_speed',
  'ernie-speed': 'ernie_speed',
  'ernie-lite-8k-0308': 'ernie-lite-8k',
  'ernie-lite-8k-0922': 'eb-instant',
  'ernie-bot-turbo': 'eb-instant',
  'ernie-character-8k': 'ernie-char-8k',
  'ernie-functions-8k': 'ernie-func-8k',
  'ernie-function-8k': 'ernie-func-8k',
  'bloomz-7b': 'bloomz_7b1',
  'llama-2-7b-chat': 'llama_2_7b',
  'llama-2-13b-chat': 'llama_2_13b',
  'llama-2-70b-chat': 'llama_2_70b',
  'appbuilder plugin app': 'ai_apaas',
};

const EMBEDDING_SLUGS: Readonly<Record<string, string>> = {
  'bge-large-zh': 'bge_large_zh',
  'bge-large-en': 'bge_large_en',
  'tao-8k': 'tao_8k',
};

const RERANK_SLUGS: Readonly<Record<string, string>> = { 'bce-reranker-base': 'bce_reranker_base' };

const IMAGE_SLUGS: Readonly<Record<string, string>> = {
  'stable-diffusion-xl': 'sd_xl',
};

/** The path behind `wenxinworkshop/`. A model that is not in the list is addressed by its name in lower case. */
export function chatPath(model: string): string {
  return `chat/${slugOf(CHAT_SLUGS, model)}`;
}

export function embeddingsPath(model: string): string {
  return `embeddings/${slugOf(EMBEDDING_SLUGS, model)}`;
}

export function rerankPath(model: string): string {
  return `reranker/${slugOf(RERANK_SLUGS, model)}`;
}

export function imagesPath(model: string): string {
  return `text2image/${slugOf(IMAGE_SLUGS, model)}`;
}

function slugOf(slugs: Readonly<Record<string, string>>, model: string): string {
  const name = model.trim().toLowerCase();
  return encodeURIComponent(Object.hasOwn(slugs, name) ? (slugs[name] ?? name) : name);
}
