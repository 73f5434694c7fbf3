import { channelTypeOf } from '@contracts';
import {
  CallRefusal,
  chatFormats,
  type ChatEvent,
  DroppedFields,
  type Endpoint,
  type StreamFraming,
  type WireFormat,
  wireFormats,
} from '@formats';
import { type AnswerReading, type UpstreamCall, type UpstreamRequest } from '../contract/upstream';
import { ADAPTERS } from '../registry';
import { testCall } from './adapter-conformance';
import { adapterOfSample, nameOfSample, type Sample, SAMPLE_KEY, targetOfSample } from './sample';
import { FAILURE, openAiProtocol, type SampleProtocol, SPOKEN } from './sample-protocols';
import { FURTHER_SAMPLES, SAMPLES } from './samples';

/*
 * What every adapter owes to the relay, tested with the sample accounts: the key is where the provider looks for it and
 * nowhere else, and errors and ends are seen in whole answers and in streams.
 */

const NOW_MS = Date.UTC(2026, 7, 1);

const FORM = '----sample';
const formBody = Buffer.from(
  `--${FORM}\r\ncontent-disposition: form-data; name="model"\r\n\r\nm\r\n--${FORM}\r\n` +
    'content-disposition: form-data; name="file"; filename="a.mp3"\r\ncontent-type: audio/mpeg\r\n\r\nID3\r\n' +
    `--${FORM}--\r\n`,
);

/** Plain bodies of the endpoints besides chats; null for a form. */
const BODIES: Readonly<Record<Exclude<Endpoint, 'chat' | 'countTokens'>, object | null>> = {
  completions: { prompt: 'hi' },
  edits: { input: 'hi', instruction: 'greet' },
  embeddings: { input: ['hi'] },
  moderations: { input: 'hi' },
  rerank: { query: 'hi', documents: ['hi'] },
  imageGenerations: { prompt: 'a fox' },
  imageEdits: null,
  imageVariations: null,
  speech: { input: 'hi', voice: 'alloy' },
  transcriptions: null,
  translations: null,
  responsesCompact: { input: 'hi' },
  realtime: {},
};

interface Sent {
  readonly call: UpstreamCall;
  readonly request: UpstreamRequest;
}

function chatCall(sample: Sample, format: WireFormat, changes: Partial<UpstreamCall> = {}): UpstreamCall {
  const model = sample.chat[0] ?? '';
  const isStream = changes.isStream === true;
  const chat = {
    messages: [{ role: 'user', blocks: [{ type: 'text', text: 'hi' }] }],
    tools: [],
    extraFields: [],
  } as const;
  const body = chatFormats[format].writeCall({ ...chat, settings: {} }, { model, isStream }, new DroppedFields());
  return testCall(body, { format, model, requestedModel: model, isStream, ...changes });
}

function taskCall(sample: Sample, endpoint: keyof typeof BODIES): UpstreamCall {
  const model = sample.models?.[endpoint] ?? sample.chat[0] ?? '';
  const body = BODIES[endpoint];
  const call = testCall({ model, ...body }, { endpoint, model });
  return body === null ? { ...call, body: formBody, contentType: `multipart/form-data; boundary=${FORM}` } : call;
}

/** Plain calls of an endpoint: those of chats in each format, whole and streamed. */
function callsOf(sample: Sample, endpoint: Endpoint): readonly UpstreamCall[] {
  if (endpoint === 'chat') {
    return wireFormats.flatMap(format => [chatCall(sample, format), chatCall(sample, format, { isStream: true })]);
  }
  if (endpoint !== 'countTokens') return [taskCall(sample, endpoint)];
  // Only callers of the provider's own format have their prompts counted there.
  const natives = adapterOfSample(sample).nativeFormats.filter(format => format !== 'openai');
  return natives.map(format => chatCall(sample, format, { endpoint }));
}

/** The requests for plain calls of an endpoint, without those that the sample's models refuse. */
function requestsFor(sample: Sample, endpoint: Endpoint): readonly Sent[] {
  return callsOf(sample, endpoint).flatMap(call => {
    try {
      return [{ call, request: adapterOfSample(sample).buildRequest(call, targetOfSample(sample)) }];
    } catch (error) {
      if (error instanceof CallRefusal) return [];
      throw error;
    }
  });
}

async function signed(sample: Sample, request: UpstreamRequest): Promise<UpstreamRequest> {
  const { sign } = adapterOfSample(sample);
  return sign ? await sign(request, targetOfSample(sample), NOW_MS) : request;
}

