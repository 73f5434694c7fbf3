import { createHash } from 'node:crypto';
import { type AnswerError, type ChatAnswer, type ChatEvent } from '../canonical/chat-answer';
import { type ChatStreamReader, type StreamFrame } from '../canonical/chat-format';
import { answerOfEvents } from '../canonical/fold-answer';
import { type JsonObject, asList, asRecord, asText, at, isJsonObject, parseJson } from '../json/read-value';
import { readFinishReason } from './finish-reasons';
import { readGrounding } from './grounding';
import { readLogprobs } from './logprobs';
import { type UsageReading } from '../canonical/usage-reading';
import { formatOfAudio, standardBase64 } from './media';
import { PartialArguments } from './partial-arguments';
import { codeText } from './read-parts';
import { usageOfChunk } from './usage';

/** A limit above the number of alternatives that any model gives. */
const CHOICES_MAX = 64;

/**
 * Reads the chunks of streamGenerateContent: each holds new parts of its candidates, and the usage so far. There is no
 * end mark; the body just ends. Source: 'GenerateContentResponse' in the provider's reference, read 2026-08.
 */
export class GeminiStreamReader implements ChatStreamReader {
  readonly isDone = false;
  private hasStarted = false;
  private usage: UsageReading = { kind: 'missing' };
  private readonly candidates = new Map<number, CandidateReader>();

  read(frame: StreamFrame): readonly ChatEvent[] {
    return this.readPayload(parseJson(frame.data));
  }

  /** @param payload one response, or a list of them */
  readPayload(payload: unknown): readonly ChatEvent[] {
    if (Array.isArray(payload)) return asList(payload).flatMap(item => this.readResponse(item));
    return this.readResponse(payload);
  }

  end(): readonly ChatEvent[] {
    return [...this.candidates.values()].flatMap(candidate => candidate.end());
  }

  private readResponse(payload: unknown): readonly ChatEvent[] {
    if (!isJsonObject(payload)) return [];
    const error = geminiErrorOf(payload);
    if (error) return [{ type: 'error', error }];
    const events: ChatEvent[] = [];
    const id = asText(payload.responseId);
    if (!this.hasStarted) {
      this.hasStarted = true;
      events.push({ type: 'start', id, model: asText(payload.modelVersion) });
    }
    const given = asList(payload.candidates).slice(0, CHOICES_MAX);
    given.forEach((candidate, place) => {
      if (isJsonObject(candidate)) events.push(...this.candidateOf(candidate, place).read(candidate, id));
    });
    const blockReason = at(payload, 'promptFeedback', 'blockReason');
    if (given.length === 0 && typeof blockReason === 'string') events.push(...this.choiceAt(0).block());
    const usage = usageOfChunk(payload, this.usage);
    if (usage !== this.usage) events.push({ type: 'usage', usage });
    this.usage = usage;
    return events;
  }

  private candidateOf(candidate: JsonObject, place: number): CandidateReader {
    const index = candidate.index;
    const isIndex = typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < CHOICES_MAX;
    return this.choiceAt(isIndex ? index : place);
  }

  private choiceAt(index: number): CandidateReader {
    let candidate = this.candidates.get(index);
    if (!candidate) {
      candidate = new CandidateReader(index);
      this.candidates.set(index, candidate);
    }
    return candidate;
  }
}

/** Reads a whole answer, or the list of responses that a stream without `alt=sse` consists of. */
export function readAnswer(body: unknown): ChatAnswer {
  const reader = new GeminiStreamReader();
  return answerOfEvents([...reader.readPayload(body), ...reader.end()]);
}

/** The error in a response, or null; streams without `alt=sse` put it into a list. */
export function geminiErrorOf(payload: unknown): AnswerError | null {
  const error = asRecord(at(Array.isArray(payload) ? at(payload, 0) : payload, 'error'));
  if (!error) return null;
  const status = asText(error.status);
  const code = error.code;
  return {
    message: asText(error.message) || status || 'the upstream sent an error',
    type: status.toLowerCase() || 'upstream_error',
    code: typeof code === 'number' ? String(code) : asText(code) || null,
  };
}

interface OpenCall {
  readonly name: string;
  readonly id: string;
  readonly signature: string;
  readonly args: PartialArguments;
}

class CandidateReader {
  private calls = 0;
  private open: OpenCall | null = null;
  private hasFinished = false;
  private text = '';
  private readonly cited = new Set<string>();

  constructor(private readonly choice: number) {}

  read(candidate: JsonObject, responseId: string): readonly ChatEvent[] {
    const events: ChatEvent[] = [];
    const partStarts: number[] = [];
    const isGrounded = isJsonObject(candidate.groundingMetadata);
    for (const part of asList(at(candidate, 'content', 'parts'))) {
      if (isGrounded) partStarts.push(Buffer.byteLength(this.text));
      if (isJsonObject(part)) events.push(...this.readPart(part, responseId));
    }
    if (isGrounded) events.push(...this.readCitations(candidate.groundingMetadata, partStarts));
    const logprobs = readLogprobs(candidate.logprobsResult);
    if (logprobs) events.push({ type: 'logprobs', choice: this.choice, logprobs });
    const reason = candidate.finishReason;
    if (typeof reason === 'string' && reason !== 'FINISH_REASON_UNSPECIFIED') {
      events.push(...this.close(), ...this.finish(reason));
    }
    return events;
  }

