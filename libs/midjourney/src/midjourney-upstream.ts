import { type CatalogChannel } from '@channel';
import { withoutTrailingSlash, type ImageTaskMode } from '@contracts';
import { isJsonObject, systemClock, TtlCache, type JsonObject } from '@kernel';
import { Injectable } from '@nestjs/common';
import { type TaskUpstreamResponse } from '@providers';
import { type AttemptTrace } from '@relay';
import { isResponse, PollFailure, TaskClient, type NoResponse } from '@task';
import { asWritten, findJsonIn } from './task/read-json';
import { type SubmitContent } from './task/submit-body';

const SUBMIT_TIMEOUT_MS = 60_000;
/** Limit for a request about one task, such as its seed or its cancellation. */
const TASK_TIMEOUT_MS = 30_000;
const POLL_TIMEOUT_MS = 15_000;
const CHANNELS_MAX = 1000;
/** After this time the path with a mode is tried again, because the proxy may have been replaced by a newer build. */
const MODELESS_MS = 3_600_000;

/** What is submitted, and where. */
interface Submission {
  readonly path: string;
  readonly mode: ImageTaskMode | null;
  readonly content: SubmitContent;
  readonly trace: AttemptTrace | null;
}

/** Client for Midjourney proxies, which are channels of types 2 and 5. */
@Injectable()
export class MidjourneyUpstream {
  /** Proxies that have no paths with a mode. */
  private readonly modeless = new TtlCache<string, true>({
    sizeMax: CHANNELS_MAX,
    lifetimeMs: MODELESS_MS,
    clock: systemClock,
  });

  constructor(private readonly client: TaskClient) {}

  /** The open-source proxy has no paths with a mode and sends 404 without a JSON body; then the plain path is used. */
  async submit(channel: CatalogChannel, request: Submission): Promise<TaskUpstreamResponse | NoResponse> {
    const { path, mode, content, trace } = request;
    const plain = `/mj/${path}`;
    const memory = `${channel.id} ${channel.baseUrl}`;
    if (mode === null || this.modeless.get(memory)) return this.send(channel, plain, content, trace);
    const answer = await this.send(channel, `/${mode}${plain}`, content, trace);
    if (!isUnknownPath(answer)) return answer;
    const second = await this.send(channel, plain, content, trace);
    if (isResponse(second) && !isUnknownPath(second)) this.modeless.set(memory, true);
    return second;
  }

  /**
   * Task objects by id. Tasks that the upstream no longer knows are absent.
   *
   * @throws PollFailure
   */
  async tasks(channel: CatalogChannel, ids: readonly string[]): Promise<ReadonlyMap<string, JsonObject>> {
    const answer = await this.client.ask({
      method: 'POST',
      url: `${baseOf(channel)}/mj/task/list-by-condition`,
      headers: headersOf(channel),
      body: { ids },
      timeoutMs: POLL_TIMEOUT_MS,
      channel,
    });
    if (!isResponse(answer)) throw new PollFailure(answer.fault);
    const tasks = findJsonIn(answer.text);
    if (answer.status !== 200 || !Array.isArray(tasks)) {
      throw new PollFailure(`the drawing proxy answered ${answer.status}`);
    }
    return new Map(tasks.filter(isJsonObject).map(task => [asWritten(task.id), task]));
  }

  seed(channel: CatalogChannel, taskId: string): Promise<TaskUpstreamResponse | NoResponse> {
    return this.requestTask(channel, taskId, { method: 'GET', resource: 'image-seed' });
  }

  cancel(channel: CatalogChannel, taskId: string): Promise<TaskUpstreamResponse | NoResponse> {
    return this.requestTask(channel, taskId, { method: 'POST', resource: 'cancel' });
  }

  private requestTask(
    channel: CatalogChannel,
    taskId: string,
    { method, resource }: { readonly method: 'GET' | 'POST'; readonly resource: string },
  ): Promise<TaskUpstreamResponse | NoResponse> {
    return this.client.ask({
      method,
      url: `${baseOf(channel)}/mj/task/${encodeURIComponent(taskId)}/${resource}`,
      headers: headersOf(channel),
      timeoutMs: TASK_TIMEOUT_MS,
      channel,
    });
  }

  private send(
    channel: CatalogChannel,
    path: string,
    { type, body }: SubmitContent,
    trace: AttemptTrace | null,
  ): Promise<TaskUpstreamResponse | NoResponse> {
    const plain = { url: baseOf(channel) + path, headers: { ...headersOf(channel), 'content-type': type } };
    return this.client.ask({
      method: 'POST',
      ...(trace === null ? plain : trace.sending(plain, '')),
      body,
      timeoutMs: SUBMIT_TIMEOUT_MS,
      channel,
    });
  }
}

function isUnknownPath(answer: TaskUpstreamResponse | NoResponse): boolean {
  return isResponse(answer) && answer.status === 404 && !isJsonObject(findJsonIn(answer.text));
}

function baseOf(channel: CatalogChannel): string {
  return withoutTrailingSlash(channel.baseUrl);
}

/** A channel without a key sends no secret header. */
function headersOf({ key }: CatalogChannel): Readonly<Record<string, string>> {
  return key === '' ? {} : { 'mj-api-secret': key };
}
