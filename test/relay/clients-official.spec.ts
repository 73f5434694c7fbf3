import Anthropic from '@anthropic-ai/sdk';
import { ApiError, GoogleGenAI, type Content } from '@google/genai';
import OpenAI, { AzureOpenAI } from 'openai';
import {
  describeClient,
  type Gateway,
  QUESTION,
  type TestedClient,
  WEATHER,
  weatherTool,
} from '../support/scenes/client-scene';

const ask = { role: 'user', content: QUESTION } as const;

/** Returns the only item of a list; the client's own types leave the number open. */
function only<Item>(items: readonly Item[] | undefined): Item {
  const [item] = items ?? [];
  if (item === undefined || items?.length !== 1) throw new Error(`expected one item: ${JSON.stringify(items)}`);
  return item;
}

function openaiClient({ url, key }: Gateway): OpenAI {
  return new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 });
}

/** Azure's client puts the model into the path as a deployment, and the key into a header of its own. */
function azureClient({ url, key }: Gateway): OpenAI {
  return new AzureOpenAI({ apiKey: key, endpoint: url, apiVersion: '2025-04-01-preview', maxRetries: 0 });
}

function chatCalls({ chat }: OpenAI): TestedClient {
  const tools: OpenAI.ChatCompletionTool[] = [
    {
      type: 'function',
      function: { name: weatherTool.name, description: weatherTool.description, parameters: weatherTool.schema },
    },
  ];
  return {
    plain: async model => (await chat.completions.create({ model, messages: [ask] })).choices[0]?.message.content ?? '',
    streamed: async model => {
      const final = await chat.completions.stream({ model, messages: [ask] }).finalChatCompletion();
      return final.choices[0]?.message.content ?? '';
    },
    toolLoop: async model => {
      const first = await chat.completions.create({ model, messages: [ask], tools });
      const said = only(first.choices).message;
      const call = only(said.tool_calls);
      if (call.type !== 'function') throw new Error('no function was called');
      const heard = { role: 'tool', tool_call_id: call.id, content: WEATHER } as const;
      const second = chat.completions.stream({ model, messages: [ask, said, heard], tools });
      const final = (await second.finalChatCompletion()).choices[0]?.message.content ?? '';
      return { name: call.function.name, input: JSON.parse(call.function.arguments), final };
    },
    isKeyRefusal: error => error instanceof OpenAI.AuthenticationError,
  };
}

describeClient('openai, chat completions', gateway => chatCalls(openaiClient(gateway)));
describeClient('openai at Azure, chat completions', gateway => chatCalls(azureClient(gateway)));

function responsesCalls({ responses }: OpenAI): TestedClient {
  const tools: OpenAI.Responses.FunctionTool[] = [
    {
      type: 'function',
      name: weatherTool.name,
      description: weatherTool.description,
      parameters: weatherTool.schema,
      strict: false,
    },
  ];
  return {
    plain: async model => (await responses.create({ model, input: QUESTION })).output_text,
    streamed: async model => (await responses.stream({ model, input: QUESTION }).finalResponse()).output_text,
    toolLoop: async model => {
      const first = await responses.create({ model, input: QUESTION, tools, store: false });
      const call = first.output.find(item => item.type === 'function_call');
      if (!call) throw new Error('no function was called');
      const second = await responses
        .stream({
          model,
          tools,
          store: false,
          input: [
            ask,
            ...(first.output as OpenAI.Responses.ResponseInputItem[]), // the client may send back the answer that it received
            { type: 'function_call_output', call_id: call.call_id, output: WEATHER },
          ],
        })
        .finalResponse();
      return { name: call.name, input: JSON.parse(call.arguments), final: second.output_text };
    },
    isKeyRefusal: error => error instanceof OpenAI.AuthenticationError,
  };
}

describeClient('openai, responses', gateway => responsesCalls(openaiClient(gateway)));
describeClient('openai at Azure, responses', gateway => responsesCalls(azureClient(gateway)));

describeClient('@anthropic-ai/sdk', ({ url, key }) => {
  const { messages } = new Anthropic({ apiKey: key, baseURL: url, maxRetries: 0 });
  const textOf = ({ content }: Anthropic.Message) =>
    content.map(block => (block.type === 'text' ? block.text : '')).join('');
  const tools: Anthropic.Tool[] = [
    { name: weatherTool.name, description: weatherTool.description, input_schema: weatherTool.schema },
  ];
  return {
    plain: async model => textOf(await messages.create({ model, max_tokens: 500, messages: [ask] })),
    streamed: model => messages.stream({ model, max_tokens: 500, messages: [ask] }).finalText(),
    toolLoop: async model => {
      const first = await messages.create({ model, max_tokens: 500, messages: [ask], tools });
      const call = first.content.find(block => block.type === 'tool_use');
      if (!call) throw new Error('no tool was used');
      const heard = [{ type: 'tool_result' as const, tool_use_id: call.id, content: WEATHER }];
      const final = await messages
        .stream({
          model,
          max_tokens: 500,
          tools,
          messages: [ask, { role: 'assistant', content: first.content }, { role: 'user', content: heard }],
        })
        .finalText();
      return { name: call.name, input: call.input, final };
    },
    isKeyRefusal: error => error instanceof Anthropic.AuthenticationError,
  };
});

function geminiCalls({ models }: GoogleGenAI): TestedClient {
  const config = {
    tools: [
      {
        functionDeclarations: [
          {
            name: weatherTool.name,
            description: weatherTool.description,
            parametersJsonSchema: weatherTool.schema,
          },
        ],
      },
    ],
  };
  const streamed = async (model: string, contents: string | Content[]) => {
    let text = '';
    for await (const chunk of await models.generateContentStream({ model, contents })) text += chunk.text ?? '';
    return text;
  };
  return {
    plain: async model => (await models.generateContent({ model, contents: QUESTION })).text ?? '',
    streamed: model => streamed(model, QUESTION),
    toolLoop: async model => {
      const first = await models.generateContent({ model, contents: QUESTION, config });
      const call = only(first.functionCalls);
      const said = only(first.candidates).content ?? {};
      const heard = {
        functionResponse: { name: call.name ?? '', ...(call.id && { id: call.id }), response: { output: WEATHER } },
      };
      const final = await streamed(model, [
        { role: 'user', parts: [{ text: QUESTION }] },
        said,
        { role: 'user', parts: [heard] },
      ]);
      return { name: call.name ?? '', input: call.args, final };
    },
    isKeyRefusal: error => error instanceof ApiError && error.status === 401,
  };
}

describeClient('@google/genai', ({ url, key }) =>
  geminiCalls(new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: url } })),
);
describeClient('@google/genai, v1alpha', ({ url, key }) =>
  geminiCalls(new GoogleGenAI({ apiKey: key, apiVersion: 'v1alpha', httpOptions: { baseUrl: url } })),
);
describeClient('@google/genai, in the mode of Vertex AI', ({ url, key }) =>
  geminiCalls(new GoogleGenAI({ apiKey: key, vertexai: true, httpOptions: { baseUrl: url } })),
);
