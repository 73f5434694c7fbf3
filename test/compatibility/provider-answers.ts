import { type Sample } from './samples';

export interface ProviderCall {
  readonly name: string;
  readonly input: object;
}

type Answer = (calls: readonly ProviderCall[]) => object;

function text({ input }: ProviderCall): string {
  return JSON.stringify(input);
}

function asFunction(call: ProviderCall, index: number): object {
  return {
    id: `c${index}`,
    type: 'function',
    function: { name: call.name, arguments: text(call) },
  };
}

const openai: Answer = calls => ({
  choices: [
    { index: 0, message: { role: 'assistant', tool_calls: calls.map(asFunction) }, finish_reason: 'tool_calls' },
  ],
});

const claude: Answer = calls => ({
  type: 'message',
  content: calls.map(({ name, input }, index) => ({ type: 'tool_use', id: `c${index}`, name, input })),
  stop_reason: 'tool_use',
});

const gemini: Answer = calls => ({
  candidates: [
    {
      content: { parts: calls.map(({ name, input }) => ({ functionCall: { name, args: input } })) },
      finishReason: 'STOP',
    },
  ],
});

/** Samples with a protocol of their own, by type and mode. */
const OWN: Readonly<Record<string, Answer>> = {
  '4 native': calls => ({
    message: {
      role: 'assistant',
      tool_calls: calls.map(({ name, input }) => ({ function: { name, arguments: input } })),
    },
    done: true,
  }),
  '14': claude,
  '33': claude,
  '41 Claude': claude,
  '24': gemini,
  '41 Google': gemini,
  // This protocol has one call at a time.
  '15 Workshop': ([call]) => ({
    result: '',
    ...(call && { function_call: { name: call.name, arguments: text(call) } }),
    finish_reason: 'function_call',
  }),
  '17 native': calls => ({ output: openai(calls) }),
  '18 socket': ([call]) => ({
    header: { code: 0, status: 2 },
    payload: {
      choices: {
        status: 2,
        text: [{ content: '', ...(call && { function_call: { name: call.name, arguments: text(call) } }) }],
      },
    },
  }),
  '23 signed': calls => ({
    Response: {
      Choices: [
        {
          FinishReason: 'tool_calls',
          Message: {
            ToolCalls: calls.map((call, index) => ({
              Id: `c${index}`,
              Type: 'function',
              Function: { Name: call.name, Arguments: text(call) },
            })),
          },
        },
      ],
    },
  }),
  '34': calls => ({ message: { tool_calls: calls.map(asFunction) }, finish_reason: 'TOOL_CALL' }),
  '39 native': calls => ({
    success: true,
    result: { tool_calls: calls.map(({ name, input }) => ({ name, arguments: input })) },
  }),
};

/** A whole answer with tool calls, in the protocol of a sample. */
export function providerAnswer({ type, mode }: Sample, calls: readonly ProviderCall[]): object {
  return (OWN[mode === undefined ? String(type) : `${type} ${mode}`] ?? openai)(calls);
}
