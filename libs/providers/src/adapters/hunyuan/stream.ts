import {
  type FinishReason,
  type ChatStreamReader,
  type StreamFrame,
  type ChatEvent,
  parseJson,
  at,
  isJsonObject,
  asText,
  asList,
  errorIn,
  type AnswerError,
  type UsageReading,
  readOpenAiUsage,
} from '@formats';
import { textEvents } from '../../shared/answer-events';
import { hunyuanError } from './errors';
import { StopTrimmer } from './stop-trimmer';

const FINISHES: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'toolCalls',
  sensitive: 'contentFilter',
};

export class HunyuanStreamReader implements ChatStreamReader {
  isDone = false;
  private hasStarted = false;
  private readonly trimmer: StopTrimmer;
  /** Maps the provider's index of each call to ours. */
  private readonly calls = new Map<unknown, number>();
  private readonly cited = new Set<string>();

  constructor(stops: readonly string[]) {
    this.trimmer = new StopTrimmer(stops);
  }

  read(frame: StreamFrame): readonly ChatEvent[] {
    return this.readPayload(parseJson(frame.data));
  }

  end(): readonly ChatEvent[] {
    return textEvents(this.trimmer.end(false).text);
  }

  readPayload(payload: unknown): readonly ChatEvent[] {
    const answer = at(payload, 'Response') ?? payload;
    if (!isJsonObject(answer)) return [];
    const failure = isJsonObject(answer.Error) ? answer.Error : answer.ErrorMsg;
    const events: ChatEvent[] = [];
    if (!this.hasStarted && !isJsonObject(answer.Error)) {
      this.hasStarted = true;
      events.push({ type: 'start', id: asText(answer.Id), model: '' });
    }
    const choice = asList(answer.Choices)[0];
    if (isJsonObject(choice)) events.push(...this.readPiece(at(choice, 'Delta') ?? at(choice, 'Message')));
    if (isJsonObject(failure)) return [...events, this.fail(hunyuanError(failure))];
    const proxyError = errorIn(answer);
    if (proxyError) return [...events, this.fail(proxyError)];
    const finish = asText(at(choice, 'FinishReason'));
    const isModerated = asText(answer.ModerationLevel) !== '';
    if (finish !== '') events.push(...this.readEnd(isModerated ? 'sensitive' : finish, answer));
    if (isJsonObject(answer.Usage)) events.push({ type: 'usage', usage: hunyuanUsage(answer.Usage) });
    return events;
  }

  private readPiece(piece: unknown): readonly ChatEvent[] {
    const events: ChatEvent[] = [];
    const reasoning = asText(at(piece, 'ReasoningContent'));
    if (reasoning !== '') events.push({ type: 'reasoning', choice: 0, text: reasoning });
    events.push(...textEvents(this.trimmer.take(asText(at(piece, 'Content')))));
    for (const made of asList(at(piece, 'ToolCalls'))) events.push(...this.readCall(made));
    return events;
  }

  /** A call begins with its id and name; its arguments arrive in pieces. */
  private readCall(made: unknown): readonly ChatEvent[] {
    // Text that is still kept back belongs before the call, so it is emitted first.
    const events: ChatEvent[] = [...textEvents(this.trimmer.end(false).text)];
    const name = asText(at(made, 'Function', 'Name'));
    const id = asText(at(made, 'Id'));
    const index = at(made, 'Index') ?? id;
    let call = this.calls.get(index);
    if (call === undefined) {
      if (name === '') return events;
      call = this.calls.size;
      this.calls.set(index, call);
      events.push({ type: 'toolCall', choice: 0, call, id, name, kind: 'function' });
    }
    const text = asText(at(made, 'Function', 'Arguments'));
    if (text !== '') events.push({ type: 'toolArguments', choice: 0, call, text });
    return events;
  }

  private readEnd(word: string, answer: unknown): readonly ChatEvent[] {
    this.isDone = true;
    const { text, stop } = this.trimmer.end(word === 'stop');
    const citations = asList(at(answer, 'SearchInfo', 'SearchResults')).flatMap(result => this.readSource(result));
    const reason = Object.hasOwn(FINISHES, word) ? (FINISHES[word] ?? 'unknown') : 'unknown';
    const stopSequence = stop === undefined ? {} : { stopSequence: stop };
    return [...textEvents(text), ...citations, { type: 'finish', choice: 0, reason, ...stopSequence }];
  }

  private readSource(result: unknown): readonly ChatEvent[] {
    const url = asText(at(result, 'Url'));
    if (url === '' || this.cited.has(url)) return [];
    this.cited.add(url);
    return [{ type: 'citation', choice: 0, citation: { url, title: asText(at(result, 'Title')) || url } }];
  }

  private fail(error: AnswerError): ChatEvent {
    this.isDone = true;
    return { type: 'error', error };
  }
}

function hunyuanUsage(usage: unknown): UsageReading {
  return readOpenAiUsage({
    prompt_tokens: at(usage, 'PromptTokens'),
    completion_tokens: at(usage, 'CompletionTokens'),
    total_tokens: at(usage, 'TotalTokens'),
  });
}
