import { upstreamModelName, type CatalogChannel } from '@channel';
import { CallRefusal } from '@formats';
import { isJsonObject, systemClock, TtlCache } from '@kernel';
import { Injectable } from '@nestjs/common';
import {
  ChannelAddressError,
  refused,
  type AcceptedTask,
  type ChannelTarget,
  type PollMany,
  type PollOne,
  type RefusedSubmit,
  type SubmitOutcome,
  type TaskProvider,
  type TaskReport,
  type TaskUpstreamRequest,
  type TaskUpstreamResponse,
  type VideoProvider,
} from '@providers';
import { toAcceptedTask } from '../store/stored-task';
import { type TaskRow } from '../store/task.entity';
import { isResponse, TaskClient, type NoResponse } from '../transport/task-client';
import { PollFailure, reportsOf, type SubmitAttempt } from './task-platform';

/** Limit for a submission, which may contain images that providers check before they respond. */
const SUBMIT_TIMEOUT_MS = 120_000;
const POLL_TIMEOUT_MS = 15_000;
/** A task that its provider does not know has failed only after this time. */
const FORGETFUL_MS = 5 * 60_000;
const TOKENS_MAX = 1000;
const TOKEN_LIFETIME_MS = 25 * 60_000;
const NOT_REACHABLE: NoResponse = { fault: 'unreachable', isUnsent: true };

/** Builds a request for a channel, which carries the token of a key that was exchanged. */
type Build = (channel: ChannelTarget) => TaskUpstreamRequest;

/** What a provider built, and the answer to it. */
interface Exchanged {
  readonly answer: TaskUpstreamResponse | NoResponse;
  /** Fields that the address of the request has no place for. */
  readonly dropped: readonly string[];
}

/**
 * The only place that calls task providers: it sends what their pure functions built, within its own limits, and hands
 * the responses to their readers.
 */
@Injectable()
export class ProviderCalls {
  private readonly tokens = new TtlCache<string, string>({
    sizeMax: TOKENS_MAX,
    lifetimeMs: TOKEN_LIFETIME_MS,
    clock: systemClock,
  });

  constructor(private readonly client: TaskClient) {}

  /**
   * Submits work to one channel, once.
   *
   * @throws AppError RELAY_MAPPING; a failure of the provider is an outcome
   */
  async submit<Request>(
    provider: TaskProvider<Request>,
    { request, model }: { readonly request: Request; readonly model: string },
    { channel, callbackUrl, trace }: SubmitAttempt,
  ): Promise<SubmitOutcome> {
    const { build, read, timeoutMs = SUBMIT_TIMEOUT_MS } = provider.submit;
    const name = model === '' ? '' : upstreamModelName(channel, model);
    try {
      const { answer, dropped } = await this.exchange(provider, channel, timeoutMs, target => {
        const built = build(request, { channel: target, model: name, callbackUrl });
        return trace === null ? built : trace.sending(built, name);
      });
      const outcome = isResponse(answer) ? read(answer, request, channel) : unanswered(answer);
      return { ...outcome, answer: { ...outcome.answer, dropped } };
    } catch (error) {
      if (!(error instanceof CallRefusal)) throw error;
      return refused({ errorClass: 'denied', status: 400, code: 'invalid_request', message: error.detail });
    }
  }

  /**
   * Reports on tasks of one channel.
   *
   * @throws PollFailure when a task could not be polled
   */
  async reports(
    provider: TaskProvider,
    channel: CatalogChannel,
    rows: readonly TaskRow[],
  ): Promise<ReadonlyMap<number, TaskReport>> {
    const { poll } = provider;
    if (poll.kind === 'many') return this.reportsOnMany(provider, poll, channel, rows);
    const reports = new Map<number, TaskReport>();
    for (const row of rows) {
      const report = await this.reportOnOne(provider, poll, channel, row);
      if (report) reports.set(row.id, report);
    }
    return reports;
  }

  /** The task with a current description of its file; unchanged for a provider without files. */
  async refreshed(provider: VideoProvider, channel: CatalogChannel, task: AcceptedTask): Promise<AcceptedTask> {
    const { poll } = provider;
    if (poll.kind === 'many') return task;
    const answer = await this.withFile(provider, poll, channel, { status: 200, text: '', json: task.data });
    return isResponse(answer) && isJsonObject(answer.json) ? { ...task, data: answer.json } : task;
  }

  /** Deletes a finished video. @returns whether it is gone; also true for a provider that deletes none */
  async remove(provider: VideoProvider, channel: CatalogChannel, task: AcceptedTask): Promise<boolean> {
    const { remove } = provider;
    if (!remove) return true;
    const { answer } = await this.exchange(provider, channel, POLL_TIMEOUT_MS, target => remove.build(task, target));
    return isResponse(answer) && (answer.status < 300 || answer.status === 404);
  }

