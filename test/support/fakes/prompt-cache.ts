import { createHash } from 'node:crypto';

/** What a prompt costs at an account that keeps prompts. */
export interface CachedPrompt {
  readonly promptTokens: number;
  /** The part of them that was read from the cache. */
  readonly cachedTokens: number;
}

const CHARACTERS_OF_TOKEN = 4;

/** The prompts that one account of a provider keeps: every beginning of a prompt that ends with a message. */
export class PromptCache {
  private readonly beginnings = new Set<string>();
  /** All tokens that were read from the cache so far. */
  readTokens = 0;

  ask(messages: readonly unknown[]): CachedPrompt {
    let length = 0;
    let cachedLength = 0;
    const hash = createHash('sha256');
    for (const message of messages) {
      const text = JSON.stringify(message);
      length += text.length;
      const beginning = hash.update(text).copy().digest('base64');
      if (this.beginnings.has(beginning)) cachedLength = length;
      this.beginnings.add(beginning);
    }
    const cachedTokens = Math.floor(cachedLength / CHARACTERS_OF_TOKEN);
    this.readTokens += cachedTokens;
    return { promptTokens: Math.floor(length / CHARACTERS_OF_TOKEN), cachedTokens };
  }
}
