import { eventsOfAnswer } from '../canonical/fold-answer';
import { type ChatAnswer, type ChatEvent } from '../canonical/chat-answer';
import { type AnswerContext, type ChatStreamWriter } from '../canonical/chat-format';
import { type JsonObject } from '../json/read-value';
import { ResponseBuilder } from './response-builder';

/** Writes a whole answer as a response object, the same that ends its stream. */
export function writeAnswer(answer: ChatAnswer, context: AnswerContext): JsonObject {
  const builder = new ResponseBuilder(context, () => undefined);
  for (const event of eventsOfAnswer(answer)) builder.add(event);
  return builder.finish();
}

/**
 * Writes typed events with a sequence number each; the format has no end mark besides them. Source: 'Streaming events'
 * of the Responses API.
 */
export function openWriter(context: AnswerContext): ChatStreamWriter {
  return new ResponsesWriter(context);
}

class ResponsesWriter implements ChatStreamWriter {
  private sequence = 0;
  private pending = '';
  private isOver = false;
  private readonly builder: ResponseBuilder;

  constructor(context: AnswerContext) {
    this.builder = new ResponseBuilder(context, (type, fields) => {
      // The text is put together directly, because copying the fields of every event would cost more than writing them.
      const written = typeof fields === 'string' ? fields : JSON.stringify(fields).slice(1, -1);
      this.pending += `event: ${type}\ndata: {"type":"${type}",${written},"sequence_number":${this.sequence}}\n\n`;
      this.sequence += 1;
    });
  }

  write(event: ChatEvent): string {
    if (this.isOver) return '';
    if (event.type === 'error') return this.fail({ ...event.error });
    this.builder.add(event);
    return this.take();
  }

  end(): string {
    if (this.isOver) return '';
    this.isOver = true;
    this.builder.finish();
    return this.take();
  }

  fail(error: Parameters<ResponseBuilder['fail']>[0]): string {
    if (this.isOver) return '';
    this.isOver = true;
    this.builder.fail(error);
    return this.take();
  }

  private take(): string {
    const text = this.pending;
    this.pending = '';
    return text;
  }
}
