import { DroppedFields } from '../canonical/dropped-fields';
import { type Seal } from '../canonical/chat';
import { type AnswerContext } from '../canonical/chat-format';
import { type JsonObject, asList, at } from '../json/read-value';
import { chatFormats } from '../chat-formats';
import { geminiFormat } from './index';

/**
 * Gemini 3 refuses the second turn of a tool loop without the signature of the first, so it must survive every format.
 */
const SIGNATURE = 'RXFvK0NxYytBYjQ=';
const seal: Seal = { provider: 'google', kind: 'signature', value: SIGNATURE };
const answer = geminiFormat.readAnswer({
  candidates: [
    {
      content: {
        role: 'model',
        parts: [
          { text: 'plan', thought: true },
          { text: 'I look.' },
          { functionCall: { id: 'call_1', name: 'weather', args: { city: 'Ulm' } }, thoughtSignature: SIGNATURE },
          { functionCall: { id: 'call_2', name: 'weather', args: { city: 'Rome' } } },
        ],
      },
      finishReason: 'STOP',
    },
  ],
  responseId: 'r',
});

const context: AnswerContext = {
  model: 'm',
  call: { messages: [], tools: [], settings: { reasoning: { effort: 'high', isShown: true } }, extraFields: [] },
  parsed: {},
  createdAtSeconds: 0,
  wantsUsage: true,
  estimatedPromptTokens: 1,
  newId: prefix => `${prefix}made`,
};

/** The body that a client of each format sends in the next turn: the answer that it received, and the results. */
const nextTurn: Record<'openai' | 'anthropic' | 'responses', (received: JsonObject) => JsonObject> = {
  openai: received => {
    const message = at(received, 'choices', 0, 'message');
    const ids = asList(at(message, 'tool_calls')).map(call => at(call, 'id'));
    const results = ids.map(id => ({ role: 'tool', tool_call_id: id, content: 'sun' }));
    return { messages: [{ role: 'user', content: 'q' }, message, ...results] };
  },
  anthropic: received => {
    const content = asList(received.content);
    const ids = content.filter(block => at(block, 'type') === 'tool_use').map(block => at(block, 'id'));
    const results = ids.map(id => ({ type: 'tool_result', tool_use_id: id, content: 'sun' }));
    return {
      messages: [
        { role: 'user', content: 'q' },
        { role: 'assistant', content },
        { role: 'user', content: results },
      ],
    };
  },
  responses: received => {
    const output = asList(received.output);
    const ids = output.filter(item => at(item, 'type') === 'function_call').map(item => at(item, 'call_id'));
    const results = ids.map(id => ({ type: 'function_call_output', call_id: id, output: 'sun' }));
    return { input: [{ role: 'user', content: 'q' }, ...output, ...results] };
  },
};

it.each(['openai', 'anthropic', 'responses'] as const)('a Gemini signature survives a caller of the %s format', id => {
  const received = chatFormats[id].writeAnswer(answer, context);
  const call = chatFormats[id].readCall(JSON.parse(JSON.stringify(nextTurn[id](received))) as JsonObject);
  const calls = call.messages.flatMap(({ blocks }) => blocks.filter(block => block.type === 'toolCall'));
  expect(calls.map(made => made.seal)).toEqual([seal, undefined]);
  const body = geminiFormat.writeCall(call, { model: 'gemini-3-pro-preview', isStream: false }, new DroppedFields());
  const contents = asList(body.contents);
  const parts = asList(at(contents, 1, 'parts')).filter(part => at(part, 'functionCall') !== undefined);
  expect(parts.map(part => at(part, 'thoughtSignature'))).toEqual([SIGNATURE, undefined]);
  const responses = asList(at(contents, 2, 'parts')).map(part => at(part, 'functionResponse', 'response'));
  expect(responses).toEqual([{ result: 'sun' }, { result: 'sun' }]);
});
