import { parentPort } from 'node:worker_threads';
import { countGeneratedTokens, countPromptTokens, type GeneratedText, type PromptKind } from '@providers';

/** What the main thread asks for. */
export type CountRequest =
  | { readonly kind: 'prompt'; readonly body: string; readonly of: PromptKind; readonly model: string }
  | { readonly kind: 'generated'; readonly generated: GeneratedText; readonly model: string };

/** NaN stands for a text that could not be counted. */
export interface CountAnswer {
  readonly id: number;
  readonly count: number;
}

function count(request: CountRequest): number {
  try {
    if (request.kind === 'generated') return countGeneratedTokens(request.generated, request.model);
    return countPromptTokens(JSON.parse(request.body) as Record<string, unknown>, request.of, request.model);
  } catch {
    return Number.NaN; // the main thread then bills its estimate
  }
}

parentPort?.on('message', ({ id, request }: { id: number; request: CountRequest }) => {
  parentPort?.postMessage({ id, count: count(request) } satisfies CountAnswer);
});
