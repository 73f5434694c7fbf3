import { aiProxy } from './ai-proxy';
import { ai360 } from './ai360';
import { anthropic } from './anthropic';
import { awsClaude } from './aws-claude';
import { azure } from './azure';
import { baidu } from './baidu';
import { cloudflare } from './cloudflare';
import { cohere } from './cohere';
import { custom } from './custom';
import { dify } from './dify';
import { fastgpt } from './fastgpt';
import { gemini } from './gemini';
import { hunyuan } from './hunyuan';
import { jina } from './jina';
import { lingyi } from './lingyi';
import { minimax } from './minimax';
import { moonshot } from './moonshot';
import { ollama } from './ollama';
import { openai } from './openai';
import { palm } from './palm';
import { qwen } from './qwen';
import { siliconcloud } from './siliconcloud';
import { spark } from './spark';
import { zhipu } from './zhipu';
import { zhipuV4 } from './zhipu-v4';
import { type ProviderAdapter } from './spec/provider-adapter';
import { offeringFunctions } from './toolkit/offer-functions';
import { vertex } from './vertex';

/** Adapters whose providers support tools of free text, or which handle such tools themselves. */
const KNOWING_FREE_TEXT: readonly ProviderAdapter[] = [openai, azure, custom, anthropic, awsClaude, gemini];

/** All other adapters; a new provider is added here with one line. */
const PLAIN: readonly ProviderAdapter[] = [
  ai360,
  moonshot,
  lingyi,
  siliconcloud,
  cohere,
  ollama,
  baidu,
  spark,
  palm,
  vertex,
  hunyuan,
  zhipu,
  zhipuV4,
  dify,
  aiProxy,
  minimax,
  jina,
  fastgpt,
  cloudflare,
  qwen,
];

/** Every adapter of the gateway. */
export const ADAPTERS: readonly ProviderAdapter[] = [...KNOWING_FREE_TEXT, ...PLAIN.map(offeringFunctions)];

const adaptersByType = indexByType(ADAPTERS);

/** The adapter of a channel type, or null when no adapter serves it. */
export function adapterFor(channelType: number): ProviderAdapter | null {
  return adaptersByType.get(channelType) ?? null;
}

/**
 * Indexes adapters by channel type.
 *
 * @throws Error when two adapters claim the same type; this is a mistake in the list and is found at load
 */
export function indexByType(adapters: readonly ProviderAdapter[]): ReadonlyMap<number, ProviderAdapter> {
  const index = new Map<number, ProviderAdapter>();
  for (const adapter of adapters) {
    for (const type of adapter.channelTypes) {
      const other = index.get(type);
      if (other) throw new Error(`channel type ${type} is served by both ${other.id} and ${adapter.id}`);
      index.set(type, adapter);
    }
  }
  return index;
}
