import { eventsOfAnswer } from '../canonical/fold-answer';
import { type AnswerError, type ChatAnswer, type ChatEvent } from '../canonical/chat-answer';
import { type AnswerContext, type ChatStreamWriter } from '../canonical/chat-format';
import { type UsageReading } from '../canonical/usage-reading';
import { type JsonObject } from '../json/read-value';
import { CandidateWriter } from './candidate-writer';
import { writeGeminiUsage } from './usage';

/** Writes a whole GenerateContentResponse. Reasoning is shown only to callers who asked for thoughts. */
export function writeAnswer(answer: ChatAnswer, context: AnswerContext): JsonObject {
  const writer = new ResponseWriter(context);
  const parts = new Map<number, JsonObject[]>();
  for (const event of eventsOfAnswer(answer)) {
    const written = writer.take(event);
    if (!written) continue;
    const known = parts.get(written.index) ?? [];
    for (const part of written.parts) known.push(part);
    parts.set(written.index, known);
  }
  return writer.closing(index => parts.get(index) ?? []);
}

/** Writes a stream of responses, each an event of its own, without event names and without an end mark. */
export class GeminiStreamWriter implements ChatStreamWriter {
  private readonly writer: ResponseWriter;
  private names = '';
  private isOver = false;

  constructor(context: AnswerContext) {
    this.writer = new ResponseWriter(context);
  }

  write(event: ChatEvent): string {
    if (this.isOver) return '';
    if (event.type === 'error') return this.fail({ ...event.error, status: 500 });
    const written = this.writer.take(event);
    if (!written || written.parts.length === 0) return '';
    const { index, parts } = written;
    // All but the parts is the same on every chunk, so it is not serialised again.
    this.names ||= JSON.stringify(this.writer.names()).slice(1);
    const content = `{"role":"model","parts":${JSON.stringify(parts)}}`;
    return `data: {"candidates":[{"content":${content},"index":${index}}],${this.names}\r\n\r\n`;
  }

  end(): string {
    if (this.isOver) return '';
    this.isOver = true;
    return frame(this.writer.closing(() => []));
  }

  fail({ status, message }: AnswerError & { readonly status: number }): string {
    if (this.isOver) return '';
    this.isOver = true;
    return frame({ error: { code: status, message, status: statusName(status) } });
  }
}

function frame(payload: JsonObject): string {
  return `data: ${JSON.stringify(payload)}\r\n\r\n`;
}

/** The part that whole answers and streams share: names, candidates, usage. */
class ResponseWriter {
  private id = '';
  private usage: UsageReading = { kind: 'missing' };
  private readonly candidates = new Map<number, CandidateWriter>();

  constructor(private readonly context: AnswerContext) {}

  /** @returns the parts that an event adds to its candidate; null for an event that belongs to no candidate */
  take(event: ChatEvent): { readonly index: number; readonly parts: readonly JsonObject[] } | null {
    switch (event.type) {
      case 'start':
        this.id ||= event.id;
        return null;
      case 'usage':
        this.usage = event.usage;
        return null;
      case 'error':
        return null;
      default:
        return { index: event.choice, parts: this.candidateAt(event.choice).add(event) };
    }
  }

  names(): JsonObject {
    this.id ||= this.context.newId('');
    return { modelVersion: this.context.model, responseId: this.id };
  }

  /**
   * The response that ends the answer.
   *
   * @param before parts that were not sent on their own
   */
  closing(before: (index: number) => readonly JsonObject[]): JsonObject {
    if (this.candidates.size === 0) this.candidateAt(0);
    const ordered = [...this.candidates.values()].sort((first, second) => first.index - second.index);
    const candidates = ordered.map(candidate => {
      const parts = [...before(candidate.index), ...candidate.rest()];
      const content = { role: 'model', parts: parts.length > 0 ? parts : [{ text: '' }] };
      return { content, ...candidate.closing() };
    });
    const usage = this.usage.kind === 'reported' ? { usageMetadata: writeGeminiUsage(this.usage.usage) } : {};
    return { candidates, ...usage, ...this.names() };
  }

  private candidateAt(index: number): CandidateWriter {
    let candidate = this.candidates.get(index);
    if (!candidate) {
      candidate = new CandidateWriter(index, this.context.call.settings.reasoning?.isShown === true);
      this.candidates.set(index, candidate);
    }
    return candidate;
  }
}

/**
 * The provider's error status for an HTTP status; source: the error model of Google's APIs (google.rpc.Code), read
 * 2026-08.
 */
function statusName(status: number): string {
  switch (status) {
    case 401:
      return 'UNAUTHENTICATED';
    case 402:
    case 403:
      return 'PERMISSION_DENIED';
    case 404:
      return 'NOT_FOUND';
    case 429:
      return 'RESOURCE_EXHAUSTED';
    case 499:
      return 'CANCELLED';
    case 502:
    case 503:
    case 529:
      return 'UNAVAILABLE';
    case 504:
      return 'DEADLINE_EXCEEDED';
    default:
      return status >= 400 && status < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL';
  }
}
