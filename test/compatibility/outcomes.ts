import { CallRefusal, chatFormats, DroppedFields, type ChatCall, type Endpoint, type WireFormat } from '@formats';
import { type UpstreamCall, type UpstreamRequest } from '@providers';
import { adapterOfSample, type Sample, targetOfSample } from '@providers/testing';
import { chatCanaries, type ChatCapability } from '../../libs/formats/src/testing/chat-canaries';
import { inlineImages, imagesByAddress } from '../../libs/relay/src/images/inline-images';

/** The outcome of one call at one provider. */
export type Outcome =
  | {
      readonly kind: 'bytes' | 'converted';
      readonly dropped: readonly string[];
      /** Address and body of the request to the provider. */
      readonly sent: string;
      /**
       * True when the call works only because the gateway fetched the images and replaced their addresses by their
       * bytes.
       */
      readonly isFetched?: boolean;
    }
  | { readonly kind: 'refused' | 'none' | 'unsayable' | 'local' };

/** The models that callers of a format usually name; the provider's own model name takes their place. */
const ASKED: Readonly<Record<WireFormat, string>> = {
  openai: 'gpt-4.1',
  anthropic: 'claude-sonnet-4-5',
  gemini: 'gemini-2.5-flash',
  responses: 'gpt-4.1',
};

export interface Asked {
  readonly endpoint: Endpoint;
  readonly format: WireFormat;
  readonly model: string;
  readonly parsed: Readonly<Record<string, unknown>>;
  readonly isStream?: boolean;
  readonly body?: Buffer;
  readonly contentType?: string;
}

/** Builds the request and lists the dropped fields; null when the provider refuses the call. */
export function send(
  sample: Sample,
  asked: Asked,
): { readonly request: UpstreamRequest; readonly dropped: readonly string[] } | null {
  const dropped = new DroppedFields();
  const { endpoint, format, model, parsed, isStream = false, contentType = 'application/json' } = asked;
  let canonical: ChatCall | null = null;
  const call: UpstreamCall = {
    endpoint,
    format,
    model,
    requestedModel: ASKED[format],
    body: asked.body ?? Buffer.from(JSON.stringify(parsed)),
    contentType,
    parsed,
    isStream,
    addUsageOption: false,
    chat: () => (canonical ??= chatFormats[format].readCall(parsed)),
    dropped,
    callerHeaders: {},
  };
  try {
    const request = adapterOfSample(sample).buildRequest(call, targetOfSample(sample));
    const { answer } = request;
    // As in the relay, fields without a place in the canonical form are dropped when a chat leaves its own format.
    if (answer?.kind === 'chat' && answer.hasNamedExtraFields !== true) {
      for (const name of call.chat().extraFields) dropped.add(name);
    }
    return { request, dropped: dropped.list };
  } catch (error) {
    if (error instanceof CallRefusal) return null;
    throw error;
  }
}

function outcomeOf(sent: ReturnType<typeof send>): Outcome {
  if (!sent) return { kind: 'refused' };
  const { answer } = sent.request;
  const isOwn = answer === undefined || answer.kind === 'reframe';
  const text = `${sent.request.url} ${sent.request.body?.toString() ?? ''}`;
  return { kind: isOwn ? 'bytes' : 'converted', dropped: sent.dropped, sent: text };
}

/**
 * Ranks an outcome, lower being better: first by the number of dropped fields, then without fetching before fetching,
 * then bytes before a conversion.
 */
function rank(outcome: Outcome): number {
  if (!('dropped' in outcome)) return 1000;
  return outcome.dropped.length * 4 + (outcome.isFetched === true ? 2 : 0) + (outcome.kind === 'bytes' ? 0 : 1);
}

function best(outcomes: readonly Outcome[]): Outcome {
  return outcomes.reduce<Outcome>((first, second) => (rank(second) < rank(first) ? second : first), {
    kind: 'refused',
  });
}

/** A shared call without the token limit that all of them have, so that only its own capability shows. */
function question(capability: ChatCapability): ChatCall {
  const found = chatCanaries.find(each => each.capability === capability);
  if (!found) throw new Error(`no question for ${capability}`);
  const { maxTokens: _maxTokens, ...settings } = found.call.settings;
  return { ...found.call, settings };
}

function marksOf(capability: ChatCapability): readonly string[] {
  return chatCanaries.find(each => each.capability === capability)?.marks ?? [];
}

/** A call for reasoning: callers of some formats name an effort, those of others a budget. */
function thinking(format: WireFormat): ChatCall {
  const isBudget = format === 'anthropic' || format === 'gemini';
  const reasoning = isBudget ? { budgetTokens: 8192 } : { effort: 'high' as const };
  return { ...question('text'), settings: { reasoning } };
}

const toolHistory = question('toolResults');
/** A history with the first message, one call and its result. */
const oneCall: ChatCall = {
  ...toolHistory,
  messages: toolHistory.messages.map(message =>
    message.blocks.length === 1 ? message : { ...message, blocks: message.blocks.slice(0, 1) },
  ),
};

export interface ChatColumn {
  readonly name: string;
  readonly call: ChatCall | ((format: WireFormat) => ChatCall);
  readonly isStream?: boolean;
  /** Texts of the call that must be found in the request to the provider, unless a dropped field is named. */
  readonly marks: readonly string[];
}

function column(name: string, capability: ChatCapability): ChatColumn {
  return {
    name,
    call: question(capability),
    marks: marksOf(capability),
  };
}

