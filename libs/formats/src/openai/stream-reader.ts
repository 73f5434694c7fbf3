import { type ChatEvent } from '../canonical/chat-answer';
import { type ChatStreamReader, type StreamFrame } from '../canonical/chat-format';
import { findUsage, readOpenAiUsage } from './openai-usage';
import { placeOf } from './chunk-fields';
import { type JsonObject, asList, asRecord, asText, at, isJsonObject, parseJson } from '../json/read-value';
import { RepeatedJson } from '../json/repeated-json';
import { CallTracker } from './call-tracker';
import { readSources } from './citations';
import { type Said, saidIn } from './delta-events';
import { type OpenAiDialect, PLAIN_DIALECT } from './dialect';
import { readFinish } from './finish';
import { errorIn } from './read-error';
import { ThinkTags } from './think-tags';

export const END_MARK = '[DONE]';

interface OpenChoice {
  readonly index: number;
  readonly calls: CallTracker;
  readonly tags: ThinkTags | null;
  hasText: boolean;
  hasCitations: boolean;
  isFinished: boolean;
}

/**
 * Reads chat completion chunks. Source: 'Streaming' of OpenAI's API reference; the differences of compatible providers
 * are known from their recorded responses.
 */
export class OpenAiStreamReader implements ChatStreamReader {
  isDone = false;
  private isStarted = false;
  private readonly choices = new Map<number, OpenChoice>();
  private sources: ReturnType<typeof readSources> = [];
  private usageText = '';
  private readonly repeated = new RepeatedJson();
  /** The choice whose text is the only thing new in a repeated chunk. */
  private speaking: OpenChoice | null = null;

  constructor(private readonly dialect: OpenAiDialect = PLAIN_DIALECT) {}

  read(frame: StreamFrame): readonly ChatEvent[] {
    const data = frame.data.trim();
    const text = this.repeated.textIn(data);
    if (text !== null) return this.sayMore(text);
    if (data === END_MARK) {
      this.isDone = true;
      return [];
    }
    const chunk = parseJson(data);
    const events = this.readBody(chunk);
    this.remember(data, chunk, events);
    return events;
  }

  /** Reads a chunk that repeats the one before it but for its text. */
  private sayMore(text: string): readonly ChatEvent[] {
    const events: ChatEvent[] = [];
    if (this.speaking && text !== '') this.tell({ type: 'text', text }, this.speaking, events);
    return events;
  }

  /** A chunk that gave a text and nothing else, and changed nothing besides, gives the same again when it is repeated. */
  private remember(data: string, chunk: unknown, [event, ...others]: readonly ChatEvent[]): void {
    const delta = at(chunk, 'choices', 0, 'delta');
    const isText = event?.type === 'text' && others.length === 0 && event.text === at(delta, 'content');
    const isAlone = at(chunk, 'choices', 1) === undefined && !at(delta, 'tool_calls') && !at(delta, 'function_call');
    this.speaking = isText && isAlone ? this.choiceAt(event.choice) : null;
    if (this.speaking) this.repeated.learn(data, 'content');
    else this.repeated.forget();
  }

  /** @param chunk one chunk, or a whole answer, as parsed */
  readBody(chunk: unknown): readonly ChatEvent[] {
    if (!isJsonObject(chunk)) return [];
    const error = errorIn(chunk);
    if (!error) return this.readChunk(chunk);
    // Some providers name the error beside the finish reason of what they have generated so far.
    const said = asList(chunk.choices).length > 0 ? this.readChunk(chunk) : [];
    return [{ type: 'error', error }, ...said];
  }

  end(): readonly ChatEvent[] {
    return [...this.choices.values()].flatMap(choice => [...this.flush(choice), ...this.cite(choice)]);
  }