  private async reportsOnMany(
    provider: TaskProvider,
    poll: PollMany,
    channel: CatalogChannel,
    rows: readonly TaskRow[],
  ): Promise<ReadonlyMap<number, TaskReport>> {
    const ids = rows.map(({ taskId }) => taskId);
    const { answer } = await this.exchange(provider, channel, POLL_TIMEOUT_MS, target => poll.build(ids, target));
    if (!isResponse(answer)) throw new PollFailure(answer.fault);
    const reports = poll.read(answer);
    if (!reports) throw new PollFailure(`the upstream answered ${answer.status}`);
    return reportsOf(rows, reports, report => report);
  }

  private async reportOnOne(
    provider: TaskProvider,
    poll: PollOne,
    channel: CatalogChannel,
    row: TaskRow,
  ): Promise<TaskReport | null> {
    const task = toAcceptedTask(row);
    const polled = await this.exchange(provider, channel, POLL_TIMEOUT_MS, target => poll.build(task, target));
    const answer = await this.withFile(provider, poll, channel, polled.answer);
    if (!isResponse(answer)) throw new PollFailure(answer.fault);
    if (answer.status === 404 || poll.isUnknown?.(answer)) return forgottenReport(row, poll.forgetfulMs);
    const report = answer.status < 300 ? poll.read(answer, task) : null;
    if (!report) throw new PollFailure(`the upstream answered ${answer.status}`);
    return report;
  }

  /** The answer about a task together with the description of its file, if it names one. */
  private async withFile(
    provider: TaskProvider,
    { file }: PollOne,
    channel: CatalogChannel,
    answer: TaskUpstreamResponse | NoResponse,
  ): Promise<TaskUpstreamResponse | NoResponse> {
    const fileId = isResponse(answer) ? (file?.idIn(answer.json) ?? '') : '';
    if (!file || !isResponse(answer) || fileId === '') return answer;
    const found = await this.exchange(provider, channel, POLL_TIMEOUT_MS, target => file.build(fileId, target));
    return isResponse(found.answer) ? { ...answer, json: file.join(answer.json, found.answer) } : found.answer;
  }

  /** Sends a request; once more, with a new token, when the provider refused the token because of its times. */
  private async exchange(
    provider: TaskProvider,
    channel: CatalogChannel,
    timeoutMs: number,
    build: Build,
  ): Promise<Exchanged> {
    const first = await this.exchangeOnce(provider, channel, timeoutMs, build);
    const isStale = isResponse(first.answer) && provider.token?.isStale(first.answer) === true;
    if (!isStale || !this.tokens.delete(tokenName(provider, channel))) return first;
    return this.exchangeOnce(provider, channel, timeoutMs, build);
  }

  private async exchangeOnce(
    provider: TaskProvider,
    channel: CatalogChannel,
    timeoutMs: number,
    build: Build,
  ): Promise<Exchanged> {
    const request = builtFor(this.withToken(provider, channel), build);
    if (request === null) return { answer: NOT_REACHABLE, dropped: [] };
    return {
      answer: await this.client.ask({ ...request, timeoutMs, channel }),
      dropped: request.dropped ?? [],
    };
  }

  private withToken(provider: TaskProvider, channel: CatalogChannel): ChannelTarget {
    if (!provider.token) return channel;
    const name = tokenName(provider, channel);
    const known = this.tokens.get(name);
    if (known !== undefined) return { ...channel, accessToken: known };
    const made = provider.token.make(channel, systemClock.now());
    if (!made) return channel;
    this.tokens.set(name, made.token, made.expiresInSeconds * 1000);
    return { ...channel, accessToken: made.token };
  }
}

/** Tokens belong to a key, which several channels may share. */
function tokenName({ id }: TaskProvider, { key }: CatalogChannel): string {
  return `${id} ${key}`;
}

/** Null when the channel's address is invalid, so that the next channel is tried. */
function builtFor(channel: ChannelTarget, build: Build): TaskUpstreamRequest | null {
  try {
    return build(channel);
  } catch (error) {
    if (error instanceof ChannelAddressError) return null;
    throw error;
  }
}

/** There was no response. The submission may be sent again only when it was certainly never sent. */
function unanswered({ isUnsent, fault }: NoResponse): RefusedSubmit {
  const message =
    fault === 'timeout' ? 'the task service did not answer in time' : 'the task service cannot be reached';
  return refused({ errorClass: isUnsent ? 'broken' : 'uncertain', status: 500, code: 'do_request_failed', message });
}

/**
 * The report for a task that its provider does not know. A new task may be unknown for a while; after that it has
 * failed.
 */
function forgottenReport({ submitTimeMs }: TaskRow, patienceMs = FORGETFUL_MS): TaskReport | null {
  const isPatient = Date.now() - submitTimeMs < patienceMs;
  return isPatient ? null : { status: 'FAILURE', failReason: 'the upstream does not know the task any more' };
}
