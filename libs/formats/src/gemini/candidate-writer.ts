import { type SealedReasoning } from '../canonical/seal';
import { type FinishReason, type Seal, type UrlCitation } from '../canonical/chat';
import { type ChatEvent } from '../canonical/chat-answer';
import { GrowingJson } from '../json/growing-json';
import { type JsonObject, asList, isJsonObject, parseJson } from '../json/read-value';
import { writeFinishReason } from './finish-reasons';
import { writeGrounding } from './grounding';
import { writeLogprobs } from './logprobs';
import { mimeOfAudio } from './media';
import { signatureOf } from './seals';

type ChoiceEvent = Exclude<ChatEvent, { readonly type: 'start' | 'usage' | 'error' }>;

interface HeldCall {
  readonly id: string;
  readonly name: string;
  readonly kind: 'function' | 'custom';
  readonly seal: Seal | undefined;
  /** Seals of the reasoning that led to the call. */
  readonly before: readonly SealedReasoning[];
  readonly args: GrowingJson;
}

/**
 * Writes the events of one candidate as parts. A call must be whole in this format, so it is held until its arguments
 * are complete JSON and another event comes, or until the end.
 */
export class CandidateWriter {
  private readonly calls = new Map<number, HeldCall>();
  private readonly seals: SealedReasoning[] = [];
  private readonly citations: UrlCitation[] = [];
  private readonly logprobs: unknown[] = [];
  private reasoning = '';
  private text = '';
  private hasCalled = false;
  private finish: FinishReason = 'unknown';

  /** @param showsThoughts true if the caller asked to read the reasoning */
  constructor(
    readonly index: number,
    private readonly showsThoughts: boolean,
  ) {}

  /** @returns the parts that can go out now */
  add(event: ChoiceEvent): readonly JsonObject[] {
    switch (event.type) {
      case 'reasoning':
        this.reasoning += event.text;
        return event.text === '' || !this.showsThoughts
          ? []
          : [...this.finished(), { text: event.text, thought: true }];
      case 'seal':
        this.seals.push({ seal: event.seal, text: this.reasoning });
        this.reasoning = '';
        return [];
      case 'text':
        this.text += event.text;
        return event.text === '' && !event.seal ? [] : this.put({ text: event.text }, event.seal);
      case 'refusal':
        this.text += event.text;
        return event.text === '' ? [] : this.put({ text: event.text }, undefined);
      case 'citation':
        this.citations.push(event.citation);
        return [];
      case 'toolCall':
        return this.hold(event);
      case 'toolArguments': {
        const call = this.calls.get(event.call);
        call?.args.add(event.text);
        return [];
      }
      case 'image':
        return this.put({ inlineData: { mimeType: event.mime, data: event.data } }, undefined);
      case 'audio':
        return this.putAudio(event);
      case 'logprobs':
        for (const entry of asList(event.logprobs.content)) this.logprobs.push(entry);
        return [];
      case 'finish':
        this.finish = event.reason;
        return [];
    }
  }

  /** The parts that were held back. */
  rest(): readonly JsonObject[] {
    const calls = [...this.calls.values()].flatMap(call => this.callParts(call));
    this.calls.clear();
    return [...calls, ...this.seals.splice(0).map(emptyPart)];
  }

  /** The fields of the candidate next to its content. */
  closing(): JsonObject {
    const grounding = writeGrounding(this.citations, this.text);
    return {
      finishReason: writeFinishReason(this.finish, this.hasCalled),
      index: this.index,
      ...(grounding && { groundingMetadata: grounding }),
      ...(this.logprobs.length > 0 && { logprobsResult: writeLogprobs(this.logprobs) }),
    };
  }

  private hold({ call, id, name, kind, seal }: ChoiceEvent & { type: 'toolCall' }): readonly JsonObject[] {
    const parts = this.finished();
    this.hasCalled = true;
    this.reasoning = '';
    this.calls.set(call, { id, name, kind, seal, before: this.seals.splice(0), args: new GrowingJson() });
    return parts;
  }

  private putAudio({ data, format, transcript }: ChoiceEvent & { type: 'audio' }): readonly JsonObject[] {
    this.text += transcript;
    const said = transcript === '' ? [] : this.put({ text: transcript }, undefined);
    const inlineData = { mimeType: mimeOfAudio(format), data };
    return data === '' ? said : [...said, ...this.put({ inlineData }, undefined)];
  }

  private put(part: JsonObject, seal: Seal | undefined): readonly JsonObject[] {
    this.reasoning = '';
    if (this.calls.size === 0 && this.seals.length === 0 && !seal) return [part];
    return [...this.finished(), ...sealed(part, this.seals.splice(0), seal)];
  }

  /** The held calls that are complete, in order; calls after an incomplete one wait. */
  private finished(): readonly JsonObject[] {
    const parts: JsonObject[] = [];
    for (const [key, call] of this.calls) {
      if (!isWhole(call)) break;
      this.calls.delete(key);
      parts.push(...this.callParts(call));
    }
    return parts;
  }

  private callParts({ id, name, kind, seal, before, args }: HeldCall): readonly JsonObject[] {
    const parsed = kind === 'custom' ? { input: args.text } : parseJson(args.text);
    const functionCall = { id, name, args: isJsonObject(parsed) ? parsed : {} };
    return sealed({ functionCall }, before, seal);
  }
}

function isWhole({ kind, args }: HeldCall): boolean {
  return kind === 'function' && args.isWhole;
}

/** A part has a place for one seal; other seals stand before it in empty parts. */
function sealed(part: JsonObject, before: readonly SealedReasoning[], seal: Seal | undefined): JsonObject[] {
  const seals = [...before, ...(seal ? [{ seal, text: '' }] : [])];
  const last = seals.pop();
  return [...seals.map(emptyPart), last ? { ...part, thoughtSignature: signatureOf(last) } : part];
}

function emptyPart(sealed: SealedReasoning): JsonObject {
  return { text: '', thoughtSignature: signatureOf(sealed) };
}
