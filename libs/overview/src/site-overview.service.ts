import { AlertListReadModel } from '@alert';
import { ChannelCatalog, ChannelHealthService, FiguresReadModel, figuresOf } from '@channel';
import { Injectable } from '@nestjs/common';
import {
  type ChannelHealthView,
  type FiringAlert,
  type FirstSteps,
  type OverviewPeriodTimes,
  type OverviewTimes,
  type SiteOverview,
  type TroubledChannel,
} from '@contracts';
import { toSeconds } from '@kernel';
import { CallSumsReadModel } from '@log';
import { Database } from '@platform';
import { ModelCatalogue } from '@pricing';
import { type OverviewSpan } from './overview-span';
import { OwnOverviewService } from './own-overview.service';

const CHANNELS_MAX = 6;
const ALERTS_MAX = 5;
/** A channel that answers less of its calls than this needs somebody, from so many calls on. */
const GOOD_RATE = 0.95;
const CALLS_MIN = 5;

type Times = Pick<SiteOverview, 'times' | 'previous_times' | 'period_times'>;
type Troubled = Pick<SiteOverview, 'channels' | 'channels_troubled' | 'channels_total'>;

/** How the whole site does: its calls, their times, its channels and alerts, and what a new one still lacks. */
@Injectable()
export class SiteOverviewService {
  constructor(
    private readonly own: OwnOverviewService,
    private readonly sums: CallSumsReadModel,
    private readonly catalog: ChannelCatalog,
    private readonly health: ChannelHealthService,
    private readonly stored: FiguresReadModel,
    private readonly models: ModelCatalogue,
    private readonly alerts: AlertListReadModel,
    private readonly database: Database,
  ) {}

  async of(shown: OverviewSpan, nowMs: number): Promise<SiteOverview> {
    // The health of channels stores what this process has counted, which the times below are read from.
    const channels = await this.troubled();
    const [own, users, times, lastMinute, firing, steps] = await Promise.all([
      this.own.of(shown, null),
      this.own.ranks('user', shown.span, null),
      this.times(shown),
      this.sums.lastMinute(nowMs),
      this.firing(),
      this.firstSteps(),
    ]);
    return { ...own, users, ...times, last_minute: lastMinute, ...channels, ...firing, first_steps: steps };
  }

  private async times({ span, previous, stepsMs, dayStartMs }: OverviewSpan): Promise<Times> {
    const [hours, before] = await Promise.all([
      this.stored.ofHours(span, dayStartMs),
      this.stored.ofHours(previous, dayStartMs),
    ]);
    const periods = stepsMs.flatMap((atMs): readonly OverviewPeriodTimes[] => {
      const counts = hours.get(atMs);
      return counts ? [{ at: toSeconds(atMs), ...timesOf(counts) }] : [];
    });
    return { times: timesOf(added(hours)), previous_times: timesOf(added(before)), period_times: periods };
  }

  /** Channels that need somebody, those that serve nothing first. */
  private async troubled(): Promise<Troubled> {
    const views = await this.health.list('hour');
    const troubled = views.filter(isTroubled);
    const sorted = [...troubled].sort((one, other) => urgency(other) - urgency(one) || one.id - other.id);
    return {
      channels: sorted.slice(0, CHANNELS_MAX).map(toTroubled),
      channels_troubled: troubled.length,
      channels_total: views.length,
    };
  }

  private async firing(): Promise<Pick<SiteOverview, 'alerts' | 'alerts_firing'>> {
    const { rows, total } = await this.alerts.page({ state: 'firing' }, { skip: 0, take: ALERTS_MAX });
    const alerts = rows.map(({ id, rule_name: name, kind, severity, fired_time }): FiringAlert => ({
      id,
      name,
      kind,
      severity,
      fired_time,
    }));
    return { alerts, alerts_firing: total };
  }

  private async firstSteps(): Promise<FirstSteps> {
    const { current } = this.catalog;
    const [hasCalls, keys] = await Promise.all([
      this.sums.hasCalls(),
      // A read model may look into another lib's table.
      this.database.read.query<unknown[]>('SELECT 1 AS one FROM tokens LIMIT 1'),
    ]);
    const isPriced = this.models.pricedOf(current.models).length === current.models.length;
    return {
      channel: current.all.length > 0,
      price: current.models.length > 0 && isPriced,
      key: keys.length > 0,
      call: hasCalls,
    };
  }
}

function isTroubled({ state, status_reason, rests, success_rate, served, failed }: ChannelHealthView): boolean {
  if (state === 'disabled') return false; // an administrator wanted it so
  if (state !== 'enabled' || status_reason !== '' || rests.length > 0) return true;
  return success_rate !== null && success_rate < GOOD_RATE && served + failed >= CALLS_MIN;
}

/** What serves nothing comes before what serves a part. */
function urgency({ state, success_rate }: ChannelHealthView): number {
  if (state === 'auto_disabled') return 3;
  if (state === 'resting') return 2;
  return 1 - (success_rate ?? 1);
}

function toTroubled({ id, name, state, success_rate, status_reason, last_error }: ChannelHealthView): TroubledChannel {
  return { id, name, state, success_rate, reason: status_reason || (last_error?.message ?? '') };
}

function added(hours: ReadonlyMap<number, readonly number[]>): readonly number[] {
  const sums: number[] = [];
  for (const counts of hours.values()) for (const [at, count] of counts.entries()) sums[at] = (sums[at] ?? 0) + count;
  return sums;
}

function timesOf(counts: readonly number[]): OverviewTimes {
  const { latency_p50, latency_p95, first_token_p50, first_token_p95 } = figuresOf(counts);
  return { latency_p50, latency_p95, first_token_p50, first_token_p95 };
}
