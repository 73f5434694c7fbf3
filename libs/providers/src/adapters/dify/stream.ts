import {
  type ChatEvent,
  type ChatStreamReader,
  type StreamFrame,
  parseJson,
  isJsonObject,
  asText,
  at,
  errorIn,
  readOpenAiUsage,
  findUsage,
  type AnswerError,
} from '@formats';
import { messageWithCode } from '../../shared/native-error';
import { type DifyApp } from './request';

const NOTHING: readonly ChatEvent[] = [];

/** Reads the events of an application's stream; `event` inside the data is the name that is used. */
export class DifyStreamReader implements ChatStreamReader {
  isDone = false;
  private hasStarted = false;
  private text = '';

  constructor(private readonly app: DifyApp) {}

  read(frame: StreamFrame): readonly ChatEvent[] {
    const data = parseJson(frame.data);
    if (!isJsonObject(data) || this.isDone) return NOTHING;
    return [...this.readStart(data), ...this.readEvent(data)];
  }

  end(): readonly ChatEvent[] {
    return NOTHING;
  }

  private readStart(data: unknown): readonly ChatEvent[] {
    const id = asText(at(data, 'message_id')) || asText(at(data, 'workflow_run_id'));
    if (this.hasStarted || id === '') return NOTHING;
    this.hasStarted = true;
    return [{ type: 'start', id, model: '' }];
  }

  private readEvent(data: unknown): readonly ChatEvent[] {
    switch (asText(at(data, 'event'))) {
      case 'message':
        return this.say(at(data, 'answer'));
      case 'agent_message':
        // Some versions repeat the whole answer at the end.
        return at(data, 'answer') === this.text ? NOTHING : this.say(at(data, 'answer'));
      case 'text_chunk':
        return this.say(at(data, 'data', 'text'));
      case 'reasoning_chunk': {
        const text =
          asText(at(data, 'reasoning')) || asText(at(data, 'data', 'reasoning')) || asText(at(data, 'answer'));
        return text === '' ? NOTHING : [{ type: 'reasoning', choice: 0, text }];
      }
      case 'message_file':
        return this.showFile(data);
      case 'message_replace':
        this.isDone = true;
        return [...this.say(`\n${asText(at(data, 'answer'))}`), { type: 'finish', choice: 0, reason: 'contentFilter' }];
      case 'message_end':
        return this.finish(at(data, 'metadata'));
      case 'workflow_finished':
        return this.endWorkflow(at(data, 'data'));
      case 'workflow_paused':
        return [...this.say('The workflow waits for a person’s input.'), ...this.finish(undefined)];
      case 'error':
        return this.fail({ message: asText(at(data, 'message')), code: asText(at(data, 'code')) });
      case '': {
        // A proxy before the provider writes errors in the OpenAI form.
        const error = errorIn(data);
        return error ? this.fail({ message: error.message, code: error.code ?? '' }) : NOTHING;
      }
      default:
        return NOTHING; // nodes, loops, thoughts of agents, audio of the answer
    }
  }

  private say(piece: unknown): readonly ChatEvent[] {
    const text = asText(piece);
    this.text += text;
    return text === '' ? NOTHING : [{ type: 'text', choice: 0, text }];
  }

  private showFile(data: unknown): readonly ChatEvent[] {
    const url = asText(at(data, 'url'));
    if (url === '' || at(data, 'belongs_to') === 'user') return NOTHING;
    return this.say(at(data, 'type') === 'image' ? `![image](${url})` : `[file](${url})`);
  }

  private finish(metadata: unknown): readonly ChatEvent[] {
    this.isDone = true;
    const reading = readOpenAiUsage(findUsage(metadata));
    // A flow without a model reports zero and some flows report nothing; in both cases the gateway counts the tokens of
    // the text.
    const usage: ChatEvent[] =
      reading.kind === 'reported' && !reading.isZero ? [{ type: 'usage', usage: reading }] : [];
    return [{ type: 'finish', choice: 0, reason: 'stop' }, ...usage];
  }

  /** Ends the answer of a workflow application; inside a chat `message_end` follows. */
  private endWorkflow(data: unknown): readonly ChatEvent[] {
    if (at(data, 'status') === 'failed') {
      return this.fail({ message: asText(at(data, 'error')) || 'the workflow failed', code: 'workflow_failed' });
    }
    if (this.app !== 'workflow') return NOTHING;
    const outputs = this.text === '' ? this.say(outputText(at(data, 'outputs'))) : NOTHING;
    const total = at(data, 'total_tokens');
    const usage = typeof total === 'number' && total > 0 ? { usage: workflowUsage(total) } : undefined;
    return [...outputs, ...this.finish(usage)];
  }

  private fail(error: { readonly message: string; readonly code: string }): readonly ChatEvent[] {
    this.isDone = true;
    const failure: AnswerError = { message: messageWithCode(error), type: 'upstream_error', code: error.code || null };
    return [{ type: 'error', error: failure }];
  }
}

/** A workflow reports only the total tokens of all its models. */
function workflowUsage(total: number): object {
  return { prompt_tokens: 0, completion_tokens: total, total_tokens: total };
}

/** The text under one of the usual names of outputs; without such a name, all outputs as JSON. */
function outputText(outputs: unknown): string {
  for (const name of ['text', 'answer', 'result']) {
    const text = at(outputs, name);
    if (typeof text === 'string') return text;
  }
  return isJsonObject(outputs) && Object.keys(outputs).length > 0 ? JSON.stringify(outputs) : '';
}
