import { CallLimits, type CallLimit, type CallLimitsDecision, type LimitChange } from './call-limits';
import { type HubClient } from './hub-client';
import { InProcessChangeNotices, InProcessLimiter } from './in-process';
import { InProcessCallLimits } from './in-process-limits';
import {
  ChangeNotices,
  Leases,
  Limiter,
  type ChangeListener,
  type Lease,
  type LimitDecision,
  type WindowLimit,
} from './ports';

/** Notices between the workers of one node. The listeners of this worker are called directly. */
export class HubChangeNotices extends ChangeNotices {
  private readonly own = new InProcessChangeNotices();

  constructor(private readonly hub: HubClient) {
    super();
    hub.on('notice', ({ topic, detail }) => void this.own.publish(topic, detail));
  }

  async publish(topic: string, detail: string | null): Promise<void> {
    await this.own.publish(topic, detail);
    this.hub.publish(topic, detail);
  }

  subscribe(topic: string, listener: ChangeListener): void {
    this.own.subscribe(topic, listener);
  }

  close(): Promise<void> {
    return this.own.close();
  }
}

/** Sliding windows that the supervisor decides. A worker whose supervisor is gone ends soon, and limits alone until then. */
export class HubLimiter extends Limiter {
  private readonly own = new InProcessLimiter();

  constructor(private readonly hub: HubClient) {
    super();
  }

  take(key: string, limit: WindowLimit): Promise<LimitDecision> {
    return this.hub.ask('takeLimit', key, limit).catch(() => this.own.take(key, limit));
  }

  async forget(key: string): Promise<void> {
    await this.own.forget(key);
    await this.hub.ask('forgetLimit', key).catch(() => undefined);
  }

  close(): Promise<void> {
    return this.own.close();
  }
}

/** Limits of calls that the supervisor decides; the places of a worker end with it. */
export class HubCallLimits extends CallLimits {
  private readonly own = new InProcessCallLimits();

  constructor(private readonly hub: HubClient) {
    super();
  }

  take(id: string, limits: readonly CallLimit[]): Promise<CallLimitsDecision> {
    return this.hub.ask('takeCallLimits', id, limits).catch(() => this.own.take(id, limits));
  }

  async settle(id: string, atMs: number, changes: readonly LimitChange[]): Promise<void> {
    await this.own.settle(id, atMs, changes); // has no effect on what the supervisor decided
    await this.hub.ask('settleCallLimits', id, { atMs, changes }).catch(() => undefined);
  }

  close(): Promise<void> {
    return this.own.close();
  }
}

/** Leases that the supervisor keeps; those of a worker end with it. */
export class HubLeases extends Leases {
  constructor(private readonly hub: HubClient) {
    super();
  }

  async acquire(name: string, ttlMs: number): Promise<Lease | null> {
    const number = await this.hub.ask('acquireLease', name, ttlMs).catch(() => null);
    if (number === null) return null;
    return {
      renew: renewMs => this.hub.ask('renewLease', number, renewMs).catch(() => false),
      release: async () => {
        await this.hub.ask('releaseLease', number).catch(() => undefined); // it ended with the supervisor
      },
    };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
