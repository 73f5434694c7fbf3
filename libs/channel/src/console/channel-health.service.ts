import { Injectable } from '@nestjs/common';
import {
  ChannelStatus,
  type ChannelHealthDetail,
  type ChannelHealthView,
  type HealthError,
  type HealthRest,
  type HealthSpan,
  type HealthState,
} from '@contracts';
import { AppError, groupBy } from '@kernel';
import { Logger } from '@platform';
import { type CatalogChannel } from '../catalog/catalog-channel';
import { ChannelCatalog } from '../catalog/channel-catalog';
import { ChannelFigures } from '../figures/channel-figures';
import { figuresOf, KIND_NAMES } from '../figures/figure-columns';
import { FiguresReadModel, NO_COUNTS, pointsOf, type SpanFigures } from '../figures/figures.read-model';
import { ChannelKeys, type Resting } from '../keys/channel-keys';
import { ChannelStatusReadModel, type StatusReason } from './channel-status.read-model';

/** What the view of a channel is made of. */
interface HealthParts {
  readonly figures: SpanFigures | undefined;
  readonly reason: StatusReason | undefined;
  readonly rests: readonly Resting[];
  readonly error: HealthError | undefined;
}

/** How channels are: their figures, what rests and why, and the last error. */
@Injectable()
export class ChannelHealthService {
  constructor(
    private readonly catalog: ChannelCatalog,
    private readonly keys: ChannelKeys,
    private readonly figures: ChannelFigures,
    private readonly stored: FiguresReadModel,
    private readonly statuses: ChannelStatusReadModel,
    private readonly logger: Logger,
  ) {}

  async list(span: HealthSpan): Promise<readonly ChannelHealthView[]> {
    await this.storeOwn();
    return this.views(this.catalog.current.all, span);
  }

  /** @throws AppError when there is no such channel */
  async detail(id: number, span: HealthSpan): Promise<ChannelHealthDetail> {
    const channel = this.existing(id);
    await this.storeOwn();
    const nowMs = Date.now();
    const [view] = await this.views([channel], span);
    if (!view) throw new AppError('COMMON_RECORD_NOT_FOUND');
    const figures = await this.stored.ofModels(id, span, nowMs);
    const errors = new Map((await this.stored.errors(span, nowMs, id)).map(error => [error.model, toError(error)]));
    const models = [...figures].map(([model, { counts, points }]) => ({
      model,
      ...figuresOf(counts),
      last_error: errors.get(model) ?? null,
      points,
    }));
    return { channel: view, models };
  }

  /**
   * Forgets the failures of a channel with its keys and models, so that it is asked again at once.
   *
   * @throws AppError when there is no such channel
   */
  wake(id: number): void {
    this.existing(id);
    this.keys.forgiveChannels([id]);
  }

  private existing(id: number): CatalogChannel {
    const channel = this.catalog.current.byId(id);
    if (!channel) throw new AppError('COMMON_RECORD_NOT_FOUND');
    return channel;
  }

  /** The figures of this process are shown at once, those of the others when they are stored. */
  private async storeOwn(): Promise<void> {
    await this.figures.flush().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'the figures of channels could not be stored');
    });
  }

  private async views(channels: readonly CatalogChannel[], span: HealthSpan): Promise<ChannelHealthView[]> {
    const nowMs = Date.now();
    const figures = await this.stored.ofChannels(span, nowMs);
    const errors = groupBy(await this.stored.errors(span, nowMs), error => error.channelId);
    const rests = groupBy(this.keys.resting(), rest => rest.channelId);
    const reasons = await this.statuses.reasonsOf(channels.map(({ id }) => id));
    return channels.map(channel => {
      const { id } = channel;
      const [error] = errors.get(id) ?? []; // the newest stands first
      const parts = { figures: figures.get(id), reason: reasons.get(id), rests: rests.get(id) ?? [], error };
      return this.toView(channel, parts, pointsOf(new Map(), span, nowMs));
    });
  }

  private toView(
    channel: CatalogChannel,
    { figures, reason, rests, error }: HealthParts,
    noPoints: ChannelHealthView['points'],
  ): ChannelHealthView {
    const { id, name, type, status, keys } = channel;
    return {
      id,
      name,
      type,
      status,
      state: this.stateOf(channel, rests),
      status_reason: reason?.reason ?? '',
      status_time: reason?.atSeconds ?? 0,
      total_keys: keys.length,
      usable_keys: keys.filter(({ fault }) => fault === null).length,
      rests: rests.flatMap(rest => toRest(channel, rest)),
      last_error: error ? toError(error) : null,
      points: figures?.points ?? noPoints,
      ...figuresOf(figures?.counts ?? NO_COUNTS),
    };
  }

  private stateOf(channel: CatalogChannel, rests: readonly Resting[]): HealthState {
    if (channel.status === ChannelStatus.Disabled) return 'disabled';
    if (channel.status !== ChannelStatus.Enabled) return 'auto_disabled';
    const resting = new Set(rests.flatMap(({ keyHash }) => (keyHash === null ? [] : [keyHash])));
    const usable = channel.keys.filter(({ fault }) => fault === null);
    const hashes = usable.length > 0 ? usable.map(({ keyHash }) => keyHash) : [channel.keyHash];
    return hashes.every(hash => resting.has(hash)) ? 'resting' : 'enabled';
  }
}

/** Keys that the channel has no longer are left out. */
function toRest(channel: CatalogChannel, { keyHash, model, cause, waitMs }: Resting): readonly HealthRest[] {
  const place = keyHash === null ? 0 : (channel.keys.find(key => key.keyHash === keyHash)?.position ?? null);
  if (place === null) return [];
  const rest = { key_place: place, model: model ?? '', cause: cause === null ? '' : KIND_NAMES[cause] } as const;
  return [{ ...rest, wait_ms: Math.ceil(waitMs) }];
}

function toError({ kind, status, message, model, at }: HealthError): HealthError {
  return { kind, status, message, model, at };
}
