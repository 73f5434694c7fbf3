import { writeSse } from '@kernel';
import { type EarlyEnd, type StreamCloser } from '../canonical/chat-format';
import { type JsonObject, asList, asRecord, at, isJsonObject } from '../json/read-value';
import { END_MARK } from './stream-reader';
import { writeUsage } from './usage';

/** Ends a stream of chat chunks or legacy completions with `length` for every choice that is still open. */
export class ChunkCloser implements StreamCloser {
  /** The fields that all chunks have in common. */
  private head: JsonObject = {};
  private readonly open = new Set<number>();
  private readonly finished = new Set<number>();

  see(payload: unknown): void {
    if (!isJsonObject(payload) || !Array.isArray(payload.choices)) return;
    const { choices: _choices, usage: _usage, ...head } = payload;
    this.head = head;
    for (const choice of asList(payload.choices)) {
      const index = Number(asRecord(choice)?.index ?? 0);
      if (at(choice, 'finish_reason')) this.finished.add(index);
      else this.open.add(index);
    }
  }

  close({ usage, wantsUsage }: EarlyEnd): string {
    const isLegacy = this.head.object === 'text_completion';
    const indexes = [...(this.open.size > 0 ? this.open : [0])].filter(index => !this.finished.has(index));
    const choices = indexes.map(index => ({
      index,
      ...(isLegacy ? { text: '' } : { delta: {} }),
      logprobs: null,
      finish_reason: 'length',
    }));
    const usageField = wantsUsage ? { usage: null } : {};
    const last = choices.length === 0 ? '' : this.event({ choices, ...usageField });
    return last + (wantsUsage ? this.event({ choices: [], usage: writeUsage(usage) }) : '') + writeSse(END_MARK);
  }

  private event(fields: JsonObject): string {
    return writeSse(JSON.stringify({ ...this.head, ...fields }));
  }
}
