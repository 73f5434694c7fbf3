import { countGeneratedTokens, countPromptTokens, estimatePromptTokens, estimateTokens } from '@formats';
import { readCall } from '../call/relay-call';
import { TokenCounter } from './token-counter';

const MODEL = 'gpt-4o';
/** A text for which the estimate is wrong. */
const TEXT = 'antidisestablishmentarianism, floccinaucinihilipilification; a few plain words follow here';

let counter: TokenCounter;
beforeAll(() => (counter = new TokenCounter()));
afterAll(() => counter.onApplicationShutdown());

describe('the counter of tokens, run from its sources', () => {
  it('counts generated text with the vocabulary of the model', async () => {
    const generated = { text: TEXT, toolCalls: 2 };
    const exact = countGeneratedTokens(generated, MODEL);
    expect(exact).not.toBe(estimateTokens(TEXT, MODEL));
    expect(await counter.generated(generated, MODEL)).toBe(exact);
  }, 60_000);

  it('counts a prompt with the vocabulary of the model', async () => {
    const body = Buffer.from(JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: TEXT }] }));
    const call = readCall({ endpoint: 'chat', format: 'openai', body });
    const exact = countPromptTokens(call.parsed, call, MODEL);
    expect(exact).not.toBe(estimatePromptTokens(call.parsed, call, MODEL));
    expect(await counter.prompt(call, MODEL)).toBe(exact);
  }, 60_000);
});
