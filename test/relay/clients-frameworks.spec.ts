import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { ChatAnthropic } from '@langchain/anthropic';
import { HumanMessage, ToolMessage } from '@langchain/core/messages';
import { tool as langChainTool } from '@langchain/core/tools';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';
import { ChatOpenAI } from '@langchain/openai';
import { APICallError, generateText, jsonSchema, stepCountIs, streamText, tool, type LanguageModel } from 'ai';
import {
  describeClient,
  QUESTION,
  WEATHER,
  weatherTool,
  type Gateway,
  type TestedClient,
} from '../support/scenes/client-scene';

const FEW_TOKENS = 500;

/** The Vercel AI SDK with a model of one of its providers. */
function vercel(modelOf: (model: string) => LanguageModel): TestedClient {
  const tools = {
    [weatherTool.name]: tool({
      description: weatherTool.description,
      inputSchema: jsonSchema<{ city: string }>(weatherTool.schema),
      execute: () => Promise.resolve(WEATHER),
    }),
  };
  const order = (model: string) => ({
    model: modelOf(model),
    prompt: QUESTION,
    maxRetries: 0,
    maxOutputTokens: FEW_TOKENS,
  });
  return {
    plain: async model => (await generateText(order(model))).text,
    streamed: async model => {
      const failures: unknown[] = [];
      const { text } = streamText({ ...order(model), onError: ({ error }) => void failures.push(error) });
      const said = await text;
      expect(failures).toEqual([]);
      return said;
    },
    toolLoop: async model => {
      const result = streamText({ ...order(model), tools, stopWhen: stepCountIs(2) });
      const [first] = await result.steps;
      const call = first?.toolCalls[0];
      return { name: call?.toolName ?? '', input: call?.input, final: await result.text };
    },
    isKeyRefusal: error => APICallError.isInstance(error) && error.statusCode === 401,
  };
}

describeClient('ai with @ai-sdk/openai, chat', ({ url, key }) => {
  const provider = createOpenAI({ apiKey: key, baseURL: `${url}/v1` });
  return vercel(model => provider.chat(model));
});

describeClient('ai with @ai-sdk/openai, responses', ({ url, key }) => {
  const provider = createOpenAI({ apiKey: key, baseURL: `${url}/v1` });
  return vercel(model => provider.responses(model));
});

describeClient('ai with @ai-sdk/openai-compatible', ({ url, key }) => {
  const provider = createOpenAICompatible({ name: 'gateway', apiKey: key, baseURL: `${url}/v1` });
  return vercel(model => provider(model));
});

describeClient('ai with @ai-sdk/anthropic', ({ url, key }) => {
  const provider = createAnthropic({ apiKey: key, baseURL: `${url}/v1` });
  return vercel(model => provider(model));
});

describeClient('ai with @ai-sdk/google', ({ url, key }) => {
  const provider = createGoogleGenerativeAI({ apiKey: key, baseURL: `${url}/v1beta` });
  return vercel(model => provider(model));
});

/** The members of LangChain's chat models that these tests use. */
type LangChainModel = ChatOpenAI | ChatAnthropic | ChatGoogleGenerativeAI;

function langChain(modelOf: (model: string) => LangChainModel): TestedClient {
  const weather = langChainTool(() => WEATHER, {
    name: weatherTool.name,
    description: weatherTool.description,
    schema: weatherTool.schema,
  });
  const ask = new HumanMessage(QUESTION);
  return {
    plain: async model => (await modelOf(model).invoke([ask])).text,
    streamed: async model => {
      let text = '';
      for await (const piece of await modelOf(model).stream([ask])) text += piece.text;
      return text;
    },
    toolLoop: async model => {
      const bound = modelOf(model).bindTools([weather]);
      const said = await bound.invoke([ask]);
      const call = said.tool_calls?.[0];
      const heard = new ToolMessage({ content: WEATHER, tool_call_id: call?.id ?? '', name: call?.name ?? '' });
      const final = await bound.invoke([ask, said, heard]);
      return { name: call?.name ?? '', input: call?.args, final: final.text };
    },
    isKeyRefusal: error => JSON.stringify([error, String(error)]).includes('401'),
  };
}

const common = { maxRetries: 0 };

function langChainOpenAi(useResponsesApi: boolean) {
  return ({ url, key }: Gateway) =>
    langChain(
      model =>
        new ChatOpenAI({ ...common, model, apiKey: key, useResponsesApi, configuration: { baseURL: `${url}/v1` } }),
    );
}

describeClient('@langchain/openai, chat', langChainOpenAi(false));
describeClient('@langchain/openai, responses', langChainOpenAi(true));
describeClient('@langchain/anthropic', ({ url, key }) =>
  langChain(model => new ChatAnthropic({ ...common, model, apiKey: key, anthropicApiUrl: url, maxTokens: FEW_TOKENS })),
);
describeClient('@langchain/google-genai', ({ url, key }) =>
  langChain(model => new ChatGoogleGenerativeAI({ ...common, model, apiKey: key, baseUrl: url })),
);
