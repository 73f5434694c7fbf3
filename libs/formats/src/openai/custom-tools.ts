import { type ChatCall, type CustomTool, type FunctionTool } from '../canonical/chat';
import { type ChatAnswer, type ChatEvent } from '../canonical/chat-answer';
import { type ChatStreamReader } from '../canonical/chat-format';
import { type ChatReading } from '../canonical/chat-reading';
import { asText, at, parseJson } from '../json/read-value';

/** The only parameter of the function that stands for a free-text tool at providers without such tools. */
const PARAMETER = 'input';

/** Turns a free-text tool into a function with one text parameter; a grammar goes into the description. */
export function functionOfCustom({ name, description, format }: CustomTool): Omit<FunctionTool, 'type'> {
  const definition = asText(at(format, 'definition'));
  const grammar = definition && `The input must match this ${asText(at(format, 'syntax'))} grammar:\n${definition}`;
  const text = [description ?? '', grammar].filter(part => part !== '').join('\n\n');
  const parameters = { type: 'object', properties: { [PARAMETER]: { type: 'string' } }, required: [PARAMETER] };
  return { name, ...(text !== '' && { description: text }), parameters };
}

/** Wraps free text as the arguments of such a function. */
export function argumentsOfText(text: string): string {
  return JSON.stringify({ [PARAMETER]: text });
}

/** Unwraps the free text from such arguments; arguments of another shape are returned unchanged. */
function textOfArguments(written: string): string {
  const text = at(parseJson(written), PARAMETER);
  return typeof text === 'string' ? text : written;
}

/** Names of the tools that take free text. */
export function customNames({ tools }: ChatCall): ReadonlySet<string> {
  return new Set(tools.flatMap(tool => (tool.type === 'custom' ? [tool.name] : [])));
}

/**
 * Wraps the reading of an answer: calls of functions that stand for free-text tools become calls of those tools again.
 *
 * @param names of the free-text tools
 */
export function withFreeText(reading: ChatReading, names: ReadonlySet<string>): ChatReading {
  return {
    ...reading,
    readAnswer: body => withFreeTextCalls(reading.readAnswer(body), names),
    openReader: () => new FreeTextReader(reading.openReader(), names),
  };
}

/** Turns calls of functions that stand for free-text tools into calls of those tools again. */
export function withFreeTextCalls(answer: ChatAnswer, names: ReadonlySet<string>): ChatAnswer {
  const choices = answer.choices.map(choice => ({
    ...choice,
    blocks: choice.blocks.map(block =>
      block.type === 'toolCall' && names.has(block.name)
        ? { ...block, kind: 'custom' as const, arguments: textOfArguments(block.arguments) }
        : block,
    ),
  }));
  return { ...answer, choices };
}

/**
 * Does for a stream what {@link withFreeTextCalls} does for a whole answer; the text of such a call is known only when
 * its arguments are complete.
 */
export class FreeTextReader implements ChatStreamReader {
  /** Arguments so far, by choice and call. */
  private readonly open = new Map<string, { readonly choice: number; readonly call: number; written: string }>();

  constructor(
    private readonly inner: ChatStreamReader,
    private readonly names: ReadonlySet<string>,
  ) {}

  get isDone(): boolean {
    return this.inner.isDone;
  }

  read(frame: Parameters<ChatStreamReader['read']>[0]): readonly ChatEvent[] {
    return this.inner.read(frame).flatMap(event => this.pass(event));
  }

  end(): readonly ChatEvent[] {
    return [...this.inner.end().flatMap(event => this.pass(event)), ...this.close()];
  }

  private pass(event: ChatEvent): readonly ChatEvent[] {
    switch (event.type) {
      case 'toolCall': {
        if (!this.names.has(event.name)) return [event];
        const { choice, call } = event;
        this.open.set(`${choice}:${call}`, { choice, call, written: '' });
        return [{ ...event, kind: 'custom' }];
      }
      case 'toolArguments': {
        const call = this.open.get(`${event.choice}:${event.call}`);
        if (!call) return [event];
        call.written += event.text;
        return [];
      }
      case 'finish':
        return [...this.close(event.choice), event];
      default:
        return [event];
    }
  }

  private close(choice?: number): readonly ChatEvent[] {
    const closed = [...this.open].filter(([, call]) => choice === undefined || call.choice === choice);
    for (const [key] of closed) this.open.delete(key);
    return closed.map(([, { written, ...place }]) => ({
      type: 'toolArguments',
      ...place,
      text: textOfArguments(written),
    }));
  }
}
