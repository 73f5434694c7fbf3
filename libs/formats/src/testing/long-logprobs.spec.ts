import { type AnswerContext } from '../canonical/chat-format';
import { wireFormats } from '../canonical/chat';
import { chatFormats } from '../chat-formats';

/** More entries than a single function call can have as arguments. */
const content = Array.from({ length: 130_000 }, () => ({ token: 'a', logprob: -1, bytes: [97], top_logprobs: [] }));
const answer = {
  id: 'chatcmpl-1',
  choices: [{ index: 0, message: { role: 'assistant', content: 'a' }, logprobs: { content }, finish_reason: 'stop' }],
};
const context: AnswerContext = {
  model: 'm',
  call: { messages: [], tools: [], settings: {}, extraFields: [] },
  parsed: {},
  createdAtSeconds: 1,
  wantsUsage: true,
  estimatedPromptTokens: 1,
  newId: prefix => prefix,
};

it.each(wireFormats)('a very long answer with logprobs for each token reaches a caller of the %s format', caller => {
  const read = chatFormats.openai.readAnswer(answer);
  expect(read.choices[0]?.logprobs?.content).toHaveLength(content.length);
  expect(JSON.stringify(chatFormats[caller].writeAnswer(read, context))).toContain('"a"');
});
