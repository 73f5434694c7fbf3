import { type Endpoint, type WireFormat } from '@formats';
import { adapterFor } from '@providers';

/** What a request does, in the words of the GenAI conventions where they have one. */
const OPERATIONS: Readonly<Record<Endpoint, string>> = {
  chat: 'chat',
  completions: 'text_completion',
  edits: 'text_completion',
  embeddings: 'embeddings',
  moderations: 'moderation',
  rerank: 'rerank',
  imageGenerations: 'image_generation',
  imageEdits: 'image_edit',
  imageVariations: 'image_variation',
  speech: 'speech',
  transcriptions: 'transcription',
  translations: 'translation',
  countTokens: 'count_tokens',
  responsesCompact: 'chat',
  realtime: 'realtime',
};

/** The names that the conventions give to providers, by the names of our adapters; others keep ours. */
const PROVIDERS: Readonly<Record<string, string>> = {
  'aws-claude': 'aws.bedrock',
  azure: 'azure.ai.openai',
  gemini: 'gcp.gemini',
  palm: 'gcp.gen_ai',
  vertex: 'gcp.vertex_ai',
  moonshot: 'moonshot_ai',
};

export function operationOf(endpoint: Endpoint, format: WireFormat): string {
  return endpoint === 'chat' && format === 'gemini' ? 'generate_content' : OPERATIONS[endpoint];
}

/** The provider of a channel, by the type of the channel. */
export function providerOfType(type: number): string {
  const id = adapterFor(type)?.id ?? `type-${type}`;
  return PROVIDERS[id] ?? id;
}

/** How far into an answer its model is looked for: providers name it before the text. */
const BEGINNING_BYTES = 2048;
/** Inside a text the quotes would be escaped, so that this is a key; Gemini's own has another name. */
const MODEL = /"model(?:Version)?" ?: ?"([\w.:/@-]{1,128})"/;

/** The model that the beginning of an answer names; null when it names none. */
export function modelNamedIn(bytes: Buffer): string | null {
  return MODEL.exec(bytes.toString('latin1', 0, BEGINNING_BYTES))?.[1] ?? null;
}
