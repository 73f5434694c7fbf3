import { type PriceTableKey } from '@contracts';

/** What a public list says of a model, in currency units: of a million tokens, of a call, or of a thousand searches. */
export interface ListedPrice {
  /** The name in the list. */
  readonly name: string;
  readonly provider: string;
  readonly money: Readonly<Partial<Record<PriceTableKey, number>>>;
}

/**
 * Providers whose own models these are, in the order in which their prices are believed: a name may stand in a list under
 * thirty of them. Any other provider comes after all of these.
 */
const MAKERS = [
  ...[
    'openai',
    'anthropic',
    'google',
    'gemini',
    'xai',
    'deepseek',
    'mistral',
    'moonshotai',
    'moonshot',
    'zhipuai',
    'zai',
  ],
  ...['alibaba', 'dashscope', 'minimax', 'cohere', 'perplexity', 'llama', 'meta_llama', 'voyage', 'jina_ai', 'stepfun'],
  ...[
    'google-vertex',
    'vertex_ai',
    'azure',
    'amazon-bedrock',
    'bedrock',
    'groq',
    'togetherai',
    'together_ai',
    'openrouter',
  ],
];

/** The place of a provider in the order of belief; the smallest is believed first. */
export function beliefOf(provider: string): number {
  const place = MAKERS.findIndex(maker => provider === maker || provider.startsWith(`${maker}-`));
  return place === -1 ? MAKERS.length : place;
}

export function isPrice(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** Drops what the list does not say. */
export function moneyOnly(
  money: Readonly<Partial<Record<PriceTableKey, unknown>>>,
): Readonly<Partial<Record<PriceTableKey, number>>> {
  return Object.fromEntries(Object.entries(money).filter(([, value]) => isPrice(value)));
}
