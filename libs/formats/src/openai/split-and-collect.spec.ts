import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordedStreams, type RecordedStream } from '../testing/recorded-files';
import { payloadsOf } from '../testing/sse-payloads';
import { textOfChunks } from '../testing/text-of-chunks';
import { findUsage } from './openai-usage';
import { ChunkCollector } from './collect-chunks';
import { splitAnswer } from './split-answer';

function collected(payloads: readonly string[]): Record<string, unknown> | null {
  const collector = new ChunkCollector();
  for (const data of payloads) collector.add({ event: '', data });
  return collector.result();
}

function splitAndCollected(answer: unknown, wantsUsage = true): Record<string, unknown> | null {
  return collected(payloadsOf(splitAnswer(answer, { wantsUsage })));
}

/** A repeatable random number generator (mulberry32): a failure names the seed that produced it. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

class AnswerMaker {
  private readonly next: () => number;

  constructor(seed: number) {
    this.next = chance(seed);
  }

  make(): Record<string, unknown> {
    const isText = this.flip();
    return {
      id: this.word(),
      object: isText ? 'text_completion' : 'chat.completion',
      created: 1760000000 + this.below(1000),
      model: this.word(),
      ...this.maybe('system_fingerprint', this.word()),
      ...this.maybe('service_tier', this.flip() ? 'default' : null),
      ...this.maybe('citations', [this.word()]),
      choices: this.list(1, index => (isText ? this.textChoice(index) : this.chatChoice(index))),
      ...this.maybe('usage', { prompt_tokens: this.below(9), completion_tokens: this.below(9) }),
    };
  }

  private textChoice(index: number): object {
    const logprobs = this.flip() ? null : { tokens: this.words(), token_logprobs: [-0.5], top_logprobs: null };
    return { index, text: this.text(), logprobs, finish_reason: this.flip() ? 'stop' : 'length' };
  }

  private chatChoice(index: number): object {
    const hasCalls = this.flip();
    const audio = { id: this.word(), data: 'AAEC', expires_at: 5, transcript: this.text() };
    const message = {
      role: 'assistant',
      content: this.flip() ? null : this.content(),
      ...this.maybe('reasoning_content', `r${this.text()}`),
      ...this.maybe('refusal', this.flip() ? null : `n${this.text()}`),
      ...this.maybe('annotations', [{ type: 'url_citation', n: this.below(9) }]),
      ...this.maybe('audio', audio),
      ...this.maybe('images', [{ url: this.word() }]),
      ...(hasCalls && { tool_calls: this.list(1, () => this.toolCall()) }),
      ...this.maybe('function_call', { name: this.word(), arguments: this.text() }),
    };
    return {
      index,
      message,
      ...this.maybe('logprobs', this.flip() ? null : { content: [{ token: this.word() }], refusal: null }),
      ...this.maybe('content_filter_results', { hate: { filtered: this.flip() } }),
      finish_reason: hasCalls ? 'tool_calls' : 'stop',
    };
  }

  private content(): unknown {
    if (this.flip()) return this.text();
    const image = { type: 'image_url', image_url: { url: this.word() } };
    return [...(this.flip() ? [{ type: 'text', text: `t${this.text()}` }] : []), image];
  }

  private toolCall(): object {
    const id = `id${this.below(1e9)}`;
    return this.flip()
      ? { id, type: 'function', function: { name: this.word(), arguments: this.text() } }
      : { id, type: 'custom', custom: { name: this.word(), input: this.text() } };
  }

  private maybe(name: string, value: unknown): object {
    return this.flip() ? { [name]: value } : {};
  }

  private list<Entry>(least: number, make: (index: number) => Entry): Entry[] {
    return Array.from({ length: least + this.below(3) }, (_, index) => make(index));
  }

  private words(): string[] {
    return this.list(0, () => this.word());
  }

  private text(): string {
    return this.words().join(' ');
  }

  private word(): string {
    const words = ['a', '{"b":1}', '世界', '\n\n', 'data: x', '[DONE]', '"', '\\', '🎈', '__proto__'];
    return words[this.below(words.length)] ?? 'a';
  }

  private flip(): boolean {
    return this.next() < 0.5;
  }

  private below(limit: number): number {
    return Math.floor(this.next() * limit);
  }
}

describe('splitting answers into streams and collecting them', () => {
  it('gives back every answer unchanged', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const answer = new AnswerMaker(seed).make();
      const back = splitAndCollected(answer);
      expect({ seed, answer: back }).toEqual({ seed, answer });
    }
  });

  it('loses nothing when a stream is collected, split and collected a second time', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const once = splitAndCollected(new AnswerMaker(seed).make(), false);
      const twice = splitAndCollected(once);
      expect({ seed, answer: twice }).toEqual({ seed, answer: once });
    }
  });
});

const FOLDERS = [
  'openai-chat',
  'openai-completion',
  'mistral',
  'deepseek',
  'groq',
  'xai',
  'xai-openai-compatible',
  'alibaba',
  'moonshotai',
  'perplexity',
];

const own: readonly RecordedStream[] = ['text.sse', 'tool-call.sse'].map(file => ({
  name: `own/${file}`,
  payloads: payloadsOf(
    readFileSync(join(__dirname, '../../../providers/src/adapters/openai/__fixtures__', file), 'utf8'),
  ),
}));

describe('collecting recorded streams', () => {
  it.each([...own, ...recordedStreams(FOLDERS)])('keeps all text, tool calls and usage of $name', ({ payloads }) => {
    const chunks = payloads.map(payload => JSON.parse(payload) as unknown);
    const said = textOfChunks(chunks);
    const answer = collected(payloads);
    const { text, toolCalls } = textOfChunks([answer]);

    // Reasoning and content may interleave in a stream, so the characters are compared without their order.
    expect([...text].sort()).toEqual([...said.text].sort());
    expect(toolCalls).toBe(said.toolCalls);
    expect(findUsage(answer)).toEqual(chunks.map(findUsage).findLast(Boolean));
    expect(answer).toMatchObject({ choices: [{ finish_reason: expect.stringMatching(/^(stop|length|tool_calls)$/) }] });
  });
});
