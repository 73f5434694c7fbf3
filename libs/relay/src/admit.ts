import { ChannelCatalog, type CatalogChannel, type CatalogTier } from '@channel';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { groupsOf, PriceBook, usableGroups, type Price } from '@pricing';
import { adapterFor, estimatePromptTokens, type Endpoint } from '@providers';
import type { ApiCaller } from '@token';
import { checkPicturePrice, isPictureCall, readPictureOrder, type PictureOrder } from './endpoints/picture-order';
import type { RelayCall } from './relay-call';

/** A call that may be made: where it may go, what it costs, and how large its prompt is about. */
export interface AdmittedCall {
  /** The group whose channels and ratio are used. */
  readonly group: string;
  readonly tiers: readonly CatalogTier[];
  /** The channel was named by the key's suffix: no other may be tried. */
  readonly isPinned: boolean;
  /** Snapshot of the price: later changes never alter this call. */
  readonly price: Price;
  readonly estimatedPromptTokens: number;
  /** Set when pictures are ordered. */
  readonly pictures: PictureOrder | null;
}

/** Checks 15 to 20 of the specification's order: group, pinned channel, model limits, channel, price. */
@Injectable()
export class Admission {
  constructor(
    private readonly options: Options,
    private readonly book: PriceBook,
    private readonly catalog: ChannelCatalog,
  ) {}

  /** @throws AppError RELAY_* with the refusal of the first check that fails */
  admit(caller: ApiCaller, call: RelayCall): AdmittedCall {
    const groups = this.groupsFor(caller);
    const pinned = caller.channelId === null ? null : this.pinnedChannel(caller.channelId);
    if (!pinned && caller.modelLimits && !caller.modelLimits.has(call.model)) {
      throw new AppError('RELAY_MODEL_DENIED', { params: { model: call.model } });
    }
    const choice = pinned
      ? { group: groups[0] ?? 'default', tiers: [{ priority: pinned.priority, channels: [pinned] }] }
      : this.firstServedGroup(groups, call.model);
    const estimatedPromptTokens = estimatePromptTokens(call.parsed, call, call.model);
    const tiers = this.acceptable(choice.tiers, call, estimatedPromptTokens);
    const price = this.book.current.priceFor({
      model: call.model,
      group: choice.group,
      selfUse: this.options.current.SelfUseModeEnabled,
    });
    if (!price) throw new AppError('RELAY_PRICE_UNKNOWN', { params: { model: call.model } });
    const pictures = isPictureCall(call) ? readPictureOrder(call, this.book.shipped.callFactors) : null;
    if (pictures) checkPicturePrice(call.model, price);
    return { group: choice.group, tiers, isPinned: pinned !== null, price, estimatedPromptTokens, pictures };
  }

  /**
   * Channels whose vendor counts a prompt itself; none is no fault.
   *
   * @throws AppError RELAY_* when the caller may not use the group, the channel or the model
   */
  countersFor(caller: ApiCaller, call: RelayCall): readonly CatalogTier[] {
    const groups = this.groupsFor(caller);
    const pinned = caller.channelId === null ? null : this.pinnedChannel(caller.channelId);
    if (pinned) {
      return counts(pinned, call) ? [{ priority: pinned.priority, channels: [pinned] }] : [];
    }
    if (caller.modelLimits && !caller.modelLimits.has(call.model)) {
      throw new AppError('RELAY_MODEL_DENIED', { params: { model: call.model } });
    }
    for (const group of groups) {
      const tiers = keep(this.catalog.current.candidates(group, call.model), channel => counts(channel, call));
      if (tiers.length > 0) return tiers;
    }
    return [];
  }

  /** The first of some groups that has a channel for a model, or null. */
  groupServing(groups: readonly string[], model: string): string | null {
    return groups.find(group => this.catalog.current.candidates(group, model).length > 0) ?? null;
  }

  /** Model names this caller may list, sorted. */
  modelsFor(caller: ApiCaller): readonly string[] {
    const served = new Set(this.groupsFor(caller).flatMap(group => this.catalog.current.modelsOf(group)));
    const names = caller.modelLimits ? [...served].filter(name => caller.modelLimits?.has(name)) : [...served];
    return names.sort();
  }

  /** The token's group when it has one, else the user's groups in their written order. */
  private groupsFor(caller: ApiCaller): readonly string[] {
    const { tokenGroup, userGroup } = caller;
    if (!tokenGroup) return groupsOf(userGroup);
    if (!this.book.current.hasGroup(tokenGroup)) {
      throw new AppError('RELAY_GROUP_DEPRECATED', { params: { group: tokenGroup } });
    }
    const { GroupRatio, GroupDisplayNames, HiddenGroups } = this.options.current;
    const usable = usableGroups(userGroup, {
      groupRatio: GroupRatio,
      displayNames: GroupDisplayNames,
      hiddenGroups: HiddenGroups,
    });
    if (!usable.includes(tokenGroup)) throw new AppError('RELAY_GROUP_DISABLED', { params: { group: tokenGroup } });
    return [tokenGroup];
  }

  private pinnedChannel(id: number): CatalogChannel {
    const channel = this.catalog.current.byId(id);
    if (!channel) throw new AppError('RELAY_CHANNEL_INVALID');
    if (channel.status !== 1) throw new AppError('RELAY_CHANNEL_DISABLED');
    return channel;
  }

  private firstServedGroup(groups: readonly string[], model: string): { group: string; tiers: readonly CatalogTier[] } {
    for (const group of groups) {
      const tiers = this.catalog.current.candidates(group, model);
      if (tiers.length > 0) return { group, tiers };
    }
    throw new AppError('RELAY_MODEL_UNSERVED', { params: { model, group: groups.join(',') } });
  }

  /** Leaves out channels whose type cannot serve the route, and those the prompt is too long for. */
  private acceptable(tiers: readonly CatalogTier[], call: RelayCall, promptTokens: number): readonly CatalogTier[] {
    const able = keep(tiers, channel => serves(channel, call.endpoint));
    if (able.length === 0) throw new AppError('RELAY_ROUTE_UNSUPPORTED', { params: { model: call.model } });
    const roomy = keep(able, channel => channel.maxInputTokens === 0 || channel.maxInputTokens >= promptTokens);
    if (roomy.length > 0) return roomy;
    const limit = Math.max(...able.flatMap(tier => tier.channels.map(channel => channel.maxInputTokens)));
    throw new AppError('RELAY_CONTEXT_LENGTH', { params: { tokens: promptTokens, model: call.model, limit } });
  }
}

function serves(channel: CatalogChannel, endpoint: Endpoint): boolean {
  return adapterFor(channel.type)?.endpoints.includes(endpoint) ?? false;
}

/** Whether a channel's vendor counts prompts of the caller's format itself. */
function counts(channel: CatalogChannel, { format }: RelayCall): boolean {
  const adapter = adapterFor(channel.type);
  return (adapter?.endpoints.includes('countTokens') ?? false) && (adapter?.nativeFormats.includes(format) ?? false);
}

/** The same tiers when all channels stay, which is the usual case and costs no copy. */
function keep(tiers: readonly CatalogTier[], isKept: (channel: CatalogChannel) => boolean): readonly CatalogTier[] {
  if (tiers.every(tier => tier.channels.every(isKept))) return tiers;
  return tiers
    .map(tier => ({ priority: tier.priority, channels: tier.channels.filter(isKept) }))
    .filter(tier => tier.channels.length > 0);
}
