import { appended } from '../json/append-value';
import { type JsonObject, asList, asRecord, asText, isJsonObject } from '../json/read-value';
import { CallCollector } from './collect-calls';
import { argumentsText, contentPieces, fieldsBesides, finishReasonOf, reasoningOf } from './chunk-fields';

const CHOICE_FIELDS = new Set(['index', 'delta', 'message', 'text', 'logprobs', 'finish_reason', 'usage']);
/** Some providers put `index` into a delta by mistake; there it means nothing. */
const DELTA_FIELDS = new Set([
  'index',
  'role',
  'content',
  'reasoning_content',
  'reasoning',
  'refusal',
  'tool_calls',
  'function_call',
  'audio',
  'annotations',
]);

/** One choice of an answer, put together from the chunks that carry its index. */
export class ChoiceCollector {
  private message = new MessageCollector();
  private readonly texts: string[] = [];
  private readonly others = new Map<string, unknown>();
  /** Undefined until a chunk names the field; null when every chunk says that there are no logprobs. */
  private logprobs: JsonObject | null | undefined;
  private finishReason: string | null = null;

  constructor(private readonly index: number) {}

  add(choice: JsonObject): void {
    const delta = asRecord(choice.delta);
    const whole = delta ? null : asRecord(choice.message);
    if (whole) this.message = new MessageCollector(); // a message is whole, not a part: it replaces the parts before it
    this.message.add(delta ?? whole ?? {});
    this.texts.push(asText(choice.text));
    this.finishReason = finishReasonOf(choice) ?? this.finishReason;
    if ('logprobs' in choice) this.logprobs = mergedLogprobs(this.logprobs, asRecord(choice.logprobs));
    for (const [name, value] of Object.entries(fieldsBesides(choice, CHOICE_FIELDS))) {
      if (!isHollow(value) || !this.others.has(name)) this.others.set(name, value);
    }
  }

  /**
   * @param isText true for the legacy completions protocol
   * @returns the choice; its finish reason stays null when the stream named none, because the stream may have been cut
   */
  result(isText: boolean): JsonObject {
    return {
      ...Object.fromEntries(this.others),
      index: this.index,
      ...(isText ? { text: this.texts.join('') } : { message: this.message.result(this.index) }),
      ...(this.logprobs !== undefined && { logprobs: this.logprobs }),
      finish_reason: this.finishReason,
    };
  }
}

class MessageCollector {
  private role = '';
  /** Texts and other parts in their order; undefined while every content was null. */
  private content: unknown[] | undefined;
  private readonly reasoning: string[] = [];
  /** Undefined until a chunk names the field. */
  private refusal: string | null | undefined;
  private readonly calls = new CallCollector();
  private functionCall: { name: string; arguments: string } | null = null;
  private readonly audio = new AudioCollector();
  private annotations: unknown[] | undefined;
  private readonly seenAnnotations = new Set<string>();
  private readonly others = new Map<string, unknown>();

  add(delta: JsonObject): void {
    this.role ||= asText(delta.role);
    this.reasoning.push(reasoningOf(delta));
    this.addContent(delta.content);
    if ('refusal' in delta) this.refusal = (this.refusal ?? '') + asText(delta.refusal) || null;
    asList(delta.tool_calls).forEach((call, position) => this.calls.add(call, position));
    this.addFunctionCall(delta.function_call);
    this.audio.add(delta.audio);
    if (Array.isArray(delta.annotations)) this.addAnnotations(delta.annotations);
    for (const [name, value] of Object.entries(fieldsBesides(delta, DELTA_FIELDS))) {
      this.others.set(name, appended(this.others.get(name), value));
    }
  }

  result(choiceIndex: number): JsonObject {
    const reasoning = this.reasoning.join('');
    const audio = this.audio.result();
    return {
      ...Object.fromEntries(this.others),
      role: this.role || 'assistant',
      content: this.contentResult(),
      ...(reasoning !== '' && { reasoning_content: reasoning }),
      ...(this.refusal !== undefined && { refusal: this.refusal }),
      ...(this.annotations && { annotations: this.annotations }),
      ...(audio && { audio }),
      ...(!this.calls.isEmpty && { tool_calls: this.calls.result(choiceIndex) }),
      ...(this.functionCall && { function_call: this.functionCall }),
    };
  }

  private addContent(content: unknown): void {
    for (const piece of contentPieces(content)) {
      if (piece.kind === 'reasoning') this.reasoning.push(piece.text);
      else (this.content ??= []).push(piece.kind === 'text' ? piece.text : piece.part);
    }
  }

  /** The content as one text, or as parts when there is something besides text. */
  private contentResult(): unknown {
    const entries = this.content;
    if (!entries) return null;
    if (entries.every(entry => typeof entry === 'string')) return entries.join('');
    const parts: unknown[] = [];
    let text = '';
    const closeText = (): void => {
      if (text !== '') parts.push({ type: 'text', text });
      text = '';
    };
    for (const entry of entries) {
      if (typeof entry === 'string') text += entry;
      else {
        closeText();
        parts.push(entry);
      }
    }
    closeText();
    return parts;
  }

  private addFunctionCall(call: unknown): void {
    if (!isJsonObject(call)) return;
    this.functionCall ??= { name: '', arguments: '' };
    this.functionCall.name ||= asText(call.name);
    this.functionCall.arguments += argumentsText(call.arguments);
  }

  /** Some providers repeat the whole list on every chunk, so each annotation is kept once. */
  private addAnnotations(annotations: readonly unknown[]): void {
    const known = (this.annotations ??= []);
    for (const entry of annotations) {
      const text = JSON.stringify(entry);
      if (!this.seenAnnotations.has(text)) known.push(entry);
      this.seenAnnotations.add(text);
    }
  }
}

/** Collects spoken output: audio and transcript come in pieces, and each piece of audio is base64 of its own. */
class AudioCollector {
  private readonly audioPieces: string[] = [];
  private readonly words: string[] = [];
  private fields: JsonObject | null = null;

  add(audio: unknown): void {
    if (!isJsonObject(audio)) return;
    this.fields = { ...this.fields, ...audio };
    if (asText(audio.data) !== '') this.audioPieces.push(asText(audio.data));
    this.words.push(asText(audio.transcript));
  }

  result(): JsonObject | null {
    if (!this.fields) return null;
    return { ...this.fields, data: joinedBase64(this.audioPieces), transcript: this.words.join('') };
  }
}

/** Joins pieces of base64 as bytes, because padding may stand at the end only. */
function joinedBase64(pieces: readonly string[]): string {
  if (pieces.length <= 1) return pieces.join('');
  return Buffer.concat(pieces.map(piece => Buffer.from(piece, 'base64'))).toString('base64');
}

function isHollow(value: unknown): boolean {
  return value === null || (isJsonObject(value) && Object.keys(value).length === 0);
}

/**
 * Chat has lists under `content` and `refusal`, legacy completions under `tokens` and others; all grow by appending.
 */
function mergedLogprobs(known: JsonObject | null | undefined, next: JsonObject | null): JsonObject | null {
  if (!next || !known) return next ?? known ?? null;
  const names = new Set([...Object.keys(known), ...Object.keys(next)]);
  return Object.fromEntries([...names].map(name => [name, appended(known[name], next[name] ?? null)]));
}
