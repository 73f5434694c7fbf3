import {
  chatFormats,
  answerOfEvents,
  type ChatAnswer,
  type ChatEvent,
  type ChatStreamReader,
  type StreamFrame,
  type ChatReading,
  readOpenAiUsage,
  asList,
  asText,
  at,
  isRecord,
  parseJson,
} from '@formats';
import { messageWithCode } from '../../shared/native-error';

/**
 * Reads answers that mostly have the OpenAI shape. Content may be a list, counts of 1 mean that nothing was counted,
 * and callers who ask for details receive named events.
 */
export const FASTGPT_READING: ChatReading = {
  kind: 'chat',
  framing: 'sse',
  readAnswer,
  openReader: () => new FastGptStreamReader(),
  isError: isFastGptError,
};

function isFastGptError(body: unknown): boolean {
  if (!isRecord(body)) return true;
  const { code } = body;
  return Boolean(body.error) || (typeof code === 'number' && code !== 200 && !Array.isArray(body.choices));
}

function readAnswer(body: unknown): ChatAnswer {
  const choices = asList(at(body, 'choices')).map(choice =>
    isRecord(choice) ? { ...choice, message: straightMessage(choice.message) } : choice,
  );
  const answer = chatFormats.openai.readAnswer(isRecord(body) ? { ...body, choices } : body);
  return { ...answer, usage: answerOfEvents(withoutPlaceholder([{ type: 'usage', usage: answer.usage }])).usage };
}

/** Joins a list of texts and thoughts, as flows with several nodes return it. */
function straightMessage(message: unknown): unknown {
  const parts = at(message, 'content');
  if (!isRecord(message) || !Array.isArray(parts)) return message;
  const joined = (type: string): string =>
    asList(parts)
      .filter(part => at(part, 'type') === type)
      .map(part => asText(at(part, type, 'content')) || asText(at(part, type)))
      .join('');
  const reasoning = joined('reasoning');
  return { ...message, content: joined('text'), ...(reasoning !== '' && { reasoning_content: reasoning }) };
}

/** The server writes counts of 1 when it has counted nothing. */
function withoutPlaceholder(events: readonly ChatEvent[]): readonly ChatEvent[] {
  return events.filter(event => {
    if (event.type !== 'usage' || event.usage.kind !== 'reported') return true;
    const { promptTokens, completionTokens } = event.usage.usage;
    return promptTokens > 1 || completionTokens > 1;
  });
}

class FastGptStreamReader implements ChatStreamReader {
  isDone = false;
  private readonly inner = chatFormats.openai.openReader();
  private hasCounts = false;

  read(frame: StreamFrame): readonly ChatEvent[] {
    switch (frame.event) {
      case '':
      case 'message':
      case 'answer':
      case 'fastAnswer':
        return this.readChunk(frame);
      case 'interactive':
        return textEvent(promptOf(parseJson(frame.data)));
      case 'flowResponses':
        return this.readCounts(parseJson(frame.data));
      case 'error':
        return [this.fail(parseJson(frame.data))];
      default:
        return []; // nodes that run, tools that have already run
    }
  }

  end(): readonly ChatEvent[] {
    return withoutPlaceholder(this.inner.end());
  }

  private readChunk(frame: StreamFrame): readonly ChatEvent[] {
    const payload = parseJson(frame.data);
    if (isRecord(payload) && isFastGptError(payload)) return [this.fail(payload)];
    if (isRecord(payload) && !Array.isArray(payload.choices)) return [];
    // Details follow the end mark, but only for callers who asked for them, and their events have names.
    this.isDone ||= frame.data.trim() === '[DONE]' && frame.event !== 'answer';
    return withoutPlaceholder(this.inner.read({ event: '', data: frame.data }));
  }

  /** Adds up the tokens that each node used. */
  private readCounts(nodes: unknown): readonly ChatEvent[] {
    let prompt = 0;
    let completion = 0;
    for (const node of asList(nodes)) {
      prompt += count(at(node, 'inputTokens') ?? at(node, 'tokens'));
      completion += count(at(node, 'outputTokens'));
    }
    this.isDone = true;
    if (this.hasCounts || prompt + completion === 0) return [];
    this.hasCounts = true;
    return [{ type: 'usage', usage: readOpenAiUsage({ prompt_tokens: prompt, completion_tokens: completion }) }];
  }

  private fail(payload: unknown): ChatEvent {
    this.isDone = true;
    const inner = isRecord(at(payload, 'error')) ? at(payload, 'error') : payload;
    const code = asText(at(inner, 'statusText')) || wordOf(at(inner, 'code'));
    const message = messageWithCode({ message: asText(at(inner, 'message')), code }) || 'the application failed';
    return { type: 'error', error: { message, type: 'upstream_error', code: code || null } };
  }
}

function wordOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : asText(value);
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0;
}

function textEvent(text: string): readonly ChatEvent[] {
  return text === '' ? [] : [{ type: 'text', choice: 0, text }];
}

/** The choice that the application offers to the user, as text. */
function promptOf(data: unknown): string {
  const interactive: unknown = at(data, 'interactive') ?? data;
  const parameters = at(interactive, 'params');
  const options = asList(at(parameters, 'userSelectOptions')).map(option => `- ${asText(at(option, 'value'))}`);
  return [asText(at(parameters, 'description')), ...options].filter(line => line !== '').join('\n');
}