/** The calls of the matrix, in its order. */
export const chatColumns: readonly ChatColumn[] = [
  column('chat', 'text'),
  { ...column('stream', 'text'), isStream: true },
  column('system', 'system'),
  column('tools', 'tools'),
  column('parallel tools', 'toolResults'),
  { name: 'tool results', call: oneCall, marks: ['canary_tool', 'Ulm', 'canary sun'] },
  column('image by URL', 'imageUrl'),
  column('image base64', 'imageData'),
  column('JSON schema', 'jsonSchema'),
  column('stop', 'stop'),
  // Every provider has its own way to say how much to think.
  { name: 'reasoning', call: thinking, marks: [] },
];

/** An image that the gateway may have found at an address. */
export const FETCHED = { mime: 'image/png', data: 'iVBORw0KGgo=' };

/** Works as the relay does: a provider that refuses images by address gets their bytes in a second attempt. */
function outcomeWithImages(sample: Sample, asked: Asked): Outcome {
  const outcome = outcomeOf(send(sample, asked));
  const addresses = imagesByAddress(asked.format, asked.parsed);
  if (outcome.kind !== 'refused' || addresses.length === 0) return outcome;
  const parsed = inlineImages(asked.format, asked.parsed, new Map(addresses.map(({ url }) => [url, FETCHED])));
  const fetched = outcomeOf(send(sample, { ...asked, parsed }));
  return 'dropped' in fetched ? { ...fetched, isFetched: true } : fetched;
}

/** The outcome of a call in a caller's format at a provider. */
export function chatOutcome(sample: Sample, format: WireFormat, asked: ChatColumn): Outcome {
  if (sample.chat.length === 0) return { kind: 'none' };
  const { call, isStream = false } = asked;
  const dropped = new DroppedFields();
  const said = typeof call === 'function' ? call(format) : call;
  const parsed = chatFormats[format].writeCall(said, { model: ASKED[format], isStream }, dropped);
  if (!dropped.isEmpty) return { kind: 'unsayable' };
  return best(
    sample.chat.map(model => outcomeWithImages(sample, { endpoint: 'chat', format, model, parsed, isStream })),
  );
}

/** The outcome of counting a prompt at the provider itself. */
export function countOutcome(sample: Sample, format: WireFormat): Outcome {
  const [model] = sample.chat;
  if (format === 'openai' || model === undefined) return { kind: 'none' };
  const { endpoints, nativeFormats } = adapterOfSample(sample);
  // The relay sends counts only to providers that speak the caller's format, and otherwise counts by itself.
  if (!endpoints.includes('countTokens') || !nativeFormats.includes(format)) return { kind: 'local' };
  const parsed = chatFormats[format].writeCall(
    { ...question('text'), settings: {} },
    { model: ASKED[format], isStream: false },
    new DroppedFields(),
  );
  const outcome = outcomeOf(send(sample, { endpoint: 'countTokens', format, model, parsed }));
  return outcome.kind === 'refused' ? { kind: 'local' } : outcome;
}

const FORM = '----sample';
const formBody = Buffer.from(
  `--${FORM}\r\ncontent-disposition: form-data; name="model"\r\n\r\nm\r\n--${FORM}\r\n` +
    'content-disposition: form-data; name="file"; filename="a.mp3"\r\ncontent-type: audio/mpeg\r\n\r\nID3\r\n' +
    `--${FORM}--\r\n`,
);

/** Tasks besides chat, each with a plain request in the OpenAI form. */
export const taskColumns: readonly { readonly name: string; readonly endpoint: Endpoint; readonly order: object }[] = [
  { name: 'embeddings', endpoint: 'embeddings', order: { input: 'hello' } },
  { name: 'rerank', endpoint: 'rerank', order: { query: 'hello', documents: ['hello', 'world'], top_n: 1 } },
  { name: 'images', endpoint: 'imageGenerations', order: { prompt: 'a fox', n: 1, size: '1024x1024' } },
  { name: 'speech', endpoint: 'speech', order: { input: 'hello', voice: 'alloy', response_format: 'mp3' } },
  { name: 'transcription', endpoint: 'transcriptions', order: { response_format: 'json' } },
];

export function taskOutcome(sample: Sample, { endpoint, order }: (typeof taskColumns)[number]): Outcome {
  if (!adapterOfSample(sample).endpoints.includes(endpoint)) return { kind: 'none' };
  const model = sample.models?.[endpoint] ?? sample.chat[0] ?? '';
  const form = { body: formBody, contentType: `multipart/form-data; boundary=${FORM}` };
  const asked = { endpoint, format: 'openai', model, parsed: { model, ...order } } as const;
  return outcomeOf(send(sample, endpoint === 'transcriptions' ? { ...asked, ...form } : asked));
}

/**
 * The reading of answers to a plain chat: the caller's own format when the bytes pass, and null when the sample has no
 * chat.
 */
export function readingOf(sample: Sample, format: WireFormat, isStream: boolean) {
  const [model] = sample.chat;
  if (model === undefined) return null;
  const parsed = chatFormats[format].writeCall(
    question('text'),
    { model: ASKED[format], isStream },
    new DroppedFields(),
  );
  const answer = send(sample, { endpoint: 'chat', format, model, parsed, isStream })?.request.answer;
  return answer?.kind === 'chat' ? answer : chatFormats[format];
}
