import { PromptSize } from './bound-prompt';
import { type JsonObject } from '../json/read-value';

const CHAT = { endpoint: 'chat', format: 'openai' } as const;

function sizeOf(parsed: JsonObject, model = 'gpt-4o'): { readonly size: PromptSize; readonly bytes: number } {
  return { size: new PromptSize(parsed, CHAT, model), bytes: Buffer.byteLength(JSON.stringify(parsed)) };
}

function asked(content: unknown): JsonObject {
  return { model: 'gpt-4o', messages: [{ role: 'user', content }] };
}

const TEXTS = [
  '',
  'a',
  'word '.repeat(300),
  '请用简短的语言总结主要内容。'.repeat(20),
  'Искусственный интеллект. '.repeat(20),
  '🙂'.repeat(200),
  '!?;{}[]()'.repeat(50),
];

describe('the bound of a prompt by its bytes', () => {
  it.each(TEXTS)('is never below the bound by its text: %j', text => {
    for (const model of ['gpt-4o', 'gpt-4', 'claude-sonnet-4-5']) {
      const { size, bytes } = sizeOf(asked(text), model);
      expect(size.boundByBytes(bytes)).toBeGreaterThanOrEqual(size.boundTokens);
      expect(size.boundTokens).toBeGreaterThanOrEqual(size.tokens);
    }
  });

  it.each([
    ['parts, which may be images', asked([{ type: 'image_url', image_url: { url: 'https://a.example' } }])],
    ['a message without text', asked(null)],
    ['tools, which providers explain in words of their own', { ...asked('a'), tools: [] }],
  ])('does not exist for %s', (_name, parsed) => {
    const { size, bytes } = sizeOf(parsed);
    expect(size.boundByBytes(bytes)).toBeNull();
  });

  it.each([
    { endpoint: 'chat', format: 'anthropic' },
    { endpoint: 'embeddings', format: 'openai' },
  ] as const)('does not exist for %j', kind => {
    expect(new PromptSize(asked('a'), kind, 'gpt-4o').boundByBytes(100)).toBeNull();
  });
});
