import { type WireFormat } from '@formats';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI, type GenerateContentResponse, type Part } from '@google/genai';
import OpenAI from 'openai';
import { MODEL_OF, replayed, startRecordedScene, type Replayed } from '../support/scenes/recorded-scene';
import { answerOf, chatRecordings, essence, isRefusal } from '../support/inputs/recordings';
import { type RelayScene } from '../support/scenes/relay-scene';

/** The parts of an answer that a client shows. */
interface Heard {
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly { readonly name: string | undefined; readonly arguments: unknown }[];
  readonly usage: { readonly prompt: number | undefined; readonly completion: number | undefined } | null;
}

type Listen = (model: string, question: string) => Promise<Heard>;

/** Runs each client twice: for the whole answer, and for the stream. */
type Clients = Readonly<Record<WireFormat, { readonly whole: Listen; readonly stream: Listen }>>;

const MAX_TOKENS = 16_000; // beyond this value a client refuses to wait for a whole answer
const all = replayed(chatRecordings().filter(recording => !isRefusal(recording)));

let scene: RelayScene;
let clients: Clients;
beforeAll(async () => {
  scene = await startRecordedScene(all);
  const { key, app } = scene;
  const openai = new OpenAI({ apiKey: key, baseURL: `${app.url}/v1`, maxRetries: 0 });
  clients = {
    openai: chatClient(openai),
    responses: responsesClient(openai),
    anthropic: messagesClient(new Anthropic({ apiKey: key, baseURL: app.url, maxRetries: 0 })),
    gemini: contentClient(new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: app.url } })),
  };
});
afterAll(() => scene.close());

function parsed(text: string): unknown {
  return JSON.parse(text === '' ? '{}' : text) as unknown;
}

function chatClient({ chat }: OpenAI): Clients['openai'] {
  const hear = ({ choices, usage }: OpenAI.ChatCompletion): Heard => {
    const said = choices[0]?.message as (OpenAI.ChatCompletionMessage & { reasoning_content?: string }) | undefined;
    const calls = said?.tool_calls ?? [];
    return {
      text: said?.content ?? '',
      reasoning: said?.reasoning_content ?? '',
      toolCalls: calls.map(call =>
        call.type === 'function'
          ? { name: call.function.name, arguments: parsed(call.function.arguments) }
          : { name: call.custom.name, arguments: { input: call.custom.input } },
      ),
      usage: usage ? { prompt: usage.prompt_tokens, completion: usage.completion_tokens } : null,
    };
  };
  const order = (model: string, content: string) => ({ model, messages: [{ role: 'user' as const, content }] });
  return {
    whole: async (model, question) => hear(await chat.completions.create(order(model, question))),
    stream: async (model, question) => {
      const options = { stream_options: { include_usage: true } };
      let reasoning = '';
      const stream = chat.completions.stream({ ...order(model, question), ...options });
      // The client does not put together fields that OpenAI's own models do not send.
      stream.on('chunk', ({ choices }) => {
        const delta = choices[0]?.delta as { reasoning_content?: string } | undefined;
        reasoning += delta?.reasoning_content ?? '';
      });
      return { ...hear(await stream.finalChatCompletion()), reasoning };
    },
  };
}

function responsesClient({ responses }: OpenAI): Clients['responses'] {
  const hear = ({ output, output_text, usage }: OpenAI.Responses.Response): Heard => ({
    text: output_text,
    reasoning: output
      .flatMap(item => (item.type === 'reasoning' ? [...item.summary, ...(item.content ?? [])] : []))
      .map(({ text }) => text)
      .join(''),
    toolCalls: output.flatMap(item => {
      if (item.type === 'function_call') return [{ name: item.name, arguments: parsed(item.arguments) }];
      return item.type === 'custom_tool_call' ? [{ name: item.name, arguments: { input: item.input } }] : [];
    }),
    usage: usage ? { prompt: usage.input_tokens, completion: usage.output_tokens } : null,
  });
  const reasoning = { effort: 'high', summary: 'auto' } as const;
  return {
    whole: async (model, input) => hear(await responses.create({ model, input, reasoning })),
    stream: async (model, input) => hear(await responses.stream({ model, input, reasoning }).finalResponse()),
  };
}

