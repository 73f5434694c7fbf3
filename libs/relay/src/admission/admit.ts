import { PromptSize, type Endpoint } from '@formats';
import { adapterFor } from '@providers';
import { ChannelCatalog, hasExpired, type CatalogChannel, type CatalogTier } from '@channel';
import { ChannelStatus } from '@contracts';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { groupsOf, PriceBook, usableGroups, type ModelPrices, type Price } from '@pricing';
import { type ApiCaller } from '@token';
import { checkImagePrice, isImageCall, readRequestedImages, type RequestedImages } from '../call/requested-images';
import { type RelayCall } from '../call/relay-call';
import { haveLimits } from '../rate/channel-places';
import { limitsFor } from '../rate/limits-for';
import { type StandingLimit } from '../rate/standing-limits';
import { keep, largestForAll, servedBy, withRoom } from '../routing/acceptable';
import { type RouteOptions } from '../routing/route-plan';
import { mostPromptTokens } from '../shape/system-prompt';
import { PreparedCalls, type NamedModel, type PreparedCall } from './prepared-calls';

/** A call that passed all checks: where it may go, what it costs, and how large its prompt is. */
export interface AdmittedCall extends Place {
  /** Snapshot of the price: later changes never alter this call. */
  readonly price: Price;
  readonly prompt: PromptSize;
  /** The most tokens that a system prompt of the channels adds to the prompt, as an upper bound. */
  readonly addedPromptTokens: number;
  /** Set for calls that request images. */
  readonly images: RequestedImages | null;
  /** The limits of key, user, group and model; null where there are none. */
  readonly limits: readonly StandingLimit[] | null;
  /** Whether a channel, or a key of one, has limits of its own. */
  readonly hasPlaces: boolean;
}

/** The group and the channels that serve a model to a caller. */
export interface Place extends RouteOptions {
  /** The group whose channels and ratio are used. */
  readonly group: string;
}

/**
 * Checks group, named channel, model limits, channel, size of the prompt and price, in this order:
 * docs/relay-rules.md#order-of-checks.
 */
@Injectable()
export class Admission {
  private readonly prepared: PreparedCalls;

  constructor(
    private readonly options: Options,
    private readonly book: PriceBook,
    private readonly catalog: ChannelCatalog,
  ) {
    this.prepared = new PreparedCalls({ options, catalog }, (...asked) => this.prepare(...asked));
  }

  /**
   * @param startedAt when the call was received, in milliseconds of the monotonic clock: prices may depend on the hour
   * @throws AppError RELAY_* with the refusal of the first check that fails
   */
  admit(caller: ApiCaller, call: RelayCall, startedAt: number): AdmittedCall {
    const { model, endpoint } = call;
    const {
      group,
      tiers: able,
      isPinned,
      roomTokens,
      prices,
      addedPromptTokens,
      limits,
      hasPlaces,
    } = this.prepared.of(caller, endpoint, call);
    const prompt = new PromptSize(call.parsed, call, model);
    const hasRoom = roomTokens === Infinity || prompt.tokens <= roomTokens;
    const tiers = hasRoom ? able : withRoom(able, { model, promptTokens: prompt.tokens });
    if (prices === null) throw priceUnknown(model);
    const price = prices.hasHours ? prices.at(wallMs(startedAt)) : prices.usual;
    const images = isImageCall(call) ? readRequestedImages(call, this.book.shipped.callFactors) : null;
    if (images) checkImagePrice(model, price);
    return { group, tiers, isPinned, price, prompt, images, addedPromptTokens, limits, hasPlaces };
  }

  /**
   * The channels that offer a model to a caller, whatever else the call contains.
   *
   * @param alias the name by which the model was asked for; a key that may use the alias may use the model by it
   * @throws AppError RELAY_GROUP_*, RELAY_CHANNEL_*, RELAY_MODEL_*
   */
  placeFor(caller: ApiCaller, model: string, alias: string | null = null): Place {
    const groups = this.groupsFor(caller);
    const pinned = this.pinnedFor(caller);
    checkModel(caller, model, alias);
    if (!pinned) {
      const { group, tiers } = this.firstServedGroup(groups, model);
      return { group, tiers, isPinned: false };
    }
    const tiers = [{ priority: pinned.priority, channels: [pinned] }];
    return { group: groups[0] ?? 'default', tiers, isPinned: true };
  }

  /** @throws AppError RELAY_PRICE_UNKNOWN */
  priceFor(model: string, group: string): Price {
    const prices = this.findPrices(model, group);
    if (!prices) throw priceUnknown(model);
    return prices.at(Date.now());
  }

  /**
   * The channels for work that is submitted now and fetched later.
   *
   * @param names the names under which channels may list the work; the first that is served is used
   * @param accepts whether a channel can do the work at all
   * @throws AppError RELAY_* when the caller may not submit it, or no channel can do it
   */
  admitTask(caller: ApiCaller, names: readonly string[], accepts: (channel: CatalogChannel) => boolean): Place {
    const groups = this.groupsFor(caller);
    const pinned = this.pinnedFor(caller);
    const [model = ''] = names;
    checkModel(caller, names.find(name => caller.modelLimits?.has(name)) ?? model);
    if (pinned) {
      if (!accepts(pinned)) throw new AppError('RELAY_ROUTE_UNSUPPORTED', { params: { model } });
      const tiers = [{ priority: pinned.priority, channels: [pinned] }];
      return { group: groups[0] ?? 'default', tiers, isPinned: true };
    }
    for (const group of groups) {
      for (const name of names) {
        const tiers = keep(this.catalog.current.candidates(group, name), accepts);
        if (tiers.length > 0) return { group, tiers, isPinned: false };
      }
    }
    // The name by which a task is priced and listed is often not one that the caller wrote, so it is never reported as
    // unknown.
    const isFinal = !names.some(name => this.isListedFor(groups, name));
    throw new AppError('RELAY_MODEL_UNSERVED', { params: { model, group: groups.join(',') }, details: { isFinal } });
  }

