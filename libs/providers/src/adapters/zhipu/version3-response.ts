import {
  type ChatAnswer,
  type ChatEvent,
  type ChatStreamReader,
  type StreamFrame,
  type ChatReading,
  readOpenAiUsage,
  asList,
  asText,
  at,
  parseJson,
} from '@formats';
import { zhipuError } from '../zhipu-v4/errors';

/**
 * Reads answers of version 3; source: the provider's manual of version 3, read 2026-08. A stream looks like server-sent
 * events, but a blank after `data:` belongs to the text and usage stands in a field `meta`, so it is read by lines.
 */
export const version3Reading: ChatReading = {
  kind: 'chat',
  framing: 'lines',
  readAnswer,
  openReader: () => new Version3Reader(),
  isError: body => zhipuError(body) !== null,
  hasNamedExtraFields: true,
};

function readAnswer(body: unknown): ChatAnswer {
  const data = at(body, 'data');
  const texts = asList(at(data, 'choices')).map(choice => unquoted(asText(at(choice, 'content'))));
  return {
    id: asText(at(data, 'task_id')),
    model: '',
    choices: texts.map((text, index) => ({
      index,
      blocks: text === '' ? [] : [{ type: 'text', text }],
      finish: 'stop',
    })),
    usage: readOpenAiUsage(at(data, 'usage')),
  };
}

/** A whole answer is often a JSON text with a blank before its first word. */
function unquoted(content: string): string {
  if (content.length < 2 || !content.startsWith('"') || !content.endsWith('"')) return content;
  const parsed = parseJson(content);
  const text = typeof parsed === 'string' ? parsed : content.slice(1, -1);
  return text.replace(/^ /, '');
}

/** Reads one line per frame. An event ends at an empty line, or where the next event begins. */
class Version3Reader implements ChatStreamReader {
  isDone = false;
  private hasStarted = false;
  private hasEnded = false;
  private event = '';
  private id = '';
  private data: string[] = [];
  private meta = '';

  read({ data: line }: StreamFrame): readonly ChatEvent[] {
    if (line === '') return this.flush();
    const colon = line.indexOf(':');
    const value = line.slice(colon + 1);
    switch (line.slice(0, colon)) {
      case 'event': {
        const before = this.flush();
        this.event = value.trim();
        return before;
      }
      case 'id':
        this.id = value.trim();
        return [];
      case 'data':
        this.data.push(value);
        return [];
      case 'meta':
        this.meta = value;
        return [];
      default:
        // Some servers respond to a stream request with one JSON text.
        return line.startsWith('{') ? this.wholeAnswer(line) : [];
    }
  }

  end(): readonly ChatEvent[] {
    return this.flush();
  }

  private flush(): readonly ChatEvent[] {
    const { event, meta } = this;
    const text = this.data.join('\n');
    this.event = '';
    this.data = [];
    this.meta = '';
    if (event === '' || this.hasEnded) return [];
    switch (event) {
      case 'add':
        return text === '' ? [] : [...this.started(), { type: 'text', choice: 0, text }];
      case 'finish':
        return this.ended('stop', meta);
      case 'interrupted':
        return this.ended('contentFilter', meta);
      case 'error':
        return [this.failed(text)];
      default:
        return [];
    }
  }

  private started(): readonly ChatEvent[] {
    if (this.hasStarted) return [];
    this.hasStarted = true;
    return [{ type: 'start', id: this.id, model: '' }];
  }

  private ended(reason: 'stop' | 'contentFilter', meta: string): readonly ChatEvent[] {
    this.hasEnded = true;
    this.isDone = true;
    const usage = readOpenAiUsage(at(parseJson(meta), 'usage'));
    const counted: readonly ChatEvent[] = usage.kind === 'missing' ? [] : [{ type: 'usage', usage }];
    return [...this.started(), { type: 'finish', choice: 0, reason }, ...counted];
  }

  private failed(text: string): ChatEvent {
    this.hasEnded = true;
    const error = zhipuError(parseJson(text)) ?? { message: text, code: '' };
    const message = error.message || 'the upstream reported an error';
    return { type: 'error', error: { message, type: 'upstream_error', code: error.code || null } };
  }

  private wholeAnswer(line: string): readonly ChatEvent[] {
    const body = parseJson(line);
    return zhipuError(body) && !this.hasEnded ? [this.failed(line)] : [];
  }
}