/** The secret parts of a sample's key and of the token that was traded for it. */
function secretsOf(sample: Sample): readonly string[] {
  const { key, accessToken = '' } = targetOfSample(sample);
  return `${key} ${accessToken}`.match(/[\w.-]*canary[\w.-]*/g) ?? [];
}

/** Where a request shows the credential of the sample, and the rest of the request as one text. */
function splitRequest(
  sample: Sample,
  request: UpstreamRequest,
): { readonly proof: string | null; readonly rest: string } {
  const { credential = { header: 'authorization', value: `Bearer ${SAMPLE_KEY}` } } = sample;
  const url = new URL(request.url);
  const headers = { ...request.headers };
  let proof: string | null;
  if ('header' in credential) {
    proof = headers[credential.header] ?? null;
    delete headers[credential.header];
  } else {
    proof = url.searchParams.get(credential.parameter);
    url.searchParams.delete(credential.parameter);
  }
  const body = request.body?.toString('latin1') ?? '';
  return { proof, rest: `${decodeURIComponent(url.href)}\n${JSON.stringify(headers)}\n${body}` };
}

async function expectKeyInPlace(sample: Sample, request: UpstreamRequest): Promise<void> {
  const { proof, rest } = splitRequest(sample, await signed(sample, request));
  const { credential = { value: `Bearer ${SAMPLE_KEY}` } } = sample;
  expect(proof).toEqual(
    typeof credential.value === 'string' ? credential.value : expect.stringMatching(credential.value),
  );
  for (const secret of secretsOf(sample)) expect(rest).not.toContain(secret);
}

/** Whether the relay takes a whole body for an error; without `isError` a truthy `error` is one. */
function isError(reading: AnswerReading, body: object): boolean {
  if (reading.kind === 'reframe') return true;
  if (reading.kind === 'bytes') {
    const reader = reading.openReader();
    reader.read({ event: '', data: JSON.stringify(body) });
    return reading.isError?.(body) === true || reader.error !== null;
  }
  return reading.isError ? reading.isError(body) : 'error' in body && Boolean(body.error);
}

/** Framings that no proxy before a provider can write errors of its own into. */
const CLOSED_FRAMINGS: readonly StreamFraming[] = ['aws', 'messages', 'lines'];

/** The errors that may come: in the provider's form, and in that of OpenAI, which proxies before a provider send. */
function errorsSentTo(reading: AnswerReading, protocol: SampleProtocol): readonly SampleProtocol['error'][] {
  const isClosed = 'framing' in reading && CLOSED_FRAMINGS.includes(reading.framing);
  return isClosed ? [protocol.error] : [protocol.error, openAiProtocol.error];
}

type Frames = SampleProtocol['stream']['begin'];

/** Reads a stream as the relay does, piece by piece. */
function openStream(reading: AnswerReading, format: WireFormat) {
  if (reading.kind !== 'chat' && reading.kind !== 'reframe') throw new Error(`chats are not read as ${reading.kind}`);
  const reader = reading.kind === 'chat' ? reading.openReader() : chatFormats[format].openReader();
  return {
    read: (frames: Frames): readonly ChatEvent[] =>
      frames.flatMap(frame => {
        const shown = reading.kind === 'chat' ? frame : reading.unwrap(frame);
        return shown ? reader.read(shown) : [];
      }),
    isDone: () => reader.isDone,
  };
}

function textOf(events: readonly ChatEvent[]): string {
  return events.map(event => (event.type === 'text' ? event.text : '')).join('');
}

it('has a sample account for every type that an adapter serves', () => {
  const types = ADAPTERS.flatMap(adapter => adapter.channelTypes);
  expect([...new Set(SAMPLES.map(({ type }) => type))]).toEqual([...types].sort((first, second) => first - second));
});

const accounts = [...SAMPLES, ...FURTHER_SAMPLES].map(sample => [nameOfSample(sample), sample] as const);

