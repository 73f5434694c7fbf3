import { type AcceptedTask, type TaskProvider, type TaskUpstreamResponse } from '../contract/task';
import { type ChannelTarget } from '../contract/upstream';
import { TASK_PROVIDERS, VIDEO_PROVIDERS } from '../task-registry';
import { optionsFor } from './video-options';

const HOST = 'https://canary-upstream.example';
const HOOK = 'https://gateway.example/task/notify/secret';
const FACTORS = { mode: {}, durationSeconds: {} };
const MODELS: Readonly<Record<string, string>> = {
  kling: 'kling-v1',
  luma: 'ray-2',
  runway: 'gen4_turbo',
  cogvideox: 'cogvideox-3',
  hailuo: 'MiniMax-Hailuo-2.3',
  wan: 'wan2.6-t2v',
  openai: 'sora-2',
};
/** Channel types of providers that have one of their own; all others are reached over type 1. */
const TYPES: Readonly<Record<string, number>> = { suno: 36, cogvideox: 26, hailuo: 35, wan: 17 };
const SONG = { action: 'MUSIC', hookUrl: 'https://caller.example', body: { prompt: 'a song' } };
const TASK: AcceptedTask = { taskId: 'a/b', modelName: 'm', status: '', finishTimeMs: 0, properties: {}, data: {} };
const BODIES = ['', 'null', '[]', '{}', '"text"', '17', '{"data":null}', '{"data":[null]}', '<html>nginx</html>'];

function channelOf({ id }: TaskProvider): ChannelTarget {
  return { id: 1, type: TYPES[id] ?? 1, key: 'canary-key', baseUrl: HOST, other: '', organization: null };
}

function requestOf({ id }: TaskProvider): unknown {
  const videos = VIDEO_PROVIDERS.find(provider => provider.id === id);
  return videos ? videos.requestFor(optionsFor(MODELS[id] ?? '')({})) : SONG;
}

function response(status: number, text: string): TaskUpstreamResponse {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status, text, json };
}

describe.each(TASK_PROVIDERS.map(provider => [provider.id, provider] as const))('the provider %s', (_id, provider) => {
  const channel = channelOf(provider);
  const request = requestOf(provider);

  it('accepts the work, lists it, and prices it', () => {
    const { models, prices, properties } = provider.workOf(request, FACTORS);
    expect(provider.accepts(channel, request)).toBe(true);
    expect(models.length).toBeGreaterThan(0);
    expect(prices.every(({ model, factor }) => model !== '' && factor > 0)).toBe(true);
    expect(JSON.stringify(properties)).toContain('a ');
  });

  it('asks the channel’s address, shows its key to it, and tells it no address of the caller’s', () => {
    const target = { channel, model: 'mapped', callbackUrl: HOOK };
    const { url, headers, body } = provider.submit.build(request, target);
    expect(url.startsWith(`${HOST}/`)).toBe(true);
    expect(url).not.toContain('canary-key');
    expect(headers.authorization).toBe('Bearer canary-key');
    expect(JSON.stringify(body)).not.toContain('caller.example');
    const { poll } = provider;
    const asked = poll.kind === 'many' ? poll.build([TASK.taskId], channel) : poll.build(TASK, channel);
    expect(asked.url.startsWith(`${HOST}/`)).toBe(true);
    expect(asked.headers.authorization).toBe('Bearer canary-key');
  });

  it.each(BODIES)('takes %j for no acceptance, and for a reason not to ask elsewhere', text => {
    const outcome = provider.submit.read(response(200, text), request, channel);
    expect(outcome).toMatchObject({ kind: 'refused', mayRetry: false, shouldDisableChannel: false });
  });

  it.each(BODIES)('hides the account when %j comes with 401', text => {
    const outcome = provider.submit.read(response(401, text), request, channel);
    expect(outcome).toMatchObject({ kind: 'refused', mayRetry: true, shouldDisableChannel: true });
    expect(outcome.answer.status).toBe(502);
  });

  it.each(BODIES)('reads no state out of %j', text => {
    const { poll } = provider;
    const answer = response(200, text);
    const report = poll.kind === 'many' ? poll.read(answer) : poll.read(answer, TASK);
    expect(report).toBeNull();
    expect(provider.readCallback?.(answer.json, TASK) ?? null).toBeNull();
  });
});

it.each(VIDEO_PROVIDERS.map(provider => [provider.id, provider] as const))(
  '%s has no address for a video that is not there',
  (_id, provider) => {
    expect(provider.factsOf(TASK)).toEqual({ videoUrl: '', thumbnailUrl: '', expiresAtMs: null });
    if (provider.poll.kind === 'one') expect(provider.poll.file?.idIn({}) ?? '').toBe('');
  },
);
