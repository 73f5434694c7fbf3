import { writeSse } from '@kernel';
import { type AnswerError, type ChatEvent } from '../canonical/chat-answer';
import { type AnswerContext, type ChatStreamWriter } from '../canonical/chat-format';
import { type UsageReading } from '../canonical/usage-reading';
import { writeCitation } from './citations';
import { writeFinish } from './finish';
import { signatureField } from './google-signatures';
import { PendingSeals } from './pending-seals';
import { END_MARK } from './stream-reader';
import { writeUsage } from './usage';
import { SPEECH_KEPT_SECONDS, answerId, speaksOfFunctions, writeImage } from './write-answer';

type Body = Record<string, unknown>;
type ChoiceEvent = Exclude<ChatEvent, { type: 'start' | 'usage' | 'error' | 'finish' | 'seal' }>;

interface OpenChoice {
  readonly index: number;
  readonly seals: PendingSeals;
  /** The kind of each call by its number, because custom tools have fields of their own. */
  readonly kinds: Map<number, 'function' | 'custom'>;
  audioId: string | null;
  images: number;
  /** Lengths of the text so far, and of the text before the block in which citations are counted. */
  textLength: number;
  blockStart: number;
  isInText: boolean;
  finish: string | null;
}

/** Writes chat completion chunks; source: 'Streaming' of OpenAI's API reference, read 2026-08. */
export class OpenAiStreamWriter implements ChatStreamWriter {
  private id = '';
  /** The fields that begin every chunk of the stream, serialised once. */
  private head = '';
  /** What stands behind the choices of every chunk but that of the usage. */
  private readonly tail: string;
  private usage: UsageReading = { kind: 'missing' };
  private readonly choices = new Map<number, OpenChoice>();
  private hasFailed = false;

  constructor(private readonly context: AnswerContext) {
    this.tail = context.wantsUsage ? ',"usage":null}' : '}';
  }

  write(event: ChatEvent): string {
    switch (event.type) {
      case 'start':
        this.id ||= answerId(event.id, this.context);
        return '';
      case 'usage':
        this.usage = event.usage;
        return '';
      case 'error':
        return this.fail({ ...event.error, status: 502 });
      default: {
        const known = this.choices.get(event.choice);
        const choice = known ?? this.open(event.choice);
        const opening = known ? '' : this.chunk(choice, { role: 'assistant', content: '', refusal: null });
        return opening + this.writeInto(choice, event);
      }
    }
  }

  end(): string {
    if (this.hasFailed) return '';
    const opening = this.choices.size > 0 ? '' : this.write({ type: 'finish', choice: 0, reason: 'stop' });
    const finishes = [...this.choices.values()].map(choice => {
      const reason = choice.finish ?? this.finishWord('unknown', choice);
      return this.chunk(choice, {}, { finish_reason: reason });
    });
    return opening + finishes.join('') + this.usageChunk() + writeSse(END_MARK);
  }

  fail(error: AnswerError & { readonly status: number }): string {
    this.hasFailed = true;
    const { message, type, code } = error;
    return writeSse(JSON.stringify({ error: { message, type, param: null, code } }));
  }

  private writeInto(choice: OpenChoice, event: ChoiceEvent | Extract<ChatEvent, { type: 'finish' | 'seal' }>): string {
    if (event.type === 'seal') {
      choice.seals.seal(event.seal);
      return '';
    }
    if (event.type === 'finish') {
      // The reason is held until the end, because everything else must come before it.
      choice.finish ??= this.finishWord(event.reason, choice);
      return '';
    }
    if (event.type === 'logprobs') return this.chunk(choice, {}, { logprobs: event.logprobs });
    if (event.type === 'text') return this.writeText(choice, event);
    const delta = this.deltaOf(choice, event);
    return delta ? this.chunk(choice, delta) : '';
  }

  /** Puts the chunk together by itself, because nearly every chunk of a stream is one of these. */
  private writeText(choice: OpenChoice, { text, seal }: Extract<ChatEvent, { type: 'text' }>): string {
    if (!choice.isInText) choice.blockStart = choice.textLength;
    choice.isInText = !seal; // a sealed text is a block of its own
    choice.textLength += text.length;
    if (text === '') return '';
    const head = `data: ${this.openHead()}[{"index":${choice.index},"delta":{"content":`;
    return `${head}${JSON.stringify(text)}},"logprobs":null,"finish_reason":null}]${this.tail}\n\n`;
  }

