import { type EarlyEnd, type StreamCloser } from '../canonical/chat-format';
import { type JsonObject, asList, at, isJsonObject } from '../json/read-value';
import { writeGeminiUsage } from './usage';

/** Ends a passed stream with one more response, in which every open candidate has reached its limit. */
export class GeminiCloser implements StreamCloser {
  private names: JsonObject = {};
  private readonly open = new Set<number>();
  private readonly finished = new Set<number>();

  see(payload: unknown): void {
    if (!isJsonObject(payload)) return;
    const { candidates, usageMetadata: _usage, ...names } = payload;
    this.names = names;
    for (const candidate of asList(candidates)) {
      const index = Number(at(candidate, 'index') ?? 0);
      if (at(candidate, 'finishReason')) this.finished.add(index);
      else this.open.add(index);
    }
  }

  close({ usage }: EarlyEnd): string {
    const indexes = [...(this.open.size > 0 ? this.open : [0])].filter(index => !this.finished.has(index));
    const candidates = indexes.map(index => ({
      content: { role: 'model', parts: [{ text: '' }] },
      finishReason: 'MAX_TOKENS',
      index,
    }));
    return `data: ${JSON.stringify({ candidates, usageMetadata: writeGeminiUsage(usage), ...this.names })}\r\n\r\n`;
  }
}
