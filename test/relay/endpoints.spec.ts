import { json, sse, type Behaviour } from '../../apps/mock-upstream/src/index';
import { otherOf, recomputed, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

let scene: RelayScene;
let before: { quota: number };
const UNIT = 500_000;

beforeAll(async () => {
  scene = await startRelayScene();
  await scene.app.make.channel({
    base_url: scene.upstream.url,
    models: 'dall-e-2,dall-e-3,gpt-image-1,tts-1,gpt-4o-mini-tts,whisper-1,gpt-4o-transcribe,odd-image,rerank-1',
  });
  await scene.app.make.channel({
    type: 38,
    base_url: scene.upstream.url,
    models: 'jina-reranker-v2-base-multilingual',
  });
  const prices = { 'dall-e-2': 0.02, 'dall-e-3': 0.04 };
  const ratios = {
    'gpt-image-1': 2.5,
    'tts-1': 7.5,
    'gpt-4o-mini-tts': 0.3,
    'whisper-1': 15,
    'gpt-4o-transcribe': 1.25,
    'odd-image': 1,
    'rerank-1': 1,
    'jina-reranker-v2-base-multilingual': 1,
    'gpt-4o-mini': 0.075,
  };
  await scene.app.make.option('ModelPrice', JSON.stringify(prices));
  await scene.app.make.option('ModelRatio', JSON.stringify(ratios));
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  await scene.settled();
  before = await scene.balance();
});
afterEach(() => scene.expectEvenLedger());

function serve(behaviour: Behaviour) {
  return scene.upstream.script(() => behaviour);
}

async function charged(): Promise<number> {
  await scene.settled();
  const [row] = await scene.consumption(1);
  const units = before.quota - (await scene.balance()).quota;
  if (units > 0) {
    if (!row) throw new Error('no row');
    expect(row.quota).toBe(units);
    expect(recomputed(row)).toBe(units);
  }
  return units;
}

/** A form in the encoding of browsers and the official clients. */
function postForm(path: string, fields: Record<string, string | Blob>): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return fetch(scene.app.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.key}` },
    body: form,
  });
}

/** Silence: 16 bit, one channel, 8000 samples a second. */
function wav(seconds: number): Blob {
  const data = Buffer.alloc(seconds * 16_000);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(16_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  return new Blob([header, data], { type: 'audio/wav' });
}

describe('images', () => {
  const images = (count: number) => ({
    created: 1,
    data: Array.from({ length: count }, () => ({ b64_json: 'AAAA' })),
  });

  it.each([
    [{ model: 'dall-e-2', n: 3, size: '256x256' }, 3, 0.02 * 3 * 0.4],
    [{ model: 'dall-e-2' }, 1, 0.02],
    [{ model: 'dall-e-3', size: '1024x1792' }, 1, 0.04 * 2],
    [{ model: 'dall-e-3', size: '1792x1024', quality: 'hd' }, 1, 0.04 * 3],
    [{ model: 'dall-e-3', quality: 'hd' }, 1, 0.04 * 2],
    [{ model: 'dall-e-2', n: 4 }, 2, 0.02 * 2],
  ])('for %j, of which %i came, cost %d', async (order, came, price) => {
    serve(json(images(came)));
    const response = await scene.post('/v1/images/generations', { prompt: 'a cat', ...order });
    expect(await response.json()).toEqual(images(came));
    expect(await charged()).toBe(Math.round(price * UNIT));
  });

  it('are billed by token when the model reports usage', async () => {
    const usage = {
      input_tokens: 50,
      output_tokens: 1000,
      total_tokens: 1050,
      input_tokens_details: { text_tokens: 20, image_tokens: 30 },
    };
    serve(json({ ...images(1), usage }));
    await (await scene.post('/v1/images/generations', { model: 'gpt-image-1', prompt: 'a cat' })).text();
    expect(await charged()).toBeGreaterThan(1000);
    const [row] = await scene.consumption(1);
    expect(row && otherOf(row).receipt.usage).toMatchObject({ promptTokens: 20, imageInputTokens: 30 });
  });

  it('of a model with neither price nor usage are refused', async () => {
    const response = await scene.post('/v1/images/generations', { model: 'odd-image', prompt: 'a cat' });
    expect(response.status).toBe(503);
    expect(scene.upstream.calls).toHaveLength(0);
  });

  it('come as a stream of whole events, billed at the end', async () => {
    const events = [
      { type: 'image_generation.partial_image', b64_json: 'AA', partial_image_index: 0 },
      {
        type: 'image_generation.completed',
        b64_json: 'AAAA',
        usage: { input_tokens: 10, output_tokens: 100, total_tokens: 110 },
      },
    ].map(event => JSON.stringify(event));
    serve(sse(events, { terminator: null, eventNameOf: payload => (JSON.parse(payload) as { type: string }).type }));
    const response = await scene.post('/v1/images/generations', {
      model: 'gpt-image-1',
      prompt: 'a cat',
      stream: true,
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(await response.text()).toContain('event: image_generation.completed');
    expect(await charged()).toBeGreaterThan(10);
  });

  it('are edited by a form, whose bytes arrive as they were sent', async () => {
    serve(json(images(1)));
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0x0d, 0x0a, 0x0d, 0x0a]);
    const response = await postForm('/v1/images/edits', {
      model: 'dall-e-2',
      prompt: 'more cat',
      image: new Blob([bytes], { type: 'image/png' }),
    });
    expect(response.status).toBe(200);
    const [call] = scene.upstream.calls;
    expect(call?.path).toBe('/v1/images/edits');
    expect(call?.headers['content-type']).toContain('multipart/form-data');
    expect(call?.rawBody.includes(bytes)).toBe(true);
    expect(await charged()).toBe(10_000);
  });

  it('are refused when the balance does not cover all that were requested', async () => {
    const poor = await scene.app.make.signedIn({ quota: 15_000 });
    const { secret } = await scene.app.make.token(poor);
    const order = { model: 'dall-e-2', prompt: 'a cat', n: 2 };
    const response = await scene.post('/v1/images/generations', order, { authorization: `Bearer ${secret}` });
    expect(response.status).toBe(403);
    expect(scene.upstream.calls).toHaveLength(0);
  });
});

describe('speech', () => {
  const audio = Buffer.from([0xff, 0xfb, 0x90, 0x00, 0x00, 0x01, 0x02]);
  const mp3 = (): Behaviour => json(audio.toString('latin1'), { headers: { 'content-type': 'audio/mpeg' } });

  it('arrives byte by byte as it is made, billed by the character', async () => {
    serve(mp3());
    const response = await scene.post('/v1/audio/speech', { model: 'tts-1', input: 'Grüße 👋', voice: 'alloy' });
    expect(response.headers.get('content-type')).toContain('audio/mpeg');
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(5);
    expect(await charged()).toBe(Math.round(7 * 7.5));
  });

  it('of the newer models is billed by the token', async () => {
    serve(mp3());
    await (
      await scene.post('/v1/audio/speech', { model: 'gpt-4o-mini-tts', input: 'one two three four', voice: 'a' })
    ).arrayBuffer();
    expect(await charged()).toBe(Math.round(4 * 0.3));
  });

  it('is refused without any text', async () => {
    const response = await scene.post('/v1/audio/speech', { model: 'tts-1', input: '' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_audio_request' } });
  });
});

describe('transcripts', () => {
  it('are billed by the length of the audio', async () => {
    serve(json({ text: 'hello' }));
    const response = await postForm('/v1/audio/transcriptions', { model: 'whisper-1', file: wav(6) });
    expect(await response.json()).toEqual({ text: 'hello' });
    expect(await charged()).toBe(100 * 15);
  });

  it('are billed by the length that the provider reports', async () => {
    serve(json({ text: 'hello', duration: 12, language: 'en' }));
    await (
      await postForm('/v1/audio/transcriptions', { model: 'whisper-1', response_format: 'verbose_json', file: wav(1) })
    ).text();
    expect(await charged()).toBe(200 * 15);
  });

  it('are billed by token when the provider counts tokens', async () => {
    const usage = { type: 'tokens', input_tokens: 40, output_tokens: 10, total_tokens: 50 };
    serve(json({ text: 'hello', usage }));
    await (await postForm('/v1/audio/transcriptions', { model: 'gpt-4o-transcribe', file: wav(1) })).text();
    const [row] = (await scene.settled(), await scene.consumption(1));
    expect(row).toMatchObject({ prompt_tokens: 40, completion_tokens: 10 });
    await charged();
  });

  it('come as subtitles, unchanged', async () => {
    const srt = '1\n00:00:00,000 --> 00:00:01,000\nhello\n';
    serve(json(srt, { headers: { 'content-type': 'text/plain; charset=utf-8' } }));
    const response = await postForm('/v1/audio/translations', {
      model: 'whisper-1',
      response_format: 'srt',
      file: wav(3),
    });
    expect(await response.text()).toBe(srt);
    expect(await charged()).toBe(50 * 15);
  });

  it('name the upstream’s model inside the form', async () => {
    serve(json({ text: 'hello' }));
    await (await postForm('/v1/audio/transcriptions', { model: 'whisper-1', file: wav(1) })).text();
    expect(scene.upstream.calls[0]?.rawBody.toString('latin1')).toContain('whisper-1');
    await charged();
  });

  it('are refused when the body is not a form', async () => {
    const response = await fetch(`${scene.app.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${scene.key}`, 'content-type': 'multipart/form-data' },
      body: 'abc',
    });
    expect(response.status).toBe(400);
  });
});

describe('rerank', () => {
  const results = [{ index: 1, relevance_score: 0.9 }];

  it('passes unchanged for providers of the common format', async () => {
    serve(json({ results, usage: { total_tokens: 30 } }));
    const response = await scene.post('/v1/rerank', {
      model: 'jina-reranker-v2-base-multilingual',
      query: 'a',
      documents: ['x', 'y'],
    });
    expect(await response.json()).toMatchObject({ results });
    expect(await charged()).toBe(30);
  });

  it('is counted by the gateway when the provider reports no usage', async () => {
    serve(json({ results }));
    await (
      await scene.post('/v1/rerank', { model: 'rerank-1', query: 'one', documents: ['two three', { text: 'four' }] })
    ).text();
    expect(await charged()).toBe(4);
  });
});

describe('embeddings', () => {
  it('accept tokens instead of text, and base64 instead of numbers', async () => {
    const body = { model: 'text-embedding-3-small', input: [[1, 2, 3], [4]], encoding_format: 'base64' };
    serve(
      json({
        object: 'list',
        data: [{ index: 0, embedding: 'AAAAAA==' }],
        usage: { prompt_tokens: 4, total_tokens: 4 },
      }),
    );
    await scene.app.make.option('ModelRatio', JSON.stringify({ 'text-embedding-3-small': 1 }));
    const response = await scene.post('/v1/embeddings', body);
    expect(await response.json()).toMatchObject({ data: [{ embedding: 'AAAAAA==' }] });
    expect(scene.upstream.calls[0]?.body).toEqual(body);
    expect(await charged()).toBe(4);
  });

  it('are returned to callers of Gemini in their format, one or many', async () => {
    serve(
      json({
        data: [
          { index: 0, embedding: [0.5] },
          { index: 1, embedding: [0.25] },
        ],
        usage: { prompt_tokens: 4, total_tokens: 4 },
      }),
    );
    const content = (text: string) => ({ content: { parts: [{ text }] } });
    const one = await scene.post('/v1beta/models/text-embedding-3-small:embedContent', content('a'));
    expect(await one.json()).toEqual({ embedding: { values: [0.5] } });
    const many = await scene.post('/v1beta/models/text-embedding-3-small:batchEmbedContents', {
      requests: [content('a'), content('b')],
    });
    expect(await many.json()).toEqual({ embeddings: [{ values: [0.5] }, { values: [0.25] }] });
    expect(scene.upstream.calls[1]?.body).toMatchObject({ input: ['a', 'b'], encoding_format: 'float' });
    await scene.settled();
  });
});
