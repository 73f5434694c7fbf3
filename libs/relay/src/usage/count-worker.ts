import { countGeneratedTokens, countPromptTokens, type GeneratedText, type PromptKind } from '@formats';
import { parentPort } from 'node:worker_threads';
import { type WorkerAnswer, type WorkerJob } from '@platform';

/** A request of the main thread to count tokens. */
export type CountRequest =
  | { readonly kind: 'prompt'; readonly body: string; readonly of: PromptKind; readonly model: string }
  | { readonly kind: 'generated'; readonly generated: GeneratedText; readonly model: string };

/** The number of tokens, or null for a text that could not be counted: the main thread then bills its estimate. */
export type CountAnswer = number | null;

function count(request: CountRequest): CountAnswer {
  try {
    if (request.kind === 'generated') return countGeneratedTokens(request.generated, request.model);
    return countPromptTokens(JSON.parse(request.body) as Record<string, unknown>, request.of, request.model);
  } catch {
    return null;
  }
}

parentPort?.on('message', ({ id, request }: WorkerJob<CountRequest>) => {
  parentPort?.postMessage({ id, answer: count(request) } satisfies WorkerAnswer<CountAnswer>);
});
