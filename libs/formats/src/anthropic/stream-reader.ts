import { type FinishReason, type UrlCitation } from '../canonical/chat';
import { type AnswerError, type ChatEvent } from '../canonical/chat-answer';
import { type ChatStreamReader, type StreamFrame } from '../canonical/chat-format';
import { type UsageReading } from '../canonical/usage-reading';
import { type JsonObject, asList, asRecord, asText, at, isJsonObject, parseJson } from '../json/read-value';
import { RepeatedJson } from '../json/repeated-json';
import { freeTextOf } from './custom-tools';
import { finishOf } from './stop-reasons';
import { mergeUsage } from './usage';

/** The facts about the call that a reader needs to read the answer. */
export interface MessagesReadingOptions {
  /** The tool that was forced upon the model so that its input is the structured answer; its input is read as text. */
  readonly jsonTool?: string;
  /** The free-text tools, which were offered as functions with one parameter. */
  readonly customTools?: ReadonlySet<string>;
}

interface OpenBlock {
  readonly kind: 'text' | 'thinking' | 'call' | 'custom' | 'json' | 'skipped';
  /** The number of this call among the calls. */
  readonly call: number;
  /** The input with which the block began, for calls that come whole. */
  readonly input: JsonObject | null;
  readonly textStart: number;
  written: string;
  signature: string;
  citations: UrlCitation[];
}

/**
 * Reads the events of a Messages stream, which has one alternative only. Blocks of the provider's own tools, and
 * unknown events and deltas, are skipped.
 *
 * Source: 'Streaming Messages' of Anthropic's API reference, read 2026-08.
 */
export class MessagesStreamReader implements ChatStreamReader {
  isDone = false;
  private hasStarted = false;
  private usage: UsageReading = { kind: 'missing' };
  private readonly blocks = new Map<number, OpenBlock>();
  private calls = 0;
  /** Length of the text that a folded answer would have as its last block: citations are counted in it. */
  private textLength = 0;
  private finish: FinishReason | null = null;
  private stopSequence: string | undefined;
  private hasFinished = false;
  private readonly repeated = new RepeatedJson();

  constructor(private readonly options: MessagesReadingOptions = {}) {}

  read(frame: StreamFrame): readonly ChatEvent[] {
    const { data } = frame;
    const text = this.repeated.textIn(data);
    if (text !== null) return this.text(text);
    const payload = parseJson(data);
    if (!isJsonObject(payload)) return [];
    const events = this.readPayload(payload, asText(payload.type) || frame.event);
    const isText = payload.type === 'content_block_delta' && events.length === 1 && events[0]?.type === 'text';
    if (isText && at(payload, 'delta', 'type') === 'text_delta') this.repeated.learn(data, 'text');
    else this.repeated.forget();
    return events;
  }

  end(): readonly ChatEvent[] {
    const events = [...this.blocks.keys()].flatMap(index => this.closeBlock(index));
    return [...events, ...this.takeFinish()];
  }

  /** Returns the events that the stream of a whole message would have had. */
  readWhole(message: JsonObject): readonly ChatEvent[] {
    const events = this.begin(message);
    this.finish ??= 'unknown';
    return [...events, ...this.end()];
  }

  /**
   * Begins a message and reads the blocks that it already holds. Streams begin with an empty message, except when a
   * program of the provider calls the caller's tools: then the calls and the finish reason stand in the beginning, and
   * no other events follow.
   */
  private begin(message: JsonObject): readonly ChatEvent[] {
    const isRepeated = this.hasStarted;
    // Half of a call has been passed on, and nothing that comes now can complete it.
    if ([...this.blocks.values()].some(isHalfCall)) return [{ type: 'error', error: BEGUN_AGAIN }];
    const opening = this.start(message);
    if (isRepeated) return opening;
    const blocks = asList(message.content).flatMap((block, index) => [
      ...this.openBlock(index, asRecord(block)),
      ...this.closeBlock(index),
    ]);
    this.rememberFinish(message);
    return [...opening, ...blocks];
  }