  private deltaOf(choice: OpenChoice, event: Exclude<ChoiceEvent, { type: 'logprobs' | 'text' }>): Body | null {
    if (event.type !== 'citation') choice.isInText = false;
    switch (event.type) {
      case 'reasoning':
        choice.seals.reasoning(event.text);
        return event.text === '' ? null : { reasoning_content: event.text };
      case 'refusal':
        return event.text === '' ? null : { refusal: event.text };
      case 'citation':
        return { annotations: [writeCitation(event.citation, choice.blockStart)] };
      case 'toolCall':
        return this.callDelta(choice, event);
      case 'toolArguments':
        return this.argumentsDelta(choice, event);
      case 'image':
        return { images: [writeImage(event.mime, event.data, choice.images++)] };
      case 'audio':
        choice.audioId ??= event.id ?? this.context.newId('audio_');
        return {
          audio: {
            id: choice.audioId,
            data: event.data,
            transcript: event.transcript,
            expires_at: this.context.createdAtSeconds + SPEECH_KEPT_SECONDS,
          },
        };
    }
  }

  private callDelta(choice: OpenChoice, event: Extract<ChatEvent, { type: 'toolCall' }>): Body | null {
    const { call, name, kind } = event;
    const isFirst = choice.kinds.size === 0;
    choice.kinds.set(call, kind);
    const id = choice.seals.take(event.id, event.seal);
    if (speaksOfFunctions(this.context)) return isFirst ? { function_call: { name, arguments: '' } } : null;
    const body = kind === 'custom' ? { custom: { name, input: '' } } : { function: { name, arguments: '' } };
    return { tool_calls: [{ index: call, id, type: kind, ...body, ...signatureField(event.seal) }] };
  }

  private argumentsDelta(choice: OpenChoice, event: Extract<ChatEvent, { type: 'toolArguments' }>): Body | null {
    const { call, text } = event;
    if (text === '') return null;
    if (speaksOfFunctions(this.context)) {
      const [first] = choice.kinds.keys();
      return call === first ? { function_call: { arguments: text } } : null;
    }
    const isCustom = choice.kinds.get(call) === 'custom';
    return {
      tool_calls: [{ index: call, ...(isCustom ? { custom: { input: text } } : { function: { arguments: text } }) }],
    };
  }

  private finishWord(reason: Extract<ChatEvent, { type: 'finish' }>['reason'], choice: OpenChoice): string {
    const word = writeFinish(reason, choice.kinds.size > 0);
    return word === 'tool_calls' && speaksOfFunctions(this.context) ? 'function_call' : word;
  }

  private open(index: number): OpenChoice {
    const choice: OpenChoice = {
      index,
      seals: new PendingSeals(),
      kinds: new Map(),
      audioId: null,
      images: 0,
      textLength: 0,
      blockStart: 0,
      isInText: false,
      finish: null,
    };
    this.choices.set(index, choice);
    return choice;
  }

  private chunk({ index }: OpenChoice, delta: Body, more: Body = {}): string {
    return this.event([{ index, delta, logprobs: null, finish_reason: null, ...more }], null);
  }

  private usageChunk(): string {
    const { usage } = this;
    return this.context.wantsUsage && usage.kind === 'reported' ? this.event([], writeUsage(usage.usage)) : '';
  }

  private event(choices: readonly Body[], usage: Readonly<Body> | null): string {
    const usageField = this.context.wantsUsage ? `,"usage":${JSON.stringify(usage)}` : '';
    return writeSse(`${this.openHead()}${JSON.stringify(choices)}${usageField}}`);
  }

  private openHead(): string {
    if (this.head !== '') return this.head;
    this.id ||= this.context.newId('chatcmpl-');
    const { createdAtSeconds: created, model } = this.context;
    const names = JSON.stringify({ id: this.id, object: 'chat.completion.chunk', created, model });
    this.head = `${names.slice(0, -1)},"choices":`;
    return this.head;
  }
}
