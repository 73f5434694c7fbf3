import { DroppedFields } from '../canonical/dropped-fields';
import { type ChatBlock, type ChatCall } from '../canonical/chat';
import { foldFrames } from '../testing/fold-frames';
import { FreeTextReader, customNames, withFreeTextCalls } from './custom-tools';
import { readAnswer } from './read-answer';
import { OpenAiStreamReader } from './stream-reader';
import { writeCall } from './write-call';

const CALL: ChatCall = {
  tools: [
    {
      type: 'custom',
      name: 'patch',
      description: 'Edits files.',
      format: { type: 'grammar', syntax: 'lark', definition: 'start: "x"' },
    },
    { type: 'function', name: 'f' },
  ],
  settings: { toolChoice: { type: 'tool', name: 'patch' } },
  extraFields: [],
  messages: [
    {
      role: 'assistant',
      blocks: [{ type: 'toolCall', id: 'a', name: 'patch', arguments: '*** "Begin"\n', kind: 'custom' }],
    },
    { role: 'user', blocks: [{ type: 'toolResult', callId: 'a', content: [{ type: 'text', text: 'ok' }] }] },
  ],
};

const WRITTEN = JSON.stringify({ input: '*** "Begin"\n' });
const PATCH: ChatBlock = { type: 'toolCall', id: 'a', name: 'patch', arguments: '*** "Begin"\n', kind: 'custom' };
const OTHER: ChatBlock = { type: 'toolCall', id: 'b', name: 'f', arguments: '{"input":"x"}', kind: 'function' };

describe('free-text tools at providers without them', () => {
  it('are offered, chosen and remembered as functions with one text parameter', () => {
    const dropped = new DroppedFields();
    const body = writeCall(CALL, { model: 'm', isStream: false }, dropped, { takesCustomTools: false });
    expect(body).toMatchObject({
      messages: [{ tool_calls: [{ id: 'a', type: 'function', function: { name: 'patch', arguments: WRITTEN } }] }, {}],
      tools: [
        {
          type: 'function',
          function: {
            name: 'patch',
            description: 'Edits files.\n\nThe input must match this lark grammar:\nstart: "x"',
            parameters: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
          },
        },
        { type: 'function', function: { name: 'f' } },
      ],
      tool_choice: { type: 'function', function: { name: 'patch' } },
    });
    expect(dropped.list).toEqual(['tools.format']);
  });

  it('are called with free text in whole answers', () => {
    const calls = [
      { id: 'a', function: { name: 'patch', arguments: WRITTEN } },
      { id: 'b', function: { name: 'f', arguments: '{"input":"x"}' } },
    ];
    const answer = readAnswer({ choices: [{ message: { tool_calls: calls }, finish_reason: 'tool_calls' }] });
    expect(withFreeTextCalls(answer, customNames(CALL)).choices[0]?.blocks).toEqual([PATCH, OTHER]);
  });

  it.each([true, false])('are called with free text in streams that end for the reason %s', hasFinish => {
    const delta = (index: number, more: object): object => ({
      choices: [{ index: 0, delta: { tool_calls: [{ index, ...more }] } }],
    });
    const chunks = [
      delta(0, { id: 'a', function: { name: 'patch', arguments: WRITTEN.slice(0, 14) } }),
      delta(1, { id: 'b', function: { name: 'f', arguments: '{"input":"x"}' } }),
      delta(0, { function: { arguments: WRITTEN.slice(14) } }),
      ...(hasFinish ? [{ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }] : []),
    ];
    const reader = new FreeTextReader(new OpenAiStreamReader(), customNames(CALL));
    const frames = chunks.map(chunk => ({ event: '', data: JSON.stringify(chunk) }));
    expect(foldFrames(frames, reader).choices[0]?.blocks).toEqual([PATCH, OTHER]);
  });

  it('keep arguments of another shape unchanged', () => {
    const answer = readAnswer({
      choices: [{ message: { tool_calls: [{ id: 'a', function: { name: 'patch', arguments: 'raw' } }] } }],
    });
    expect(withFreeTextCalls(answer, customNames(CALL)).choices[0]?.blocks).toMatchObject([{ arguments: 'raw' }]);
  });
});
