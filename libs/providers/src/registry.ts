import { aiProxy } from './adapters/ai-proxy';
import { ai360 } from './adapters/ai360';
import { anthropic } from './adapters/anthropic';
import { awsClaude } from './adapters/aws-claude';
import { azure } from './adapters/azure';
import { baidu } from './adapters/baidu';
import { cloudflare } from './adapters/cloudflare';
import { cohere } from './adapters/cohere';
import { custom } from './adapters/custom';
import { dify } from './adapters/dify';
import { fastgpt } from './adapters/fastgpt';
import { gemini } from './adapters/gemini';
import { hunyuan } from './adapters/hunyuan';
import { jina } from './adapters/jina';
import { lingyi } from './adapters/lingyi';
import { minimax } from './adapters/minimax';
import { moonshot } from './adapters/moonshot';
import { ollama } from './adapters/ollama';
import { openai } from './adapters/openai';
import { palm } from './adapters/palm';
import { qwen } from './adapters/qwen';
import { siliconcloud } from './adapters/siliconcloud';
import { spark } from './adapters/spark';
import { zhipu } from './adapters/zhipu';
import { zhipuV4 } from './adapters/zhipu-v4';
import { type ProviderAdapter } from './contract/provider-adapter';
import { offeringFunctions } from './openai-compatible/offer-functions';
import { vertex } from './adapters/vertex';

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
