import { type EarlyEnd, type GeneratedText, type UsageReading } from '@formats';
import { SSE_DONE, SseParser, writeSse } from '@kernel';
import { type UsageBuckets } from '@contracts';
import { type CallerError } from '../dialect/caller-error';
import { type StreamFlow } from '../stream/stream-flow';
import { CompletionFilter } from './completion-filter';
import { MaskedText } from './masked-text';
import { type FilterSettings } from './choice-filter';

type Json = Record<string, unknown>;

/** Filters legacy completions, which are not chats and so have their own filter for the `text` of their choices. */
export class FilteredCompletions implements StreamFlow {
  private readonly parser = new SseParser();
  private readonly filter: CompletionFilter;
  /** The last chunk of each choice, in whose form the rest of its text is sent. */
  private readonly lastChunks = new Map<number, Json>();
  private isClosed = false;

  constructor(
    private readonly inner: StreamFlow,
    settings: FilterSettings,
    choiceCount = 1,
  ) {
    this.filter = new CompletionFilter(settings, choiceCount);
  }

  /** Whether every choice was ended at a word. */
  get isOver(): boolean {
    return this.filter.isOver;
  }

  get isDone(): boolean {
    return this.inner.isDone || this.isOver;
  }

  get errorMessage(): string | null {
    return this.inner.errorMessage;
  }

  get usage(): UsageReading {
    return this.inner.usage;
  }

  take(chunk: Buffer): string {
    return this.passAll(this.parser.push(Buffer.from(this.inner.take(chunk))));
  }

  end(): string {
    const rest = this.passAll(this.parser.push(Buffer.from(this.inner.end())));
    return rest + this.passAll(this.parser.end());
  }

  isComplete(): boolean {
    return this.isOver || this.inner.isComplete();
  }

  lacksUsage(): boolean {
    return this.inner.lacksUsage?.() ?? false;
  }

  reportUsage(usage: UsageBuckets): void {
    this.inner.reportUsage?.(usage);
  }

  closing(): string {
    if (this.isClosed) return '';
    // The inner flow may still hold the end mark while it waits for usage that was counted here.
    return this.rest() + (this.inner.closing() || SSE_DONE);
  }

  endEarly(end: EarlyEnd): string {
    return this.rest() + (this.inner.endEarly?.(end) ?? '');
  }

  breaking(error: CallerError, requestId: string): string {
    return this.rest() + (this.inner.breaking(error, requestId) ?? '');
  }

  generated(): GeneratedText {
    return this.inner.generated();
  }

  private passAll(events: Iterable<{ readonly data: string }>): string {
    let written = '';
    for (const { data } of events) written += this.pass(data);
    return written;
  }

  private pass(data: string): string {
    if (data === '[DONE]') {
      const rest = this.rest();
      this.isClosed = true;
      return rest + SSE_DONE;
    }
    const chunk = objectIn(data);
    const choices = chunk && choicesOf(chunk);
    if (!chunk || !choices || choices.length === 0) return writeSse(data);
    const shown = choices.flatMap(choice => this.shownChoice(chunk, choice));
    return shown.length === 0 ? '' : writeSse(JSON.stringify({ ...chunk, choices: shown }));
  }

  private shownChoice(chunk: Json, choice: Json): readonly Json[] {
    const index = typeof choice.index === 'number' ? choice.index : 0;
    const text = typeof choice.text === 'string' ? choice.text : '';
    this.lastChunks.set(index, chunk);
    const events = [...this.filter.pass({ type: 'text', choice: index, text })];
    const isFinished = typeof choice.finish_reason === 'string';
    if (isFinished) events.push(...this.filter.pass({ type: 'finish', choice: index, reason: 'stop' }));
    const finish = events.find(event => event.type === 'finish');
    const piece = events.map(event => (event.type === 'text' ? event.text : '')).join('');
    if (piece === '' && !finish) return [];
    const reason = finish?.type === 'finish' && finish.reason === 'contentFilter' ? 'content_filter' : null;
    // Log probabilities name their tokens, so a changed text is sent without them.
    const logprobs = piece === text ? choice.logprobs : null;
    return [{ ...choice, text: piece, logprobs: logprobs ?? null, ...(reason && { finish_reason: reason }) }];
  }

  /** Returns the text that was still held back when no more events follow. */
  private rest(): string {
    let written = '';
    for (const event of this.filter.end()) {
      const chunk = event.type === 'text' ? this.lastChunks.get(event.choice) : undefined;
      if (event.type !== 'text' || !chunk) continue;
      const choice = { text: event.text, index: event.choice, logprobs: null, finish_reason: null };
      written += writeSse(JSON.stringify({ ...chunk, choices: [choice] }));
    }
    return written;
  }
}

/**
 * Filters a whole answer of legacy completions: hides its words, or ends it at the first one. Returns the same bytes
 * when it holds none.
 */
export function filterCompletionBody(body: Buffer, settings: FilterSettings): Buffer {
  const answer = objectIn(body.toString('utf8'));
  const choices = answer && choicesOf(answer);
  if (!answer || !choices) return body;
  const shown = choices.map(choice => filteredChoice(choice, settings));
  return shown.every((choice, at) => choice === choices[at])
    ? body
    : Buffer.from(JSON.stringify({ ...answer, choices: shown }));
}

function filteredChoice(choice: Json, { words, isStopping }: FilterSettings): Json {
  const { text } = choice;
  if (typeof text !== 'string') return choice;
  const masked = new MaskedText(words, { isJson: false });
  const hit = masked.push(text) ?? masked.flush();
  if (!hit) return choice;
  if (!isStopping) {
    masked.flush();
    return { ...choice, text: masked.show(text, 0, text.length), logprobs: null };
  }
  return { ...choice, text: text.slice(0, hit.from), logprobs: null, finish_reason: 'content_filter' };
}

function objectIn(text: string): Json | null {
  if (!text.trimStart().startsWith('{')) return null;
  try {
    return JSON.parse(text) as Json; // the text begins with a brace, so the value is an object
  } catch {
    return null; // text that is not JSON holds nothing to filter
  }
}

function choicesOf({ choices }: Json): readonly Json[] | null {
  const isList = Array.isArray(choices) && choices.every(choice => typeof choice === 'object' && choice !== null);
  return isList ? (choices as Json[]) : null; // `isList` has checked the type
}
