import { type CatalogChannel } from '@channel';
import { PollFailure, type TaskReport, type TaskRow } from '../engine/task-platform';
import { UsualPlatform } from '../engine/usual-platform';
import { isResponse, type NoResponse, type TaskClientResponse } from '../transport/task-client';
import { forgottenReport, pollEach } from './poll-each';
import { type VideoFacts, type VideoProvider, type VideoOptions, type VideoWork } from './video-provider';

/** Limit for a submission, which may contain images that providers check before they respond. */
export const SUBMIT_TIMEOUT_MS = 120_000;
export const POLL_TIMEOUT_MS = 15_000;

/** The common base of video providers: tasks are polled one by one, and a provider may no longer know an old task. */
export abstract class VideoPlatform extends UsualPlatform implements VideoProvider {
  readonly noun = 'video';
  override readonly batchMax = 1;
  /** A task that is unknown upstream counts as failed only after this time. */
  protected readonly forgetfulMs: number = 5 * 60_000;

  abstract workFor(options: VideoOptions): VideoWork;
  abstract factsOf(row: TaskRow): VideoFacts;

  async poll(channel: CatalogChannel, tasks: readonly TaskRow[]): Promise<ReadonlyMap<number, TaskReport>> {
    return pollEach(tasks, task => this.reportOf(channel, task));
  }

  protected abstract ask(channel: CatalogChannel, task: TaskRow): Promise<TaskClientResponse | NoResponse>;

  /** @returns null when the response has no usable state of the task */
  protected abstract read(answer: TaskClientResponse, task: TaskRow): TaskReport | null;

  protected isUnknown({ status }: TaskClientResponse): boolean {
    return status === 404;
  }

  private async reportOf(channel: CatalogChannel, task: TaskRow): Promise<TaskReport | null> {
    const answer = await this.ask(channel, task);
    if (!isResponse(answer)) throw new PollFailure(answer.fault);
    if (this.isUnknown(answer)) return forgottenReport(task, this.forgetfulMs);
    const report = answer.status < 300 ? this.read(answer, task) : null;
    if (!report) throw new PollFailure(`the upstream answered ${answer.status}`);
    return report;
  }
}
