import { systemClock, TtlCache } from '@kernel';
import { Injectable } from '@nestjs/common';

/** Prompts that are remembered; the one that was not needed for longest makes room. */
const PROMPTS_MAX = 50_000;
/** Providers keep the beginning of a prompt for minutes, an hour at most. */
const LIFETIME_MS = 60 * 60_000;
/** Longer histories are not looked through. */
const MESSAGES_MAX = 1000;
/** Characters of each end of a text that are read, beside its length. */
const END_CHARACTERS = 48;
/** Texts of one message that are read at most. */
const TEXTS_MAX = 32;

/** Where a conversation is served. */
interface Kept {
  readonly channelId: number;
  /** Names the conversation among keys of a channel with several. */
  readonly name: string;
}

/** A call that names no conversation, as a part of one. */
export interface UnnamedCall {
  /** Where an earlier call was served whose prompt and answer this one goes on from; null for a first one. */
  readonly kept: Kept | null;
  /** A channel has served the call. */
  served(channelId: number): void;
}

/**
 * Finds conversations that no client names: the prompt of a call is the beginning of the next one's, with the answer behind
 * it. A beginning that many calls share, such as examples, is no such prompt, because it never was a call of its own. The
 * memory is that of one process; with several nodes each leads the calls that it gets.
 */
@Injectable()
export class ConversationMemory {
  private readonly prompts = new TtlCache<string, Kept>({
    sizeMax: PROMPTS_MAX,
    lifetimeMs: LIFETIME_MS,
    clock: systemClock,
  });

  /** @returns null for a call whose body has no messages */
  of(tokenId: number, model: string, parsed: Readonly<Record<string, unknown>>): UnnamedCall | null {
    const messages = messagesIn(parsed);
    if (messages === null || messages.length === 0 || messages.length > MESSAGES_MAX) return null;
    const digest = new Digest(`${tokenId}\n${model}`);
    const beginnings: string[] = [];
    let isAfterAnswer = true; // a history that begins with an answer has no prompt before it
    for (const message of messages) {
      const isAnswer = isAnswerIn(message);
      if (isAnswer && !isAfterAnswer) beginnings.push(digest.text);
      digest.add(message);
      isAfterAnswer = isAnswer;
    }
    const whole = digest.text;
    const kept = this.newest(beginnings);
    const name = kept?.name ?? whole;
    return { kept, served: channelId => this.prompts.set(whole, { channelId, name }) };
  }

  private newest(beginnings: readonly string[]): Kept | null {
    for (let at = beginnings.length - 1; at >= 0; at--) {
      const kept = this.prompts.get(beginnings[at] ?? '');
      if (kept) return kept;
    }
    return null;
  }
}

/** The messages of any chat format; a text alone, as Responses takes it, is none. */
function messagesIn({ messages, contents, input }: Readonly<Record<string, unknown>>): readonly unknown[] | null {
  const list = messages ?? contents ?? input;
  return Array.isArray(list) ? list : null;
}

/** Whether a message is what a model said; items of Responses without a role are, unless they are results of tools. */
function isAnswerIn(message: unknown): boolean {
  if (typeof message !== 'object' || message === null) return false;
  const { role, type } = message as { role?: unknown; type?: unknown };
  if (role !== undefined) return role === 'assistant' || role === 'model';
  return typeof type === 'string' && !type.endsWith('_output');
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * A digest of messages that grows with them. It only has to tell conversations of one key apart; two that meet would share a
 * channel.
 */
class Digest {
  private one = FNV_OFFSET;
  private other = 0;
  private textsLeft = 0;

  constructor(seed: string) {
    this.addText(seed);
  }

  get text(): string {
    return `${(this.one >>> 0).toString(36)}-${(this.other >>> 0).toString(36)}`;
  }

  add(message: unknown): void {
    this.textsLeft = TEXTS_MAX;
    this.walk(message);
  }

  private walk(value: unknown): void {
    if (this.textsLeft === 0) return;
    if (typeof value === 'string') {
      this.textsLeft -= 1;
      return this.addText(value);
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      // Clients move the marks of the cache from message to message.
      if (name !== 'cache_control') this.walk(member);
    }
  }

  private addText(text: string): void {
    this.addNumber(text.length);
    const isShort = text.length <= 2 * END_CHARACTERS;
    const head = isShort ? text.length : END_CHARACTERS;
    for (let at = 0; at < head; at++) this.addNumber(text.charCodeAt(at));
    for (let at = isShort ? text.length : text.length - END_CHARACTERS; at < text.length; at++) {
      this.addNumber(text.charCodeAt(at));
    }
  }

  private addNumber(number: number): void {
    this.one = Math.imul(this.one ^ number, FNV_PRIME);
    this.other = (Math.imul(this.other, 31) + number + 1) | 0;
  }
}
