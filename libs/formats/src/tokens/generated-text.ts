import { type UnknownRecord, asList, asRecord, asText, at, isRecord } from '../json/read-value';

/** The text that a model generated, for counting when the provider reported no usage. */
export interface GeneratedText {
  /** The text of all choices in a row: reasoning, content, refusals, transcripts, tool names and arguments. */
  readonly text: string;
  readonly toolCalls: number;
}

interface OpenToolCall {
  id: string;
  hasName: boolean;
}

/**
 * Collects the text of one answer from the parsed JSON answer, or from every parsed chunk of a stream. Accepts all the
 * shapes that compatible providers send (missing delta, null fields, content in parts, arguments as object, names and
 * ids repeated or empty) and skips unknown ones.
 */
export class GeneratedTextCollector {
  private readonly pieces: string[] = [];
  private readonly openCalls = new Map<string, OpenToolCall>();
  private toolCallCount = 0;

  /** @param answer a chat completion, a chat chunk or a legacy completion, as parsed */
  add(answer: unknown): void {
    asList(at(answer, 'choices')).forEach((choice, position) => {
      const record = asRecord(choice);
      if (!record) return;
      const key = String(typeof record.index === 'number' ? record.index : position);
      this.push(record.text);
      this.addMessage(asRecord(record.message) ?? asRecord(record.delta), key);
    });
  }

  result(): GeneratedText {
    return { text: this.pieces.join(''), toolCalls: this.toolCallCount };
  }

  private addMessage(message: UnknownRecord | null, choiceKey: string): void {
    if (!message) return;
    // A few providers send the same reasoning under both names, so only one is counted.
    this.push(message.reasoning_content ?? message.reasoning);
    this.addContent(message.content);
    this.push(message.refusal);
    this.push(at(message, 'audio', 'transcript'));
    asList(message.tool_calls).forEach((call, position) => this.addToolCall(call, choiceKey, position));
    if (isRecord(message.function_call)) this.addToolCall({ function: message.function_call }, choiceKey, -1);
  }

  /** Reads plain text, or parts: `text`, and Mistral's `thinking` with parts of its own (at most two levels). */
  private addContent(content: unknown): void {
    this.push(content);
    for (const part of asList(content)) {
      this.push(at(part, 'text'));
      const thinking = at(part, 'thinking');
      this.push(thinking);
      for (const inner of asList(thinking)) this.push(at(inner, 'text'));
    }
  }

  private addToolCall(call: unknown, choiceKey: string, position: number): void {
    if (!isRecord(call)) return;
    const body = asRecord(call.function) ?? asRecord(call.custom);
    const index = typeof call.index === 'number' ? call.index : position;
    const open = this.openCall(`${choiceKey}:${index}`, asText(call.id));
    const name = asText(body?.name);
    if (name !== '' && !open.hasName) {
      open.hasName = true;
      this.push(name);
    }
    const given = body?.arguments ?? body?.input;
    this.push(isRecord(given) ? JSON.stringify(given) : given);
  }

  /** A place with another non-empty id is another call; an empty id continues the call before. */
  private openCall(key: string, id: string): OpenToolCall {
    const known = this.openCalls.get(key);
    if (known && (id === '' || known.id === '' || known.id === id)) {
      known.id ||= id;
      return known;
    }
    const opened: OpenToolCall = { id, hasName: false };
    this.openCalls.set(key, opened);
    this.toolCallCount += 1;
    return opened;
  }

  private push(value: unknown): void {
    if (typeof value === 'string' && value !== '') this.pieces.push(value);
  }
}

/** The text of one whole answer. */
export function generatedTextOf(answer: unknown): GeneratedText {
  const collector = new GeneratedTextCollector();
  collector.add(answer);
  return collector.result();
}
