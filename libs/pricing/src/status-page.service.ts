import { Injectable } from '@nestjs/common';
import { ChannelCatalog, ChannelKeys, FiguresReadModel, type CatalogChannel } from '@channel';
import { ChannelStatus, type HealthPoint, type PublicHealth, type PublicModelState } from '@contracts';
import { SingleFlight, toSeconds } from '@kernel';
import { UsableGroups } from './usable-groups';

/** How long a page is shown again without reading. */
const FRESH_MS = 5000;
/** Most models on the page. */
const MODELS_MAX = 500;
/** A model with fewer calls than this in an hour is never called down for their failures. */
const CALLS_MIN = 5;
const OPERATIONAL_FROM = 0.95;
const DEGRADED_FROM = 0.5;

/** The public status page: how the models that guests see on the price list are served, without channels or providers. */
@Injectable()
export class StatusPage {
  private readonly reading = new SingleFlight<string, PublicHealth>();
  private shown: { readonly page: PublicHealth; readonly atMs: number } | null = null;

  constructor(
    private readonly catalog: ChannelCatalog,
    private readonly keys: ChannelKeys,
    private readonly figures: FiguresReadModel,
    private readonly groups: UsableGroups,
  ) {}

  async page(): Promise<PublicHealth> {
    const nowMs = Date.now();
    if (this.shown && Math.abs(nowMs - this.shown.atMs) < FRESH_MS) return this.shown.page;
    const page = await this.reading.run('page', () => this.read(nowMs));
    this.shown = { page, atMs: nowMs };
    return page;
  }

  private async read(nowMs: number): Promise<PublicHealth> {
    const hour = await this.figures.ofCalls('hour', nowMs);
    const day = await this.figures.ofCalls('day', nowMs);
    const noHours = Array.from({ length: 24 }, () => null);
    const models = [...this.channelsByModel()].slice(0, MODELS_MAX).map(([model, channels]) => {
      const points = hour.get(model)?.points ?? [];
      const state = this.stateOf(model, channels, points);
      return { model, state, success_rate: rateOf(points), hours: day.get(model)?.points.map(rateIn) ?? noHours };
    });
    return { updated_at: toSeconds(nowMs), models };
  }

  /** The models of public groups, sorted. What an administrator has disabled is not offered, so it is not shown. */
  private channelsByModel(): ReadonlyMap<string, readonly CatalogChannel[]> {
    const isPublic = new Set(this.groups.public());
    const offered = this.catalog.current.all.filter(
      ({ status, groups }) => status !== ChannelStatus.Disabled && groups.some(group => isPublic.has(group)),
    );
    const byModel = new Map<string, CatalogChannel[]>();
    for (const channel of offered) {
      for (const model of channel.models) byModel.set(model, [...(byModel.get(model) ?? []), channel]);
    }
    return new Map([...byModel].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  private stateOf(
    model: string,
    channels: readonly CatalogChannel[],
    points: readonly HealthPoint[],
  ): PublicModelState {
    const enabled = channels.filter(({ status }) => status === ChannelStatus.Enabled);
    if (enabled.length === 0) return 'down';
    const rate = rateOf(points);
    const calls = points.reduce((sum, { served, failed }) => sum + served + failed, 0);
    if (rate !== null && rate < DEGRADED_FROM && calls >= CALLS_MIN) return 'down';
    if (rate !== null && rate < OPERATIONAL_FROM) return 'degraded';
    return enabled.every(channel => this.keys.isResting(channel, model)) ? 'degraded' : 'operational';
  }
}

function rateOf(points: readonly HealthPoint[]): number | null {
  const sum = (name: 'served' | 'failed') => points.reduce((total, point) => total + point[name], 0);
  return rateIn({ served: sum('served'), failed: sum('failed') });
}

function rateIn({ served, failed }: Pick<HealthPoint, 'served' | 'failed'>): number | null {
  return served + failed === 0 ? null : served / (served + failed);
}