  private readChunk(chunk: JsonObject): readonly ChatEvent[] {
    const sources = readSources(chunk);
    if (sources.length > 0) this.sources = sources;
    const events: ChatEvent[] = [];
    for (const [position, choice] of asList(chunk.choices).entries()) {
      if (isJsonObject(choice)) this.readChoice(choice, position, events);
    }
    const start = this.started(chunk, events.length > 0);
    if (start) events.unshift(start);
    const usage = this.usageIn(chunk);
    if (usage) events.push(usage);
    return events;
  }

  /**
   * The first chunk of some providers has neither id nor model; then the start event waits until another event needs
   * it.
   */
  private started(chunk: JsonObject, isUrgent: boolean): ChatEvent | null {
    if (this.isStarted) return null;
    const id = asText(chunk.id);
    if (id === '' && !isUrgent) return null;
    this.isStarted = true;
    return { type: 'start', id, model: asText(chunk.model) };
  }

  private usageIn(chunk: JsonObject): ChatEvent | null {
    const found = findUsage(chunk);
    if (!found) return null;
    const text = JSON.stringify(found);
    if (text === this.usageText) return null;
    this.usageText = text;
    return { type: 'usage', usage: readOpenAiUsage(found) };
  }

  /** Adds the events to a list that is passed in, because this runs for every piece of every stream. */
  private readChoice(record: JsonObject, position: number, events: ChatEvent[]): void {
    const choice = this.choiceAt(placeOf(record, position));
    const delta = asRecord(record.delta) ?? asRecord(record.message) ?? { content: record.text };
    for (const said of saidIn(delta, choice.index)) this.tell(said, choice, events);
    for (const [place, part] of asList(delta.tool_calls).entries()) {
      for (const event of choice.calls.add(part, place)) events.push(event);
    }
    const legacy = asRecord(delta.function_call);
    if (legacy) events.push(...choice.calls.add({ index: -1, function: legacy }, -1));
    const logprobs = asRecord(record.logprobs);
    if (logprobs && asList(logprobs.content).length > 0) {
      events.push({ type: 'logprobs', choice: choice.index, logprobs });
    }
    this.finish(record.finish_reason, choice, events);
  }

  private tell(said: Said, choice: OpenChoice, events: ChatEvent[]): void {
    if (said.type === 'citation') choice.hasCitations = true;
    if ('choice' in said) {
      events.push(said);
      return;
    }
    const pieces = said.type === 'text' && choice.tags ? choice.tags.add(said.text) : [said];
    for (const { type, text } of pieces) {
      if (type === 'text') choice.hasText = true;
      events.push({ type, choice: choice.index, text });
    }
  }

  private finish(given: unknown, choice: OpenChoice, events: ChatEvent[]): void {
    if (choice.isFinished) return;
    const reason = readFinish(given, !choice.calls.isEmpty, this.dialect.finishReasons);
    if (reason === null) return;
    choice.isFinished = true;
    // The events are pushed one by one: an answer may yield a list of any length, and arguments of a function call are
    // limited in number.
    for (const event of [...this.flush(choice), ...this.cite(choice)]) events.push(event);
    events.push({ type: 'finish', choice: choice.index, reason });
  }

  private flush(choice: OpenChoice): readonly ChatEvent[] {
    const rest = choice.tags?.end() ?? [];
    return [...rest.map(piece => ({ ...piece, choice: choice.index })), ...choice.calls.end()];
  }

  /** Sources of the whole answer are given once, after its text; annotations are more precise and take precedence. */
  private cite(choice: OpenChoice): readonly ChatEvent[] {
    if (choice.hasCitations || !choice.hasText) return [];
    choice.hasCitations = true;
    return this.sources.map(citation => ({ type: 'citation', choice: choice.index, citation }));
  }

  private choiceAt(index: number): OpenChoice {
    let choice = this.choices.get(index);
    if (!choice) {
      choice = {
        index,
        calls: new CallTracker(index),
        tags: this.dialect.readsThinkTags ? new ThinkTags() : null,
        hasText: false,
        hasCitations: false,
        isFinished: false,
      };
      this.choices.set(index, choice);
    }
    return choice;
  }
}