  private readPayload(payload: JsonObject, type: string): readonly ChatEvent[] {
    const index = typeof payload.index === 'number' ? payload.index : -1;
    switch (type) {
      case 'message_start':
        return this.begin(asRecord(payload.message) ?? {});
      case 'content_block_start':
        return this.openBlock(index, asRecord(payload.content_block));
      case 'content_block_delta':
        return this.addDelta(index, asRecord(payload.delta) ?? {});
      case 'content_block_stop':
        return this.closeBlock(index);
      case 'message_delta':
        this.rememberFinish(asRecord(payload.delta) ?? {});
        return this.takeUsage(payload.usage);
      case 'message_stop':
        this.isDone = true;
        return this.end();
      default: {
        const error = errorOf(payload);
        return error ? [{ type: 'error', error }] : [];
      }
    }
  }

  /**
   * Starts the answer. Usage goes first, so that writers which must name the prompt's size in their first event know
   * it. Some proxies send this event twice; then open blocks are forgotten, and nothing is announced again.
   */
  private start(message: JsonObject): readonly ChatEvent[] {
    this.blocks.clear();
    const usage = this.takeUsage(message.usage);
    if (this.hasStarted) return usage;
    this.hasStarted = true;
    return [...usage, { type: 'start', id: asText(message.id), model: asText(message.model) }];
  }

  private takeUsage(usage: unknown): readonly ChatEvent[] {
    if (!isJsonObject(usage)) return [];
    this.usage = mergeUsage(usage, this.usage);
    return this.usage.kind === 'missing' ? [] : [{ type: 'usage', usage: this.usage }];
  }

  private rememberFinish(delta: JsonObject): void {
    if (typeof delta.stop_reason !== 'string') return;
    this.finish = finishOf(delta.stop_reason);
    this.stopSequence = asText(delta.stop_sequence) || undefined;
  }

  /** The finish is held back until the end, because the reason may be reported more than once. */
  private takeFinish(): readonly ChatEvent[] {
    if (this.finish === null || this.hasFinished) return [];
    this.hasFinished = true;
    // The structured answer was a tool call for the provider, but is none for the caller.
    const reason = this.finish === 'toolCalls' && this.calls === 0 ? 'stop' : this.finish;
    return [
      {
        type: 'finish',
        choice: 0,
        reason,
        ...(this.stopSequence !== undefined && { stopSequence: this.stopSequence }),
      },
    ];
  }

  private openBlock(index: number, block: JsonObject | null): readonly ChatEvent[] {
    if (!block) return [];
    const base = {
      call: this.calls,
      input: null,
      textStart: this.textLength,
      written: '',
      signature: '',
      citations: [],
    };
    switch (block.type) {
      case 'text': {
        const open: OpenBlock = { ...base, kind: 'text', citations: citationsOf(block.citations) };
        this.blocks.set(index, open);
        return this.text(asText(block.text));
      }
      case 'thinking':
        this.blocks.set(index, { ...base, kind: 'thinking', signature: asText(block.signature) });
        return this.reasoning(asText(block.thinking));
      case 'redacted_thinking':
        return this.seal('redacted', asText(block.data));
      case 'tool_use':
        return this.openCall(index, block, base);
      default:
        this.blocks.set(index, { ...base, kind: 'skipped' });
        return [];
    }
  }

  private openCall(index: number, block: JsonObject, base: Omit<OpenBlock, 'kind'>): readonly ChatEvent[] {
    const name = asText(block.name);
    const input = asRecord(block.input);
    if (name === this.options.jsonTool) {
      this.blocks.set(index, { ...base, kind: 'json', input });
      return [];
    }
    const isCustom = this.options.customTools?.has(name) === true;
    this.blocks.set(index, { ...base, kind: isCustom ? 'custom' : 'call', input });
    this.calls += 1;
    this.textLength = 0;
    const kind = isCustom ? 'custom' : 'function';
    return [{ type: 'toolCall', choice: 0, call: base.call, id: asText(block.id), name, kind }];
  }