function messagesClient({ messages }: Anthropic): Clients['anthropic'] {
  const hear = ({ content, usage }: Anthropic.Message): Heard => ({
    text: content.map(block => (block.type === 'text' ? block.text : '')).join(''),
    reasoning: content.map(block => (block.type === 'thinking' ? block.thinking : '')).join(''),
    toolCalls: content.flatMap(block =>
      block.type === 'tool_use' ? [{ name: block.name, arguments: block.input }] : [],
    ),
    usage: {
      prompt: usage.input_tokens + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0),
      completion: usage.output_tokens,
    },
  });
  const order = (model: string, content: string): Anthropic.MessageCreateParamsNonStreaming => ({
    model,
    max_tokens: MAX_TOKENS,
    thinking: { type: 'enabled', budget_tokens: 8000 },
    messages: [{ role: 'user', content }],
  });
  return {
    whole: async (model, question) => hear(await messages.create(order(model, question))),
    stream: async (model, question) => hear(await messages.stream(order(model, question)).finalMessage()),
  };
}

function contentClient({ models }: GoogleGenAI): Clients['gemini'] {
  const hear = (chunks: readonly GenerateContentResponse[]): Heard => {
    const parts = chunks.flatMap(({ candidates }): Part[] => candidates?.[0]?.content?.parts ?? []);
    const textOf = (isThought: boolean) =>
      parts.map(({ text, thought }) => ((thought === true) === isThought ? (text ?? '') : '')).join('');
    const usage = chunks.findLast(({ usageMetadata }) => usageMetadata)?.usageMetadata;
    return {
      text: textOf(false),
      reasoning: textOf(true),
      toolCalls: parts.flatMap(({ functionCall }) =>
        functionCall ? [{ name: functionCall.name, arguments: functionCall.args ?? {} }] : [],
      ),
      usage: usage
        ? {
            prompt: usage.promptTokenCount,
            completion: (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
          }
        : null,
    };
  };
  const config = { thinkingConfig: { includeThoughts: true } };
  return {
    whole: async (model, contents) => hear([await models.generateContent({ model, contents, config })]),
    stream: async (model, contents) => {
      const chunks: GenerateContentResponse[] = [];
      for await (const chunk of await models.generateContentStream({ model, contents, config })) chunks.push(chunk);
      return hear(chunks);
    },
  };
}

/** In a format without images, they stand in the text. */
function withoutImages(heard: Heard): Heard {
  return { ...heard, text: heard.text.replace(/!\[image\]\([^)]*\)/g, '') };
}

/**
 * The parts of a recording that any client should show; no usage if the provider reported none, or zeros instead of
 * counting.
 */
function expected(recording: Replayed): Heard {
  const { text, refusal, reasoning, toolCalls, usage } = essence(answerOf(recording));
  const isCounted = usage !== null && usage.prompt + usage.completion > 0;
  const shown = isCounted ? { prompt: usage.prompt, completion: usage.completion } : null;
  return { text: text + refusal, reasoning, toolCalls, usage: shown };
}

describe('recorded answers, as official clients of the other formats read them', () => {
  it.each(all)('$name', async recording => {
    const wanted = expected(recording);
    const foreign = (Object.keys(clients) as WireFormat[]).filter(caller => caller !== recording.form);
    const way = recording.payloads === undefined ? 'whole' : 'stream';
    const heard = await Promise.all(
      foreign.map(async caller => {
        const received = await clients[caller][way](MODEL_OF[recording.form], recording.mark);
        return { caller, ...withoutImages(received), ...(wanted.usage === null && { usage: null }) };
      }),
    );
    expect(heard).toEqual(foreign.map(caller => ({ caller, ...wanted })));
  });
});
