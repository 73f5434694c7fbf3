import { CallRefusal, type FunctionTool, type StreamFrame } from '@formats';
import { EventStreamCodec } from '@smithy/eventstream-codec';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChannelAddressError } from '../../contract/channel-address-error';
import { type UpstreamCall } from '../../contract/upstream';
import { testCall, testTarget } from '../../testing/adapter-conformance';
import { describeChat } from '../../testing/chat-conformance';
import { canonicalCall, chatReadingOf, describeOwnProtocol, folded, say, sentTo } from '../../testing/own-protocol';
import { awsClaude } from './index';

const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const signedKey = { key: `AKIDEXAMPLE|${SECRET}|us-east-1` };
const bearerKey = { key: 'ABSK-canary0123456789|eu-west-1' };
const model = 'claude-sonnet-4-5-20250929';
const tool: FunctionTool = { type: 'function', name: 'weather', parameters: { type: 'object', properties: {} } };

function build(call: UpstreamCall, channel: { key: string; baseUrl?: string } = signedKey) {
  return awsClaude.buildRequest(call, testTarget(awsClaude, { baseUrl: '', ...channel }));
}

function native(fields: Readonly<Record<string, unknown>>, changes: Partial<UpstreamCall> = {}): UpstreamCall {
  return testCall(
    { model, max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }], ...fields },
    { format: 'anthropic', ...changes },
  );
}

/** Encodes the frames of a composed stream in the provider's own framing. */
const codec = new EventStreamCodec(
  bytes => Buffer.from(bytes as Uint8Array).toString('utf8'),
  text => Buffer.from(text, 'utf8'),
);

function fixture(file: string): string {
  return readFileSync(join(__dirname, '__fixtures__', file), 'utf8');
}

const streamFrames = JSON.parse(fixture('tool-call.frames.json')) as StreamFrame[];

describeChat(awsClaude, {
  folder: __dirname,
  model: 'claude-opus-4-6',
  target: signedKey,
  without: ['imageUrl'],
  answers: ['tool-call.json', 'tool-call.frames.json'].map(file => ({
    file,
    text: 'One moment…',
    reasoning: 'Look it up.',
    toolCalls: [{ name: 'weather', arguments: { city: 'Zürich' } }],
    finish: 'toolCalls',
    usage: { prompt: 42, cached: 30, completion: 25 },
  })),
});

describeOwnProtocol(awsClaude, [signedKey, bearerKey], model);

describe('requests of type 33 (Bedrock)', () => {
  it('go to the region of the key, with separate addresses for whole answers and streams', () => {
    const path = '/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0';
    expect(build(canonicalCall({}, { model })).url).toBe(
      `https://bedrock-runtime.us-east-1.amazonaws.com${path}/invoke`,
    );
    const stream = build(canonicalCall({}, { model, isStream: true }), {
      ...signedKey,
      baseUrl: 'https://proxy.example/p/',
    });
    expect(stream.url).toBe(`https://proxy.example/p${path}/invoke-with-response-stream`);
    expect(stream.headers).toEqual({
      'content-type': 'application/json',
      accept: 'application/vnd.amazon.eventstream',
      'accept-encoding': 'identity',
    });
  });

  it('carry an API key as it is, without a signature', async () => {
    const request = build(canonicalCall({}, { model }), bearerKey);
    expect(request.headers.authorization).toBe('Bearer ABSK-canary0123456789');
    expect(await awsClaude.sign?.(request, testTarget(awsClaude, bearerKey), 0)).toBe(request);
  });

  it('are signed with the secret key and never contain it', async () => {
    const request = build(canonicalCall({}, { model }));
    const signed = await awsClaude.sign?.(request, testTarget(awsClaude, signedKey), Date.UTC(2026, 0, 15));
    expect(signed?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/20260115\/us-east-1\/bedrock/,
    );
    expect(JSON.stringify(signed?.headers)).not.toContain(SECRET);
  });

  it('are refused when the key cannot be read', () => {
    expect(() => build(canonicalCall({}, { model }), { key: 'sk-1' })).toThrow(ChannelAddressError);
  });
});

