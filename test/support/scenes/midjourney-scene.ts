import { type ChannelSave, type LogEntry, type Page } from '@contracts';
import { Database } from '@platform';
import { TaskEntity, TaskRounds } from '@task';
import { PublicClient } from '../../../libs/relay/src/transport/public-client';
import { type TestClient } from '../clients/client';
import { must } from '../clients/factories';
import { MidjourneyProxy, IMAGE_UUID, PNG_BYTES, type MidjourneyProxyOptions } from '../fakes/task-upstreams';
import { type TestApp } from '../servers/test-app';

/** Every model name under which a channel may list Midjourney's actions. */
export const MIDJOURNEY_MODELS = [
  'swap_face,mj_imagine,mj_variation,mj_reroll,mj_blend,mj_upscale,mj_describe,mj_zoom,mj_shorten,mj_modal,mj_inpaint',
  'mj_custom_zoom,mj_high_variation,mj_low_variation,mj_pan,mj_uploads,mj_video,mj_edits,mj_retexture',
  'mj_swap_video_face',
].join(',');

export const IMAGE = `data:image/png;base64,${PNG_BYTES.toString('base64')}`;
export const SECRET = 'mj-secret';
/** A button that opens a dialog. */
export const INPAINT = `MJ::Inpaint::1::${IMAGE_UUID}::SOLO`;

/** The units for 0.1 and 0.05 currency units, the prices of most image tasks. */
export const FULL = 50_000;
export const HALF = 25_000;

/** A task as clients read it. */
export interface ClientTask {
  readonly id: string;
  readonly action: string;
  readonly status: string;
  readonly progress: string;
  readonly prompt: string;
  readonly promptEn: string;
  readonly description: string;
  readonly state: string;
  readonly imageUrl: string;
  readonly failReason: string;
  readonly submitTime: number;
  readonly startTime: number;
  readonly finishTime: number;
  readonly buttons: readonly { readonly customId: string; readonly label: string }[];
  readonly properties: Readonly<Record<string, unknown>> | null;
  readonly [field: string]: unknown;
}

/** The response to a submission. */
export interface Submitted {
  readonly status: number;
  readonly text: string;
  readonly body: {
    readonly code: number;
    readonly description: string;
    readonly result: string;
    readonly type?: string;
    readonly properties?: Readonly<Record<string, unknown>>;
  };
}

export const START = 10_000_000;

/** A Midjourney proxy behind a channel, and a user with a key whose quota equals the account's. */
class MidjourneyScene {
  constructor(
    readonly app: TestApp,
    readonly proxy: MidjourneyProxy,
    readonly channelId: number,
    readonly owner: TestClient,
    readonly tokenId: number,
    readonly key: string,
  ) {}

  /** Lets the gateway read from this machine, where the proxies of the tests keep their images. */
  allowLocalImages(isAllowed: boolean): void {
    const client = this.app.nest.get(PublicClient);
    const { lookup } = client.network;
    client.network = { lookup, isAllowed: isAllowed ? () => true : address => !/^(127\.|::1)/.test(address) };
  }

  async close(): Promise<void> {
    await must(this.app.root.delete(`/api/channel/${this.channelId}`));
    await this.proxy.close();
  }

  async post(path: string, body: unknown, headers: Record<string, string> = this.auth): Promise<Submitted> {
    const answer = await fetch(this.app.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, text, body: text === '' ? {} : JSON.parse(text) };
  }

  async get<Body = Record<string, unknown>>(path: string): Promise<{ readonly status: number; readonly body: Body }> {
    const answer = await fetch(this.app.url + path, { headers: this.auth });
    return { status: answer.status, body: (await answer.json()) as Body };
  }

  /** The headers of the key, as the clients of the proxy send them. */
  get auth(): Record<string, string> {
    return { 'mj-api-secret': this.key };
  }

  /** Submits an image task. @returns the id of the accepted task */
  async imagine(prompt = 'a paper boat on a lake at dawn --ar 3:2', more: object = {}): Promise<string> {
    const { body } = await this.post('/mj/submit/imagine', { prompt, ...more });
    if (body.code !== 1) throw new Error(`not accepted: ${JSON.stringify(body)}`);
    return body.result;
  }

  /** Submits an image task and finishes it. @returns the id, which the gateway knows as finished */
  async drawn(prompt?: string): Promise<string> {
    const id = await this.imagine(prompt);
    this.proxy.finish(id);
    await this.fetch(id);
    return id;
  }

  /** Fetches a task as clients do; the upstream is polled as well, as if the last poll were long ago. */
  async fetch(id: string): Promise<ClientTask> {
    await this.age({ askedAtMs: 1 });
    const { status, body } = await this.get<ClientTask>(`/mj/task/${id}/fetch`);
    if (status !== 200) throw new Error(`fetch was answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** Runs one round of the poller over all tasks of this user. */
  async round(): Promise<void> {
    await this.age({ dueAtMs: 1 });
    await this.app.nest.get(TaskRounds).run(10_000);
    await this.app.nest.get(TaskRounds).whenIdle();
  }

  async age(change: Partial<Pick<TaskEntity, 'submitTimeMs' | 'dueAtMs' | 'askedAtMs'>>): Promise<void> {
    const tasks = this.app.nest.get(Database).writer.getRepository(TaskEntity);
    await tasks.update({ userId: this.owner.user?.id ?? 0 }, change);
  }

  rows(): Promise<TaskEntity[]> {
    const userId = this.owner.user?.id ?? 0;
    return this.app.nest.get(Database).read.find(TaskEntity, { where: { userId }, order: { id: 'ASC' } });
  }

  /** The units that the account and the key have spent so far, which must be equal. */
  async spent(): Promise<number> {
    const { quota } = await must(this.owner.get<{ quota: number }>('/api/user/self'));
    const token = await must(this.owner.get<{ remain_quota: number }>(`/api/token/${this.tokenId}`));
    if (token.remain_quota !== quota) throw new Error(`the account has ${quota}, the key ${token.remain_quota}`);
    return START - quota;
  }

  async logs(type: number): Promise<readonly LogEntry[]> {
    return (await must(this.owner.get<Page<LogEntry>>(`/api/log/self/?p=1&page_size=100&type=${type}`))).items;
  }

  /** The last submission as the proxy saw it. */
  get lastSubmit(): { readonly path: string; readonly body: Record<string, unknown>; readonly secret: unknown } {
    const call = this.proxy.callsOf('submit').at(-1);
    if (!call) throw new Error('nothing was submitted');
    return { path: call.path, body: call.body as Record<string, unknown>, secret: call.headers['mj-api-secret'] };
  }
}

export { type MidjourneyScene };

/** The server goes on running when the scene is closed. */
export async function startMidjourneyScene(
  app: TestApp,
  proxy: MidjourneyProxyOptions = {},
  channel: Omit<Partial<ChannelSave>, 'base_url'> = {},
): Promise<MidjourneyScene> {
  const upstream = await MidjourneyProxy.start({ secret: SECRET, ...proxy });
  const channelId = await app.make.channel({
    type: 5,
    key: SECRET,
    models: MIDJOURNEY_MODELS,
    base_url: upstream.url,
    ...channel,
  });
  const owner = await app.make.signedIn({ quota: START });
  const token = await app.make.token(owner, { unlimited_quota: false, remain_quota: START });
  return new MidjourneyScene(app, upstream, channelId, owner, token.id, token.secret);
}
