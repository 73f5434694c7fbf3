/** The label of channels and models that are not told apart. */
const OTHER = 'other';

/** Most channels that have a label of their own. */
const CHANNELS_MAX = 200;
/** Most pairs of a channel and a model that have labels of their own. */
export const PAIRS_MAX = 500;

/** The labels of a channel and a model. */
export interface PairLabels {
  /** The id of the channel. */
  readonly channel: string;
  readonly model: string;
}

/** Gives labels to channels and models as they come, but only so many of them: every label is kept forever by who collects it. */
export class BoundedLabels {
  private readonly pairs = new Map<number, Map<string, PairLabels>>();
  private count = 0;

  of(channelId: number, model: string): PairLabels {
    return this.pairs.get(channelId)?.get(model) ?? this.newPair(channelId, model);
  }

  private newPair(channelId: number, model: string): PairLabels {
    const known = this.pairs.get(channelId);
    if (!known && this.pairs.size >= CHANNELS_MAX) return { channel: OTHER, model: OTHER };
    const channel = String(channelId);
    if (this.count >= PAIRS_MAX) return { channel: known ? channel : OTHER, model: OTHER };
    const labels = { channel, model };
    const models = known ?? new Map<string, PairLabels>();
    this.pairs.set(channelId, models);
    models.set(model, labels);
    this.count += 1;
    return labels;
  }
}
