import { type CatalogTier } from '@channel';
import { type AccessEndpoint, type AccessModel } from '@contracts';
import { type AppError, type Language } from '@kernel';
import { Injectable } from '@nestjs/common';
import { freePrice, PriceBook, UsableGroups, type Price } from '@pricing';
import { type ApiCaller, type TokenOutlook } from '@token';
import { Admission, checkModel, type Place } from '../admission/admit';
import { isAnswering, plainBound } from '../limits/call-bound';
import { Reservations } from '../admission/reservations';
import { acceptable } from '../routing/acceptable';
import { attempted, refusalsOf } from './refusals';

/** What a call would ask for besides the model. */
export interface CheckOptions {
  readonly endpoint: AccessEndpoint;
  readonly promptTokens: number;
}

/** The result of the relay's checks for one model. */
export interface CheckedModel {
  readonly model: string;
  /** Null when no group serves the model to this caller. */
  readonly place: Place | null;
  /** The channels that would be tried; empty when the call is refused before that. */
  readonly tiers: readonly CatalogTier[];
  readonly price: Price | null;
  /** Refusals that concern the model; those that concern the key are reported separately. */
  readonly refusals: readonly AppError[];
}

interface ModelViewing {
  readonly isKeyRefused: boolean;
  readonly showsChannels: boolean;
  readonly language: Language;
}

/** Runs the relay's own checks for one model at a time and collects every refusal. */
@Injectable()
export class ModelAccess {
  constructor(
    private readonly admission: Admission,
    private readonly reservations: Reservations,
    private readonly book: PriceBook,
    private readonly groups: UsableGroups,
  ) {}

  /** The refusals that every call of this key would get. */
  async refusalsOfKey({ caller, refusals }: TokenOutlook): Promise<readonly AppError[]> {
    const groups = attempted(() => this.admission.groupsFor(caller));
    const pinned = attempted(() => this.admission.pinnedFor(caller));
    // Even a call that costs nothing needs an account in credit.
    const money = await this.reservations.refusalOf(caller, plainBound(freePrice, 0, 0));
    return [
      ...refusals,
      ...('refusal' in groups ? [groups.refusal] : []),
      ...('refusal' in pinned ? [pinned.refusal] : []),
      ...(money ? [money] : []),
    ];
  }

  /** @param options null to check only whether the model is offered at all */
  check(caller: ApiCaller, model: string, options: CheckOptions | null): CheckedModel {
    const denied = attempted(() => checkModel(caller, model));
    if ('refusal' in denied) return refused(model, denied.refusal);
    const placed = attempted(() => this.admission.placeFor(caller, model));
    // Refusals about the groups or the named channel concern the key, and `refusalsOfKey` reports them.
    if ('refusal' in placed) return refused(model, placed.refusal, { isOfModel: isOfModel(placed.refusal) });
    const place = placed.value;
    const kept = attempted(() => (options ? acceptable(place.tiers, { model, ...options }) : place.tiers));
    const priced = attempted(() => this.admission.priceFor(model, place.group));
    return {
      model,
      place,
      tiers: 'value' in kept ? kept.value : [],
      price: 'value' in priced ? priced.value : null,
      refusals: [kept, priced].flatMap(step => ('refusal' in step ? [step.refusal] : [])),
    };
  }

  /** Runs `check`, and adds a refusal when the accounts would not cover what such a call reserves. */
  async checkWithMoney(caller: ApiCaller, model: string, options: CheckOptions): Promise<CheckedModel> {
    const checked = this.check(caller, model, options);
    if (!checked.price) return checked;
    const bound = plainBound(checked.price, options.promptTokens, isAnswering(options.endpoint) ? null : 0);
    const place = { group: checked.place?.group ?? '', model };
    const money = await this.reservations.refusalOf(caller, bound, place);
    return money ? { ...checked, refusals: [...checked.refusals, money] } : checked;
  }

  toView(checked: CheckedModel, { isKeyRefused, showsChannels, language }: ModelViewing): AccessModel {
    const { model, place, tiers, refusals } = checked;
    const channels = tiers.reduce((sum, tier) => sum + tier.channels.length, 0);
    return {
      model,
      is_served: place !== null && !isKeyRefused && refusals.length === 0,
      group: place?.group ?? '',
      ratio: place ? this.ratioOf(place.group) : null,
      channels: showsChannels ? channels : null,
      priority: showsChannels ? (tiers[0]?.priority ?? null) : null,
      refusals: refusalsOf(refusals, language),
    };
  }

  ratioOf(group: string): number {
    return this.book.current.groupRatioOf(group);
  }

  usableGroupsOf(caller: ApiCaller): readonly string[] {
    return this.groups.groupsOf(caller.userGroup).usable;
  }
}

const OF_MODEL: ReadonlySet<string> = new Set(['RELAY_MODEL_UNKNOWN', 'RELAY_MODEL_UNSERVED', 'RELAY_MODEL_DENIED']);

function isOfModel({ code }: AppError): boolean {
  return OF_MODEL.has(code);
}

function refused(model: string, refusal: AppError, { isOfModel } = { isOfModel: true }): CheckedModel {
  return { model, place: null, tiers: [], price: null, refusals: isOfModel ? [refusal] : [] };
}
