import { ChannelStatus, modelFamilyOf } from '@contracts';
import { type CatalogChannel, type CatalogTier } from './catalog-channel';

/**
 * Why a channel is no candidate for a model in a group: it is switched off, has expired, is in other groups, is without the
 * model, or
 * lists only the model's family while other channels of the group list the exact name.
 */
export type CandidateObstacle = 'status' | 'expired' | 'group' | 'model' | 'family';

interface Member {
  readonly channel: CatalogChannel;
  readonly models: ReadonlySet<string>;
}

/**
 * Which channels serve which models at one moment. Immutable; frequent look-ups are computed on first use and kept,
 * because building every combination of group and model in advance would stall the event loop.
 */
export class CatalogSnapshot {
  /** Every model that some enabled channel serves, sorted. */
  readonly models: readonly string[];

  private readonly channels: ReadonlyMap<number, CatalogChannel>;
  private readonly members: ReadonlyMap<string, readonly Member[]>;
  private readonly modelSet: ReadonlySet<string>;
  private readonly tiers = new Map<string, readonly CatalogTier[]>();
  private readonly groupModels = new Map<string, readonly string[]>();
  private readonly modelGroups = new Map<string, readonly string[]>();

  /** The moment at which the next channel expires, which makes this snapshot outdated; Infinity for none. */
  readonly validUntilMs: number;

  constructor(channels: readonly CatalogChannel[], nowMs = Date.now()) {
    this.validUntilMs = nextExpiry(channels, nowMs);
    this.channels = new Map(channels.map(channel => [channel.id, channel]));
    const serving = channels.filter(channel => isEnabled(channel) && !hasExpired(channel, nowMs));
    const enabled = serving.map(toMember());
    this.members = byGroup(enabled);
    const sets = new Set(enabled.map(member => member.models)); // shared by channels with the same list
    this.modelSet = new Set([...sets].flatMap(models => [...models]));
    this.models = [...this.modelSet].sort();
  }

  /**
   * Enabled channels for a model in a group, highest priority first; empty when no channel serves it. The name of a
   * custom GPT that no channel lists is looked up under its family.
   */
  candidates(group: string, model: string): readonly CatalogTier[] {
    const members = this.members.get(group);
    if (!members) return [];
    for (const name of this.listedNames(model)) {
      const tiers = this.tiersOf(group, members, name);
      if (tiers.length > 0) return tiers;
    }
    return [];
  }

  /**
   * Every reason that keeps a channel out of `candidates`; empty when it is one of them. Too slow for the path of a
   * call.
   */
  obstacles(channel: CatalogChannel, group: string, model: string): readonly CandidateObstacle[] {
    const tiers = this.candidates(group, model);
    if (tiers.some(tier => tier.channels.includes(channel))) return [];
    const [own = model, family] = namesOf(model);
    const lists = (name: string | undefined): boolean => name !== undefined && channel.models.includes(name);
    // A channel that lists only the family is used only when no channel of the group lists the exact name.
    const isOutdone = !lists(own) && lists(family) && tiers.length > 0;
    const found: readonly (readonly [CandidateObstacle, boolean])[] = [
      ['status', !isEnabled(channel)],
      ['expired', hasExpired(channel, Date.now())],
      ['group', !channel.groups.includes(group)],
      ['model', !lists(own) && !lists(family)],
      ['family', isOutdone && tiers.some(tier => tier.channels.some(({ models }) => models.includes(own)))],
    ];
    return found.filter(([, isFound]) => isFound).map(([obstacle]) => obstacle);
  }

  /** Every channel in any status that lists a model by its name or its family. */
  listing(model: string): readonly CatalogChannel[] {
    const names = namesOf(model);
    return this.all.filter(channel => names.some(name => channel.models.includes(name)));
  }

  /** Every channel in any status, by id. */
  get all(): readonly CatalogChannel[] {
    return [...this.channels.values()];
  }

  /** A channel in any status, or null. */
  byId(id: number): CatalogChannel | null {
    return this.channels.get(id) ?? null;
  }

  /** Models served in a group, sorted. */
  modelsOf(group: string): readonly string[] {
    const members = this.members.get(group);
    if (!members) return [];
    const known = this.groupModels.get(group);
    if (known) return known;
    const sets = new Set(members.map(member => member.models));
    const models = [...new Set([...sets].flatMap(set => [...set]))].sort();
    this.groupModels.set(group, models);
    return models;
  }

  /** Groups in which a model is served, sorted. */
  groupsOf(model: string): readonly string[] {
    return [...new Set(this.listedNames(model).flatMap(name => this.groupsServing(name)))].sort();
  }

  private tiersOf(group: string, members: readonly Member[], name: string): readonly CatalogTier[] {
    const key = `${group}\n${name}`;
    const known = this.tiers.get(key);
    if (known) return known;
    const tiers = toTiers(members.filter(member => member.models.has(name)).map(member => member.channel));
    this.tiers.set(key, tiers);
    return tiers;
  }

  private groupsServing(name: string): readonly string[] {
    const known = this.modelGroups.get(name);
    if (known) return known;
    const groups = [...this.members].filter(([, members]) => members.some(member => member.models.has(name)));
    const names = groups.map(([group]) => group);
    this.modelGroups.set(name, names);
    return names;
  }

  /**
   * The names under which channels may list a model: its own, then that of its family. Only names that some channel
   * lists are returned and kept in memory, so that invented names cannot fill it.
   */
  private listedNames(model: string): readonly string[] {
    return namesOf(model).filter(name => this.modelSet.has(name));
  }
}

function isEnabled({ status }: CatalogChannel): boolean {
  return status === ChannelStatus.Enabled;
}

export function hasExpired({ expiresAtMs }: Pick<CatalogChannel, 'expiresAtMs'>, nowMs: number): boolean {
  return expiresAtMs !== 0 && expiresAtMs <= nowMs;
}

function nextExpiry(channels: readonly CatalogChannel[], nowMs: number): number {
  let next = Infinity;
  for (const { expiresAtMs } of channels) if (expiresAtMs > nowMs && expiresAtMs < next) next = expiresAtMs;
  return next;
}

/** A model's own name, then that of its family if it has one. */
function namesOf(model: string): readonly string[] {
  const family = modelFamilyOf(model);
  return family === null ? [model] : [model, family];
}

/** Many channels carry the same list; they then share one set. */
function toMember(): (channel: CatalogChannel) => Member {
  const sets = new Map<string, ReadonlySet<string>>();
  return channel => {
    const key = channel.models.join();
    const models = sets.get(key) ?? new Set(channel.models);
    sets.set(key, models);
    return { channel, models };
  };
}

function byGroup(members: readonly Member[]): ReadonlyMap<string, readonly Member[]> {
  const groups = new Map<string, Member[]>();
  for (const member of members) {
    for (const group of member.channel.groups) {
      const list = groups.get(group);
      if (list) list.push(member);
      else groups.set(group, [member]);
    }
  }
  return groups;
}

function toTiers(channels: readonly CatalogChannel[]): readonly CatalogTier[] {
  const tiers = new Map<number, CatalogChannel[]>();
  for (const channel of channels) {
    const tier = tiers.get(channel.priority);
    if (tier) tier.push(channel);
    else tiers.set(channel.priority, [channel]);
  }
  return [...tiers]
    .map(([priority, members]) => ({ priority, channels: members }))
    .sort((left, right) => right.priority - left.priority);
}
