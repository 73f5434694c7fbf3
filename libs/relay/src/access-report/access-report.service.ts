import { ChannelCatalog, ChannelKeys, ChannelStatusReadModel, type CatalogChannel } from '@channel';
import {
  REACH_CHANNELS_MAX,
  REACH_MODELS_MAX,
  Role,
  type AccessChannel,
  type AccessDetail,
  type AccessEndpoint,
  type AccessReportQuery,
  type AccessReport,
  type RoutingStrategy,
} from '@contracts';
import { AppError, type Language } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { type Caller } from '@platform';
import { groupsOf, ModelCatalogue } from '@pricing';
import { TokenGate, type ApiCaller, type TokenOutlook } from '@token';
import { Admission } from '../admission/admit';
import { RoutePlanner } from '../routing/route-plan';
import { concernedChannels, reasonsAgainst, upstreamNameOf, type AccessRequest } from './channel-access';
import { foreseeAttempts, type ForeseenAttempt } from './foreseen-attempts';
import { ModelAccess, type CheckOptions, type CheckedModel } from './model-access';
import { refusalsOf } from './refusals';

/** The user who asks for the report, and the language of the refusals in it. */
interface Reader {
  readonly caller: Caller;
  readonly language: Language;
}

interface Asked {
  readonly model: string;
  readonly endpoint: AccessEndpoint;
  readonly promptTokens: number;
}

/** At most so many attempts are listed; an operator who allows more retries knows how the list continues. */
const ATTEMPTS_SHOWN_MAX = 10;

function percent(portion: number | null): number | null {
  return portion === null ? null : Math.round(portion * 10_000) / 100;
}

/**
 * Reports which models and channels a key can use, and why it cannot use the others. It runs the relay's own decisions.
 */
@Injectable()
export class AccessReportService {
  constructor(
    private readonly gate: TokenGate,
    private readonly admission: Admission,
    private readonly models: ModelAccess,
    private readonly catalog: ChannelCatalog,
    private readonly catalogue: ModelCatalogue,
    private readonly keys: ChannelKeys,
    private readonly routes: RoutePlanner,
    private readonly statuses: ChannelStatusReadModel,
    private readonly options: Options,
  ) {}

  /**
   * @throws AppError COMMON_RECORD_NOT_FOUND for unknown keys, and for keys of other users unless an administrator asks
   */
  async of(tokenId: number, query: AccessReportQuery, reader: Reader): Promise<AccessReport> {
    const isAdmin = reader.caller.role >= Role.Admin;
    const outlook = await this.gate.outlook({
      tokenId,
      ownerId: isAdmin ? null : reader.caller.id,
      channelId: isAdmin ? (query.channel ?? null) : null,
    });
    if (!outlook) throw new AppError('COMMON_RECORD_NOT_FOUND');
    const { caller, isIpLimited } = outlook;
    const groups = this.groupsOf(caller);
    const keyRefusals = await this.models.refusalsOfKey(outlook);
    const { model = '', endpoint = 'chat', prompt_tokens: promptTokens = 0 } = query;
    const asked: Asked | null = model === '' ? null : { model, endpoint, promptTokens };
    const names = asked ? [asked.model] : this.modelNames(caller, isAdmin);
    const checked = await this.checkAll(outlook, names.slice(0, REACH_MODELS_MAX), asked);
    const view = { isKeyRefused: keyRefusals.length > 0, showsChannels: isAdmin, language: reader.language };
    return {
      view: isAdmin ? 'full' : 'own',
      token: { id: caller.tokenId, name: caller.tokenName, username: caller.username, is_ip_limited: isIpLimited },
      groups: groups.map(name => ({ name, ratio: this.models.ratioOf(name) })),
      refusals: refusalsOf(keyRefusals, reader.language),
      models: checked.map(one => this.models.toView(one, view)),
      models_left_out: Math.max(0, names.length - REACH_MODELS_MAX),
      detail: isAdmin && asked && checked[0] ? await this.detail(caller, asked, checked[0], view.isKeyRefused) : null,
    };
  }

  private async checkAll(
    { caller }: TokenOutlook,
    names: readonly string[],
    options: CheckOptions | null,
  ): Promise<readonly CheckedModel[]> {
    if (options === null) return names.map(model => this.models.check(caller, model, null));
    return Promise.all(names.map(model => this.models.checkWithMoney(caller, model, options)));
  }

  /**
   * The groups are shown even when every call of the key is refused: its owner wants to know which groups would be
   * used.
   */
  private groupsOf(caller: ApiCaller): readonly string[] {
    return caller.tokenGroup ? [caller.tokenGroup] : groupsOf(caller.userGroup);
  }

