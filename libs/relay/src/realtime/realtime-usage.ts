import { type GeneratedText, type UsageReading } from '@formats';
import { noUsage, type UsageBuckets } from '@contracts';

/** The fields of a socket message that matter for the bill. */
export interface RealtimeEvent {
  readonly type?: unknown;
  readonly delta?: unknown;
  readonly audio?: unknown;
  readonly item?: unknown;
  readonly session?: unknown;
  readonly response?: unknown;
}

/** The usage of a response as the provider reports it; it is counted locally when it is missing or cannot be true. */
export function usageOfResponse(event: RealtimeEvent): UsageReading {
  const usage = record(record(event.response)?.usage);
  if (!usage) return { kind: 'missing' };
  const counts = new Counts();
  const input = record(usage.input_token_details) ?? {};
  const output = record(usage.output_token_details) ?? {};
  const cachedDetails = record(input.cached_tokens_details) ?? {};
  const total = counts.needed('input_tokens', usage.input_tokens);
  const outputTotal = counts.needed('output_tokens', usage.output_tokens);
  const audioInputTokens = Math.min(counts.optional('audio_tokens', input.audio_tokens), total);
  const imageInputTokens = Math.min(counts.optional('image_tokens', input.image_tokens), total - audioInputTokens);
  const text = total - audioInputTokens - imageInputTokens;
  // Cached audio is billed like other audio: only cached text has a price of its own.
  const cachedText = 'text_tokens' in cachedDetails ? cachedDetails.text_tokens : input.cached_tokens;
  const cachedReadTokens = Math.min(counts.optional('cached_tokens', cachedText), text);
  const audioOutputTokens = Math.min(counts.optional('audio_tokens', output.audio_tokens), outputTotal);
  if (counts.nonsense) return { kind: 'nonsense', reason: counts.nonsense };
  const reported = {
    ...noUsage,
    promptTokens: text - cachedReadTokens,
    cachedReadTokens,
    audioInputTokens,
    imageInputTokens,
    completionTokens: outputTotal - audioOutputTokens,
    audioOutputTokens,
    calls: 1,
  };
  return { kind: 'reported', usage: reported, isZero: total + outputTotal === 0 };
}

/** A count above this limit is a mistake: no session uses as much. */
const TOKENS_MAX = 1_000_000_000;

/** Reads counts and remembers the first one that cannot be a count. */
class Counts {
  nonsense: string | null = null;

  needed(name: string, value: unknown): number {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= TOKENS_MAX) return value;
    this.nonsense ??= `${name} is no token count`;
    return 0;
  }

  optional(name: string, value: unknown): number {
    return value === undefined || value === null ? 0 : this.needed(name, value);
  }
}

/** Bytes per second of audio in the sessions' default form: 24 kHz, 16 bit, one channel. */
const PCM16_BYTES_PER_SECOND = 48_000;
const G711_BYTES_PER_SECOND = 8_000;
/** Tokens per second of audio, where the provider does not report them: docs/relay-rules.md#local-counting. */
const INPUT_TOKENS_PER_SECOND = 100 / 0.06 / 60;
const OUTPUT_TOKENS_PER_SECOND = 200 / 0.24 / 60;

/** Collects what has passed since the last bill, for responses whose usage the provider does not report. */
export class RealtimeTally {
  private said: string[] = [];
  private made: string[] = [];
  private heardBytes = 0;
  private spokenBytes = 0;
  private inputRate = PCM16_BYTES_PER_SECOND;
  private outputRate = PCM16_BYTES_PER_SECOND;

  fromClient(event: RealtimeEvent): void {
    if (event.type === 'session.update') this.noteSession(record(event.session));
    if (event.type === 'input_audio_buffer.append') this.heardBytes += bytesIn(event.audio);
    if (event.type === 'conversation.item.create') this.noteItem(record(event.item));
  }

  fromUpstream(event: RealtimeEvent): void {
    const type = typeof event.type === 'string' ? event.type : '';
    if (!type.endsWith('.delta')) return;
    if (/^response\.(output_)?audio\.delta$/.test(type)) this.spokenBytes += bytesIn(event.delta);
    else if (type.startsWith('response.') && typeof event.delta === 'string') this.made.push(event.delta);
  }

  get isEmpty(): boolean {
    return this.made.length === 0 && this.spokenBytes === 0;
  }

  /** Returns everything since the last call, and starts again from zero. */
  take(): { readonly said: GeneratedText; readonly made: GeneratedText; readonly audio: Partial<UsageBuckets> } {
    const audio = {
      audioInputTokens: Math.ceil((this.heardBytes / this.inputRate) * INPUT_TOKENS_PER_SECOND),
      audioOutputTokens: Math.ceil((this.spokenBytes / this.outputRate) * OUTPUT_TOKENS_PER_SECOND),
    };
    const said = { text: this.said.join('\n'), toolCalls: 0 };
    const made = { text: this.made.join(''), toolCalls: 0 };
    this.reset();
    return { said, made, audio };
  }

  reset(): void {
    this.said = [];
    this.made = [];
    this.heardBytes = 0;
    this.spokenBytes = 0;
  }

  private noteSession(session: Readonly<Record<string, unknown>> | null): void {
    if (typeof session?.instructions === 'string') this.said.push(session.instructions);
    this.inputRate = rateOf(session?.input_audio_format) ?? this.inputRate;
    this.outputRate = rateOf(session?.output_audio_format) ?? this.outputRate;
  }

  private noteItem(item: Readonly<Record<string, unknown>> | null): void {
    if (typeof item?.output === 'string') this.said.push(item.output);
    if (!Array.isArray(item?.content)) return;
    for (const part of item.content as unknown[]) {
      const { text, audio } = record(part) ?? {};
      if (typeof text === 'string') this.said.push(text);
      this.heardBytes += bytesIn(audio);
    }
  }
}

function rateOf(format: unknown): number | null {
  if (typeof format !== 'string') return null;
  return format.startsWith('g711') ? G711_BYTES_PER_SECOND : PCM16_BYTES_PER_SECOND;
}

/** The number of bytes that a base64 text encodes. */
function bytesIn(text: unknown): number {
  return typeof text === 'string' ? Math.floor((text.length * 3) / 4) : 0;
}

function record(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}
