/**
 * The prefixes of betas of the Messages API that Bedrock knows. Any other value makes the provider refuse the call, and
 * coding clients send many. Source: 'Anthropic Claude models' in the Amazon Bedrock user guide, read 2026-08.
 */
const KNOWN_BETAS = [
  'computer-use-',
  'token-efficient-tools-',
  'interleaved-thinking-',
  'output-128k-',
  'context-1m-',
  'fine-grained-tool-streaming-',
  'context-management-',
  'tool-search-',
  'tool-examples-',
  'effort-',
] as const;

/** Replaces the field `eager_input_streaming` of tools, which Bedrock refuses. */
export const EAGER_STREAMING_BETA = 'fine-grained-tool-streaming-2025-05-14';

interface SortedBetas {
  readonly known: readonly string[];
  readonly hasUnknown: boolean;
}

/** Sorts the betas of a comma-separated header and of a list in the body into known and unknown ones; each once. */
export function sortBetas(header: string, listed: readonly string[]): SortedBetas {
  const all = [...header.split(','), ...listed].map(beta => beta.trim()).filter(beta => beta !== '');
  const known = all.filter(beta => KNOWN_BETAS.some(prefix => beta.startsWith(prefix)));
  return { known: [...new Set(known)], hasUnknown: known.length < all.length };
}

/** True when the list holds a beta of this family, e.g. `context-management-`. */
export function hasBeta(betas: readonly string[], family: string): boolean {
  return betas.some(beta => beta.startsWith(family));
}