  /** Owners see the models that the price list shows them, and those that they named in the key's own limits. */
  private modelNames(caller: ApiCaller, isAdmin: boolean): readonly string[] {
    const known = isAdmin
      ? this.catalog.current.all.flatMap(channel => channel.models)
      : this.catalogue.modelsOf(this.models.usableGroupsOf(caller));
    return [...new Set([...known, ...(caller.modelLimits ?? [])])].sort();
  }

  private async detail(
    caller: ApiCaller,
    asked: Asked,
    checked: CheckedModel,
    isKeyRefused: boolean,
  ): Promise<AccessDetail> {
    const { endpoint, promptTokens, model } = asked;
    const { SessionAffinityEnabled } = this.options.current;
    const groups = this.groupsOf(caller);
    const request: AccessRequest = {
      requirements: { model, endpoint, promptTokens },
      groups,
      servingGroup: this.admission.groupServing(groups, model),
      pinnedId: caller.channelId,
    };
    const strategy = this.strategyFor(request);
    const attempts = foreseeAttempts({
      isByWeight: strategy === 'weighted',
      tiers: checked.tiers,
      isResting: channel => this.keys.isResting(channel, model),
      attemptsMax: this.routes.attemptsMax(caller.channelId !== null),
    });
    const isRefused = isKeyRefused || checked.refusals.length > 0;
    const channels = await this.channels(request, attempts, { checked, isRefused });
    return {
      endpoint,
      prompt_tokens: promptTokens,
      pinned_channel: caller.channelId ?? 0,
      strategy,
      keeps_sessions: SessionAffinityEnabled,
      channels: channels.slice(0, REACH_CHANNELS_MAX),
      channels_left_out: Math.max(0, channels.length - REACH_CHANNELS_MAX),
      attempts: attempts.slice(0, ATTEMPTS_SHOWN_MAX).map((asks, at) => ({
        number: at + 1,
        channels: asks
          .map(({ channel, portion }) => ({ id: channel.id, share: percent(portion) }))
          .sort((left, right) => (right.share ?? 0) - (left.share ?? 0))
          .slice(0, REACH_CHANNELS_MAX),
      })),
    };
  }

  /** How the relay chooses among channels of one priority; a channel that the key names leaves no choice. */
  private strategyFor({ servingGroup, pinnedId }: AccessRequest): RoutingStrategy {
    if (servingGroup === null || pinnedId !== null) return 'weighted';
    return this.routes.strategyOf(servingGroup) ?? 'weighted';
  }

  private async channels(
    request: AccessRequest,
    attempts: readonly ForeseenAttempt<CatalogChannel>[],
    { checked, isRefused }: { readonly checked: CheckedModel; readonly isRefused: boolean },
  ): Promise<readonly AccessChannel[]> {
    const { current } = this.catalog;
    const offered = new Set(checked.tiers.flatMap(tier => tier.channels));
    const asked = new Set(attempts.flatMap(asks => asks.map(({ channel }) => channel)));
    const first = new Map(attempts[0]?.map(({ channel, portion }) => [channel, percent(portion)]));
    const concerned = concernedChannels(current, request);
    const statuses = await this.statuses.reasonsOf(concerned.map(channel => channel.id));
    const rows = concerned.map(channel => {
      const against = reasonsAgainst(current, channel, request);
      const isBehind = against.length === 0 && offered.has(channel) && !asked.has(channel);
      const reasons = isBehind ? (['attempts'] as const) : against;
      const status = statuses.get(channel.id);
      return {
        id: channel.id,
        name: channel.name,
        type: channel.type,
        status: channel.status,
        status_reason: status?.reason ?? '',
        status_time: status?.atSeconds ?? 0,
        groups: channel.groups,
        priority: channel.priority,
        weight: channel.weight,
        share: offered.has(channel) ? shareIn(first, channel) : null,
        upstream_model: upstreamNameOf(channel, request.requirements.model) ?? request.requirements.model,
        max_input_tokens: channel.maxInputTokens,
        keys: this.keys.countsOf(channel),
        is_reachable: !isRefused && reasons.length === 0,
        reasons,
      };
    });
    return rows.sort(byAccess);
  }
}

/** The share of a channel in first attempts; null where a strategy decides, 0 where others go first. */
function shareIn(first: ReadonlyMap<CatalogChannel, number | null>, channel: CatalogChannel): number | null {
  const share = first.get(channel);
  return share === undefined ? 0 : share;
}

/** What a row is sorted by: what may go first stands before what comes later. */
function shareToSort({ share, is_reachable: isReachable }: AccessChannel): number {
  return share ?? (isReachable ? 100 : -1);
}

/** Sorts the channels that are tried first to the top, followed by those with the fewest obstacles. */
function byAccess(left: AccessChannel, right: AccessChannel): number {
  return (
    left.reasons.length - right.reasons.length ||
    right.priority - left.priority ||
    shareToSort(right) - shareToSort(left) ||
    left.id - right.id
  );
}