describe.each(accounts)('an account of type %s', (_name, sample) => {
  const adapter = adapterOfSample(sample);
  const { protocol = openAiProtocol }: { readonly protocol?: SampleProtocol } = sample;
  // A further sample has models of its chats only.
  const endpoints = SAMPLES.includes(sample) ? adapter.endpoints : (['chat'] as const);

  it('has secret parts to look for', () => {
    expect(secretsOf(sample)).not.toEqual([]);
  });

  it.each(endpoints)(
    'shows its key in calls of %s where the provider looks for it, and nowhere else',
    async endpoint => {
      for (const { request } of requestsFor(sample, endpoint)) await expectKeyInPlace(sample, request);
    },
  );

  it('shows its key in the same way when it is asked for models and balance', async () => {
    const target = targetOfSample(sample);
    const account = { ...sample, credential: sample.accountCredential ?? sample.credential };
    const { models } = adapter;
    if (models && models.isOffered?.(target) !== false) await expectKeyInPlace(account, models.buildRequest(target));
    const step = adapter.balance?.next(target, [], { nowMs: NOW_MS, localPerCurrencyUnit: 7 });
    if (step?.kind === 'request') await expectKeyInPlace(account, step.request);
  });

  it('hides key and address in errors of the provider’s own form', () => {
    const target = { ...targetOfSample(sample), baseUrl: 'https://canary-upstream.example' };
    for (const secret of [...secretsOf(sample), target.baseUrl]) {
      const body = JSON.stringify(protocol.error.whole).replace(FAILURE, `see ${secret} there`);
      expect(adapter.readFailure({ status: 500, headers: {}, body }, target).error.message).not.toContain('canary');
    }
  });

  it('reports an error with a status of success with its sentence and the status of an error', () => {
    const body = JSON.stringify(protocol.error.whole);
    const failure = adapter.readFailure({ status: 200, headers: {}, body }, targetOfSample(sample));
    expect(failure.error.message).toContain(FAILURE);
    expect(failure.status).toBeGreaterThanOrEqual(400);
  });

  it.each(endpoints)('sees an error with a status of success in whole answers to %s', endpoint => {
    for (const { request } of requestsFor(sample, endpoint)) {
      if (!request.answer) continue;
      for (const { whole } of errorsSentTo(request.answer, protocol)) expect(isError(request.answer, whole)).toBe(true);
    }
  });

  if (sample.chat.length === 0) return;
  const streams = requestsFor(sample, 'chat').filter(({ call }) => call.isStream);

  it.each(wireFormats)('answers callers of the format %s, and reads what is not in it', format => {
    const sent = streams.find(({ call }) => call.format === format);
    if (!sent) throw new Error('a plain chat is refused');
    if (!sent.request.answer) expect(adapter.nativeFormats).toContain(format);
  });

  it.each(['openai', 'gemini'] as const)('names numbers of a caller of the format %s that it changes', format => {
    const sampling = { temperature: 98.5, top_p: 97.5 };
    const plain = chatCall(sample, format);
    const fields = format === 'openai' ? sampling : { generationConfig: { temperature: 98.5, topP: 97.5 } };
    const call = testCall({ ...plain.parsed, ...fields }, { format, model: plain.model });
    const body = adapter.buildRequest(call, targetOfSample(sample)).body?.toString() ?? '';
    const changed = Object.entries(sampling).filter(([, value]) => !body.includes(String(value)));
    expect(call.dropped.list).toEqual(expect.arrayContaining(changed.map(([name]) => name)));
  });

  const read = streams.flatMap(({ call: { format }, request: { answer } }) => (answer ? [{ format, answer }] : []));
  it.each(read)('sees an error inside a stream to a caller of the format $format', ({ format, answer }) => {
    for (const { frames } of errorsSentTo(answer, protocol)) {
      const events = openStream(answer, format).read(frames);
      const message = expect.stringContaining(FAILURE) as string;
      expect(events.at(-1)).toMatchObject({ type: 'error', error: { message } });
      expect(events.some(({ type }) => type === 'finish')).toBe(false);
    }
  });

  it.each(read)('knows the end of a stream to a caller of the format $format', ({ format, answer }) => {
    const stream = openStream(answer, format);
    const begun = stream.read(protocol.stream.begin);
    expect(begun.some(({ type }) => type === 'finish') || stream.isDone()).toBe(false);
    const ended = stream.read(protocol.stream.end);
    expect(textOf([...begun, ...ended])).toBe(SPOKEN);
    expect(ended.map(({ type }) => type)).toContain('finish');
    expect(stream.isDone()).toBe(protocol.hasEndMark);
  });
});

it('has an address of its own for every type that neither has a default nor asks for one', () => {
  const silent = SAMPLES.filter(({ type }) => {
    const row = channelTypeOf(type);
    return row?.defaultBaseUrl === '' && !row.requiresBaseUrl;
  });
  expect(silent).not.toEqual([]);
  for (const sample of silent) {
    const anywhere: Sample = { ...sample, target: { ...sample.target, baseUrl: '' } };
    expect(adapterOfSample(sample).endpoints.flatMap(endpoint => requestsFor(anywhere, endpoint))).not.toEqual([]);
  }
});