  /**
   * The channels whose provider counts the tokens of a prompt itself; having none is not an error.
   *
   * @throws AppError RELAY_* when the caller may not use the group, the channel or the model
   */
  countersFor(caller: ApiCaller, call: RelayCall): readonly CatalogTier[] {
    const groups = this.groupsFor(caller);
    const pinned = this.pinnedFor(caller);
    if (pinned) {
      return counts(pinned, call) ? [{ priority: pinned.priority, channels: [pinned] }] : [];
    }
    checkModel(caller, call.model, call.alias);
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
    const { modelLimits } = caller;
    const served = new Set(this.groupsFor(caller).flatMap(group => this.catalog.current.modelsOf(group)));
    const aliases = Object.entries(this.options.current.ModelAliases).filter(([, model]) => served.has(model));
    const own = modelLimits ? [...served].filter(name => modelLimits.has(name)) : [...served];
    const others = aliases.filter(([alias, model]) => !modelLimits || modelLimits.has(alias) || modelLimits.has(model));
    return [...new Set([...own, ...others.map(([alias]) => alias)])].sort();
  }

  /**
   * The token's group when it has one, else the user's groups in their written order.
   *
   * @throws AppError RELAY_GROUP_DEPRECATED, RELAY_GROUP_DISABLED
   */
  groupsFor(caller: ApiCaller): readonly string[] {
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

  /**
   * The channel that the key's suffix names; null when it names none.
   *
   * @throws AppError RELAY_CHANNEL_INVALID, RELAY_CHANNEL_DISABLED
   */
  pinnedFor({ channelId }: ApiCaller): CatalogChannel | null {
    if (channelId === null) return null;
    const channel = this.catalog.current.byId(channelId);
    if (!channel) throw new AppError('RELAY_CHANNEL_INVALID');
    if (channel.status !== ChannelStatus.Enabled || hasExpired(channel, Date.now()))
      throw new AppError('RELAY_CHANNEL_DISABLED');
    return channel;
  }

  /** @throws AppError RELAY_GROUP_*, RELAY_CHANNEL_*, RELAY_MODEL_*, RELAY_ROUTE_UNSUPPORTED */
  private prepare(caller: ApiCaller, endpoint: Endpoint, { model, alias }: NamedModel): PreparedCall {
    const { group, tiers: offered, isPinned } = this.placeFor(caller, model, alias);
    const tiers = servedBy(offered, { model, endpoint });
    const addedPromptTokens = endpoint === 'chat' ? mostPromptTokens(tiers, model) : 0;
    const prices = this.findPrices(model, group);
    const limits = limitsFor(caller, { group, model }, this.options.current);
    const hasPlaces = haveLimits(tiers);
    return { group, isPinned, tiers, roomTokens: largestForAll(tiers), prices, addedPromptTokens, limits, hasPlaces };
  }

  private findPrices(model: string, group: string): ModelPrices | null {
    return this.book.current.pricesFor({ model, group, selfUse: this.options.current.SelfUseModeEnabled });
  }

  /**
   * @throws AppError RELAY_MODEL_UNKNOWN when no channel of any group or status lists the model; RELAY_MODEL_UNSERVED
   */
  private firstServedGroup(groups: readonly string[], model: string): { group: string; tiers: readonly CatalogTier[] } {
    for (const group of groups) {
      const tiers = this.catalog.current.candidates(group, model);
      if (tiers.length > 0) return { group, tiers };
    }
    if (this.catalog.current.listing(model).length === 0) {
      throw new AppError('RELAY_MODEL_UNKNOWN', { params: { model } });
    }
    const isFinal = !this.isListedFor(groups, model);
    throw new AppError('RELAY_MODEL_UNSERVED', { params: { model, group: groups.join(',') }, details: { isFinal } });
  }

  /**
   * Whether a channel of these groups lists a model and is only switched off, so that it may soon be available again.
   */
  private isListedFor(groups: readonly string[], model: string): boolean {
    return this.catalog.current.listing(model).some(channel => channel.groups.some(group => groups.includes(group)));
  }
}

/**
 * A channel that the key names takes precedence over the key's own list of models, because only administrators can name
 * one.
 *
 * @throws AppError RELAY_MODEL_DENIED
 */
export function checkModel({ channelId, modelLimits }: ApiCaller, model: string, alias: string | null = null): void {
  const isAllowed = !modelLimits || modelLimits.has(model) || (alias !== null && modelLimits.has(alias));
  if (channelId === null && !isAllowed) {
    throw new AppError('RELAY_MODEL_DENIED', { params: { model } });
  }
}

/** The time of day at a moment of the monotonic clock. */
function wallMs(at: number): number {
  return Date.now() - (performance.now() - at);
}

function priceUnknown(model: string): AppError {
  return new AppError('RELAY_PRICE_UNKNOWN', { params: { model } });
}

/** Whether a channel's provider itself counts prompts in the caller's format. */
function counts(channel: CatalogChannel, { format }: RelayCall): boolean {
  const adapter = adapterFor(channel.type);
  return (adapter?.endpoints.includes('countTokens') ?? false) && (adapter?.nativeFormats.includes(format) ?? false);
}
