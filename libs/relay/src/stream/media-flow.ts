import { readOpenAiUsage, type GeneratedText, type UsageReading } from '@formats';
import { writeSse } from '@kernel';
import { type CallerError } from '../dialect/caller-error';
import { dialects } from '../dialect/dialect';
import { EventPassage } from './event-passage';
import { framesOf } from './frames-of';
import { type StreamFlow } from './stream-flow';

const EMPTY = Buffer.alloc(0);
const nothing: GeneratedText = { text: '', toolCalls: 0 };

/**
 * The event streams of images, transcripts and speech: `image_generation.partial_image` … `.completed`,
 * `transcript.text.delta` … `.done`, `speech.audio.delta` … `.done`. They pass unchanged, and usage is read from the
 * last one.
 */
export class MediaFlow implements StreamFlow {
  isDone = false;
  errorMessage: string | null = null;
  usage: UsageReading = { kind: 'missing' };
  /** Number of whole images that have passed. */
  images = 0;
  private readonly passage = new EventPassage(events => this.inspect(events));
  private hasFinal = false;

  take(chunk: Buffer): Buffer {
    return this.passage.take(chunk);
  }

  end(): Buffer {
    return this.passage.end();
  }

  isComplete(): boolean {
    return this.hasFinal || this.isDone;
  }

  closing(): string {
    return '';
  }

  breaking(error: CallerError, requestId: string): string {
    return this.passage.border + writeSse(dialects.openai.errorBody(error, requestId), 'error');
  }

  generated(): GeneratedText {
    return nothing;
  }

  private inspect(events: Buffer): Buffer {
    // Images are megabytes of text, so only the events that end something are parsed.
    if (!events.includes('.completed"') && !events.includes('.done"') && !events.includes('rror')) {
      this.isDone ||= events.includes('[DONE]');
      return events;
    }
    for (const { data } of framesOf(events)) this.read(data);
    return events;
  }

  private read(data: string): void {
    if (data.trim() === '[DONE]') this.isDone = true;
    let payload: { type?: unknown; usage?: unknown; error?: { message?: unknown } | null };
    try {
      payload = JSON.parse(data) as typeof payload;
    } catch {
      return; // malformed data of the upstream is passed on and not billed
    }
    const type = typeof payload.type === 'string' ? payload.type : '';
    if (type === 'error' || payload.error) this.errorMessage ??= String(payload.error?.message ?? 'upstream error');
    if (!type.endsWith('.completed') && !type.endsWith('.done')) return;
    this.hasFinal = true;
    if (type.startsWith('image_')) this.images += 1;
    const usage = readOpenAiUsage(payload.usage);
    if (usage.kind !== 'missing') this.usage = usage;
  }
}

/**
 * Passes audio on: its bytes hold no usage and no end mark. When it breaks off, the connection is cut, so that it does
 * not look whole.
 */
export class AudioFlow implements StreamFlow {
  readonly isDone = false;
  readonly errorMessage = null;
  readonly usage: UsageReading = { kind: 'missing' };

  take(chunk: Buffer): Buffer {
    return chunk;
  }

  end(): Buffer {
    return EMPTY;
  }

  isComplete(): boolean {
    return true;
  }

  closing(): string {
    return '';
  }

  breaking(): null {
    return null;
  }

  generated(): GeneratedText {
    return nothing;
  }
}
