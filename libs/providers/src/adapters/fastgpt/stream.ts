import {
  type ChatEvent,
  type ChatStreamReader,
  chatFormats,
  type StreamFrame,
  parseJson,
  isJsonObject,
  asList,
  at,
  readOpenAiUsage,
  asText,
} from '@formats';
import { textEvents } from '../../shared/answer-events';
import { messageWithCode } from '../../shared/native-error';
import { isFastGptError } from './errors';

/** The server writes counts of 1 when it has counted nothing. */
export function withoutPlaceholder(events: readonly ChatEvent[]): readonly ChatEvent[] {
  return events.filter(event => {
    if (event.type !== 'usage' || event.usage.kind !== 'reported') return true;
    const { promptTokens, completionTokens } = event.usage.usage;
    return promptTokens > 1 || completionTokens > 1;
  });
}

export class FastGptStreamReader implements ChatStreamReader {
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
        return textEvents(promptOf(parseJson(frame.data)));
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
    if (isJsonObject(payload) && isFastGptError(payload)) return [this.fail(payload)];
    if (isJsonObject(payload) && !Array.isArray(payload.choices)) return [];
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
    const inner = isJsonObject(at(payload, 'error')) ? at(payload, 'error') : payload;
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

/** The choice that the application offers to the user, as text. */
function promptOf(data: unknown): string {
  const interactive: unknown = at(data, 'interactive') ?? data;
  const parameters = at(interactive, 'params');
  const options = asList(at(parameters, 'userSelectOptions')).map(option => `- ${asText(at(option, 'value'))}`);
  return [asText(at(parameters, 'description')), ...options].filter(line => line !== '').join('\n');
}
