import { type TaskUpstream } from '../../../apps/mock-upstream/src/index';

export * from '../../../apps/mock-upstream/src/index';

/** Any task upstream, independent of its kinds of calls and its task object. */
type AnyTaskUpstream = Pick<TaskUpstream<never, never>, 'close'>;

/**
 * Starts task upstreams for a suite and closes every one of them, also when a later one cannot start:
 * `const proxy = await upstreams.add(MidjourneyProxy.start())`, and `afterAll(() => upstreams.close())`.
 */
export class TaskUpstreams {
  private readonly open: AnyTaskUpstream[] = [];

  async add<Upstream extends AnyTaskUpstream>(starting: Promise<Upstream>): Promise<Upstream> {
    const upstream = await starting;
    this.open.push(upstream);
    return upstream;
  }

  async close(): Promise<void> {
    await Promise.all(this.open.splice(0).map(upstream => upstream.close()));
  }
}