  private addDelta(index: number, delta: JsonObject): readonly ChatEvent[] {
    const block = this.blocks.get(index);
    if (block?.kind === 'skipped') return [];
    switch (delta.type) {
      case 'text_delta':
        return this.text(asText(delta.text));
      case 'thinking_delta':
        return this.reasoning(asText(delta.thinking));
      case 'signature_delta':
        if (block) block.signature += asText(delta.signature);
        return [];
      case 'citations_delta':
        block?.citations.push(...citationsOf([delta.citation]));
        return [];
      case 'input_json_delta':
        return block ? this.input(block, asText(delta.partial_json)) : [];
      default:
        return [];
    }
  }

  private closeBlock(index: number): readonly ChatEvent[] {
    const block = this.blocks.get(index);
    if (!block) return [];
    this.blocks.delete(index);
    switch (block.kind) {
      case 'text':
        return this.cite(block);
      case 'thinking':
        return block.signature === '' ? [] : this.seal('signature', block.signature);
      case 'call':
      case 'json':
        // A call without parameters sends one empty piece, and some calls come whole.
        return block.written === '' ? this.input(block, JSON.stringify(block.input ?? {})) : [];
      case 'custom': {
        const written = block.written || JSON.stringify(block.input ?? {});
        return [{ type: 'toolArguments', choice: 0, call: block.call, text: freeTextOf(written) }];
      }
      case 'skipped':
        return [];
    }
  }

  private input(block: OpenBlock, piece: string): readonly ChatEvent[] {
    if (piece === '') return [];
    block.written += piece;
    if (block.kind === 'json') return this.text(piece);
    // Free text is wrapped in JSON, which can be unwrapped only when it is complete.
    return block.kind === 'call' ? [{ type: 'toolArguments', choice: 0, call: block.call, text: piece }] : [];
  }

  private text(text: string): readonly ChatEvent[] {
    if (text === '') return [];
    this.textLength += text.length;
    return [{ type: 'text', choice: 0, text }];
  }

  private reasoning(text: string): readonly ChatEvent[] {
    if (text === '') return [];
    this.textLength = 0;
    return [{ type: 'reasoning', choice: 0, text }];
  }

  private seal(kind: 'signature' | 'redacted', value: string): readonly ChatEvent[] {
    this.textLength = 0;
    return [{ type: 'seal', choice: 0, seal: { provider: 'anthropic', kind, value } }];
  }

  /** The whole text block is the range of its citations. */
  private cite(block: OpenBlock): readonly ChatEvent[] {
    if (this.textLength === block.textStart) return [];
    const range = { start: block.textStart, end: this.textLength };
    return block.citations.map(citation => ({
      type: 'citation',
      choice: 0,
      citation: { ...citation, ...range },
    }));
  }
}

const BEGUN_AGAIN: AnswerError = {
  message: 'the upstream began its answer again in the middle of a tool call',
  type: 'api_error',
  code: null,
};

function isHalfCall({ kind, written }: OpenBlock): boolean {
  return written !== '' && (kind === 'call' || kind === 'custom' || kind === 'json');
}

/** Citations of pages; citations of the caller's own documents have no address and are left out. */
function citationsOf(value: unknown): UrlCitation[] {
  return asList(value)
    .map(citation => ({ url: asText(at(citation, 'url')), title: asText(at(citation, 'title')) }))
    .filter(citation => citation.url !== '');
}

/**
 * The error in an event, `{type:"error",error:{type,message}}`, or null. Some proxies send a plain sentence as `error`.
 */
export function errorOf(payload: unknown): AnswerError | null {
  const given = at(payload, 'error');
  const error = typeof given === 'string' && given !== '' ? { message: given } : asRecord(given);
  if (!error) return null;
  const type = asText(at(error, 'type')) || 'api_error';
  return { message: asText(at(error, 'message')) || type, type, code: type };
}