  /** The provider refused the prompt, so there is no candidate at all. */
  block(): readonly ChatEvent[] {
    return this.finish('SAFETY');
  }

  end(): readonly ChatEvent[] {
    return this.close();
  }

  private finish(reason: string): readonly ChatEvent[] {
    if (this.hasFinished) return [];
    this.hasFinished = true;
    return [{ type: 'finish', choice: this.choice, reason: readFinishReason(reason, this.calls > 0) }];
  }

  private readPart(part: JsonObject, responseId: string): readonly ChatEvent[] {
    const { choice } = this;
    const signature = asText(part.thoughtSignature);
    const call = part.functionCall;
    if (isJsonObject(call)) return this.readCall(call, signature, responseId);
    const closed = this.close();
    const seal = signature === '' ? null : ({ provider: 'google', kind: 'signature', value: signature } as const);
    const isThought = part.thought === true;
    const text = textOf(part);
    if (text !== null && isThought) {
      const thought: ChatEvent[] = text === '' ? [] : [{ type: 'reasoning', choice, text }];
      return [...closed, ...thought, ...(seal ? [{ type: 'seal', choice, seal } as const] : [])];
    }
    if (text !== null) {
      if (text === '' && !seal) return closed;
      this.text += text;
      return [...closed, { type: 'text', choice, text, ...(seal && { seal }) }];
    }
    // An image among the thoughts is a draft of the next image.
    const media = isThought ? null : this.readMedia(part.inlineData);
    return [...closed, ...(seal ? [{ type: 'seal', choice, seal } as const] : []), ...(media ? [media] : [])];
  }

  /** Reads images and audio; models return no other media. */
  private readMedia(inline: unknown): ChatEvent | null {
    const mime = asText(at(inline, 'mimeType'));
    const data = standardBase64(asText(at(inline, 'data')));
    if (data === '') return null;
    if (mime.startsWith('image/')) return { type: 'image', choice: this.choice, mime, data };
    if (!mime.startsWith('audio/')) return null;
    return { type: 'audio', choice: this.choice, data, format: formatOfAudio(mime), transcript: '' };
  }

  /**
   * Reads a call, which comes whole or in pieces: a part with the name, then parts without one, until one says that
   * nothing follows.
   */
  private readCall(call: JsonObject, signature: string, responseId: string): readonly ChatEvent[] {
    const name = asText(call.name);
    const events: ChatEvent[] = name === '' ? [] : [...this.close()];
    if (name !== '') {
      const given = asText(call.id);
      const id = given === '' ? madeUpId([responseId, this.choice, this.calls, name, call.args, signature]) : given;
      this.open = { name, id, signature, args: new PartialArguments() };
    }
    if (!this.open) return events;
    this.open.args.assign(call.args);
    this.open.args.add(call.partialArgs);
    if (call.willContinue !== true) events.push(...this.close());
    return events;
  }

  private close(): readonly ChatEvent[] {
    if (!this.open) return [];
    const { name, id, signature, args } = this.open;
    this.open = null;
    const call = this.calls;
    this.calls += 1;
    const seal = signature === '' ? {} : { seal: { provider: 'google', kind: 'signature', value: signature } as const };
    return [
      { type: 'toolCall', choice: this.choice, call, id, name, kind: 'function', ...seal },
      { type: 'toolArguments', choice: this.choice, call, text: args.toJson() },
    ];
  }

  /** Metadata may be repeated in later chunks. */
  private readCitations(metadata: unknown, partStarts: readonly number[]): readonly ChatEvent[] {
    return readGrounding(metadata, { text: this.text, partStarts }).flatMap((citation): ChatEvent[] => {
      const key = `${citation.start ?? ''} ${citation.end ?? ''} ${citation.url}`;
      if (this.cited.has(key)) return [];
      this.cited.add(key);
      return [{ type: 'citation', choice: this.choice, citation }];
    });
  }
}

function textOf(part: JsonObject): string | null {
  if (typeof part.text === 'string') return part.text;
  const code = codeText(asRecord(part.executableCode) ?? undefined, asRecord(part.codeExecutionResult) ?? undefined);
  if (code !== null) return code;
  // A part that holds nothing but its signature counts as an empty text.
  const holdsMore = Object.keys(part).some(key => key !== 'thoughtSignature' && key !== 'thought');
  return holdsMore ? null : '';
}

/**
 * An id for a call without one, because the provider's own API leaves ids out. The answer's id is part of it, so that
 * calls of different answers get different ids; it has letters and digits only, which every provider accepts.
 */
function madeUpId(parts: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return `call_${hash.slice(0, 24)}`;
}