describe('calls of type 33 (Bedrock)', () => {
  it('pass in the Messages format without model and stream, with version and betas in the body', () => {
    const call = native(
      { stream: true, system: [{ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }], future: 1 },
      { callerHeaders: { 'anthropic-beta': 'interleaved-thinking-2025-05-14,claude-code-20250219' } },
    );
    const request = build(call);
    expect(JSON.parse(request.body?.toString() ?? '')).toEqual({
      max_tokens: 9,
      messages: [{ role: 'user', content: 'Hi' }],
      system: [{ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }],
      future: 1,
      anthropic_version: 'bedrock-2023-05-31',
      anthropic_beta: ['interleaved-thinking-2025-05-14'],
    });
    expect(request.answer).toMatchObject({ kind: 'reframe', framing: 'aws' });
    expect(call.dropped.list).toEqual(['anthropic_beta']);
  });

  it('are written for other formats, with a limit that spares the account’s tokens per minute', () => {
    const call = canonicalCall(
      { messages: [say('system', 'Be terse.'), say('user', 'Hi')], settings: { temperature: 0.5, user: 'u', seed: 1 } },
      { model, isStream: true },
    );
    expect(sentTo(awsClaude, call, signedKey)).toMatchObject({
      anthropic_version: 'bedrock-2023-05-31',
      max_tokens: 16_384,
      messages: [{ role: 'user' }],
      temperature: 0.5,
    });
    expect(sentTo(awsClaude, call, signedKey)).not.toHaveProperty('stream');
    expect(sentTo(awsClaude, call, signedKey)).not.toHaveProperty('metadata');
    expect(call.dropped.list).toEqual(['seed', 'user']);
  });

  it('name dropped fields as the caller knows them, and no others', () => {
    const settings = { toolChoice: { type: 'required' }, parallelToolCalls: false } as const;
    const call = canonicalCall({ tools: [tool, { type: 'webSearch' }], settings }, { model });
    expect(sentTo(awsClaude, call, signedKey)).toMatchObject({
      tools: [{ name: 'weather' }],
      tool_choice: { type: 'any' },
    });
    expect(call.dropped.list).toEqual(['parallel_tool_calls', 'tools.web_search']);
  });

  const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
  const responseFormat = { type: 'schema', name: 'place', schema } as const;

  it('request a structured answer where the model accepts it, and a forced tool elsewhere', () => {
    const older = canonicalCall({ settings: { responseFormat } }, { model });
    expect(sentTo(awsClaude, older, signedKey)).toMatchObject({ output_config: { format: { type: 'json_schema' } } });
    const newer = canonicalCall({ settings: { responseFormat } }, { model: 'claude-opus-4-7' });
    const body = sentTo(awsClaude, newer, signedKey);
    expect(body).not.toHaveProperty('output_config');
    expect(body).toMatchObject({ tool_choice: { type: 'tool', name: 'json_answer' } });
    expect(newer.dropped.list).toEqual([]);
    const content = [{ type: 'tool_use', id: 't', name: 'json_answer', input: { city: 'Rome' } }];
    const answer = chatReadingOf(awsClaude, newer, signedKey).readAnswer({ content, stop_reason: 'tool_use' });
    expect(answer.choices[0]).toMatchObject({ blocks: [{ type: 'text', text: '{"city":"Rome"}' }], finish: 'stop' });
  });

  it('are written again in the Messages format when they could not pass', () => {
    const format = { type: 'json_schema', schema };
    const call = native({ model: 'claude-opus-4-7', output_config: { format } }, { model: 'claude-opus-4-7' });
    expect(build(call).answer?.kind).toBe('chat');
    expect(build(native({ output_config: { format } })).answer?.kind).toBe('reframe');
    expect(build(native({ output_format: format })).answer?.kind).toBe('chat');
  });

  it('switch thinking on when the model’s name requests it', () => {
    const call = canonicalCall({}, { model: 'claude-3-7-sonnet-20250219-thinking' });
    const request = build(call);
    expect(request.url).toContain('/us.anthropic.claude-3-7-sonnet-20250219-v1%3A0/');
    expect(JSON.parse(request.body?.toString() ?? '')).toMatchObject({ thinking: { type: 'enabled' } });
  });

  it('refuse images by address for callers of every format', () => {
    const source = { kind: 'url', url: 'https://images.example/a.png' } as const;
    const call = canonicalCall({ messages: [{ role: 'user', blocks: [{ type: 'image', source }] }] }, { model });
    expect(() => build(call)).toThrow(CallRefusal);
  });
});

