import { type JsonObject, asList, asText, at } from '../json/read-value';

/**
 * Reads `logprobsResult` into the OpenAI form `{content: [...]}`; undefined when it holds no tokens. Source:
 * 'LogprobsResult' in the reference of generateContent, read 2026-08.
 */
export function readLogprobs(result: unknown): JsonObject | undefined {
  const chosen = asList(at(result, 'chosenCandidates'));
  if (chosen.length === 0) return undefined;
  const others = asList(at(result, 'topCandidates'));
  const content = chosen.map((candidate, index) => ({
    ...tokenOf(candidate),
    top_logprobs: asList(at(others[index], 'candidates')).map(tokenOf),
  }));
  return { content };
}

function tokenOf(candidate: unknown): { token: string; logprob: number; bytes: readonly number[] } {
  const token = asText(at(candidate, 'token'));
  const probability = at(candidate, 'logProbability');
  return { token, logprob: typeof probability === 'number' ? probability : 0, bytes: [...Buffer.from(token)] };
}

/**
 * Writes `logprobsResult`, the inverse of reading it.
 *
 * @param content entries of the OpenAI form
 */
export function writeLogprobs(content: readonly unknown[]): JsonObject {
  const candidate = (entry: unknown): JsonObject => ({
    token: asText(at(entry, 'token')),
    logProbability: at(entry, 'logprob') ?? 0,
  });
  return {
    chosenCandidates: content.map(candidate),
    topCandidates: content.map(entry => ({ candidates: asList(at(entry, 'top_logprobs')).map(candidate) })),
  };
}
