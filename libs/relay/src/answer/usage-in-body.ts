import { parseJson, writeOpenAiUsage, type Endpoint, type WireFormat } from '@formats';
import { totalPromptTokens, type UsageBuckets } from '@contracts';
import { type RelayCall } from '../call/relay-call';

type WriteUsage = (usage: UsageBuckets) => object;

/** The usage of endpoints that bill the prompt only. */
const writePromptUsage: WriteUsage = usage => ({
  prompt_tokens: totalPromptTokens(usage),
  total_tokens: totalPromptTokens(usage),
});

/** Chat formats whose whole answers may lack usage; the others always report it. */
const CHAT_WRITERS: Partial<Record<WireFormat, WriteUsage>> = { openai: writeOpenAiUsage };
/** Other endpoints whose whole responses report usage. */
const WRITERS: Partial<Record<Endpoint, WriteUsage>> = {
  completions: writeOpenAiUsage,
  edits: writeOpenAiUsage,
  embeddings: writePromptUsage,
  rerank: writePromptUsage,
};

/**
 * Returns the function that writes locally counted usage into a whole response; undefined where the response has no
 * field for it.
 */
export function usageWriterOf(
  { endpoint, format }: RelayCall,
  body: Buffer | object,
): ((usage: UsageBuckets) => Buffer) | undefined {
  const write = endpoint === 'chat' ? CHAT_WRITERS[format] : WRITERS[endpoint];
  if (!write) return undefined;
  const read = (): object => (Buffer.isBuffer(body) ? Object(parseJson(body.toString('utf8'))) : body) as object;
  return usage => Buffer.from(JSON.stringify({ ...read(), usage: write(usage) }));
}