describe('answers of type 33 (Bedrock)', () => {
  const reading = chatReadingOf(awsClaude, canonicalCall({}, { model, isStream: true }), signedKey);

  it('read the same as a stream and as a whole', () => {
    const stream = folded(reading, streamFrames);
    expect(stream).toEqual(reading.readAnswer(JSON.parse(fixture('tool-call.json'))));
    expect(stream.choices[0]).toMatchObject({
      finish: 'toolCalls',
      blocks: [
        { type: 'reasoning', text: 'Look it up.', seal: { provider: 'anthropic', value: 'c2lnbmVk' } },
        { type: 'text', text: 'One moment…' },
        { type: 'toolCall', id: 'toolu_bdrk_01', name: 'weather', arguments: '{"city":"Zürich"}' },
      ],
    });
    expect(stream.usage).toMatchObject({ usage: { promptTokens: 12, cachedReadTokens: 30, completionTokens: 25 } });
  });

  it('end with an error after an exception inside the stream', () => {
    const [start] = streamFrames;
    const reader = reading.openReader();
    reader.read(start ?? { event: '', data: '' });
    const data = '{"__type":"throttlingException","message":"Too many tokens"}';
    expect(reader.read({ event: 'throttlingException', data })).toEqual([
      {
        type: 'error',
        error: expect.objectContaining({ type: 'rate_limit_error', message: 'Too many tokens' }) as unknown,
      },
    ]);
  });

  it('pass as Messages events to callers of the Messages format', () => {
    const { answer } = build(native({ stream: true }));
    if (answer?.kind !== 'reframe') throw new Error('no reframing');
    const lines = streamFrames.map(({ data }) => {
      const { bytes } = JSON.parse(data) as { bytes: string };
      return Buffer.from(bytes, 'base64').toString();
    });
    const shown = streamFrames.map(frame => answer.unwrap(frame));
    expect(shown.map(frame => frame?.event)).toEqual(lines.map(line => (JSON.parse(line) as { type: string }).type));
    expect(shown.slice(0, -1).map(frame => frame?.data)).toEqual(lines.slice(0, -1));
    expect(shown.at(-1)?.data).toBe('{"type":"message_stop"}');
  });

  it('are read from the provider’s own bytes', () => {
    const bytes = Buffer.from(
      '000000870000004b87ea2bf30b3a6576656e742d747970650700056368756e6b0d3a636f6e74656e742d747970650700106170706c69636174' +
        '696f6e2f6a736f6e0d3a6d6573736167652d747970650700056576656e747b226279746573223a2265794a306558426c496a6f696257567a' +
        '6332466e5a56397a64473977496e303d227dba48ab22',
      'hex',
    );
    const { body } = codec.decode(bytes);
    const reader = reading.openReader();
    reader.read({ event: 'chunk', data: Buffer.from(body).toString('utf8') });
    expect(reader.isDone).toBe(true);
  });
});

describe('counting of type 33 (Bedrock)', () => {
  const call = native(
    { max_tokens: undefined, thinking: { type: 'enabled', budget_tokens: 2048 } },
    { endpoint: 'countTokens' },
  );

  it('counts for the base model, with the whole body inside the request', () => {
    const request = build(call);
    expect(request.url).toBe(
      'https://bedrock-runtime.us-east-1.amazonaws.com/model/anthropic.claude-sonnet-4-5-20250929-v1%3A0/count-tokens',
    );
    const sent = JSON.parse(request.body?.toString() ?? '') as { input: { invokeModel: { body: string } } };
    const inner: unknown = JSON.parse(Buffer.from(sent.input.invokeModel.body, 'base64').toString());
    expect(inner).toMatchObject({
      anthropic_version: 'bedrock-2023-05-31',
      messages: [{ content: 'Hi' }],
      max_tokens: 2049,
    });
  });

  it.each([
    ['anthropic', { input_tokens: 11 }],
    ['gemini', { totalTokens: 11 }],
    ['responses', { object: 'response.input_tokens', input_tokens: 11 }],
  ] as const)('returns the count in the form of a %s caller', (format, shown) => {
    const call = canonicalCall({}, { model, format, endpoint: 'countTokens' });
    const { answer } = build(call);
    if (answer?.kind !== 'json') throw new Error('no json reading');
    expect(answer.convert({ inputTokens: 11 })).toEqual({ body: shown, usage: { kind: 'missing' } });
    expect(answer.isError?.({ message: 'no' })).toBe(true);
    expect(answer.isError?.({ inputTokens: 0 })).toBe(false);
  });
});
