import { type Endpoint } from '@formats';
import { type ChannelCatalog, type CatalogTier } from '@channel';
import { type Options } from '@option';
import { type ModelPrices } from '@pricing';
import { type ApiCaller } from '@token';
import { type StandingLimit } from '../rate/standing-limits';

/** A model, and the alias by which it was asked for. */
export interface NamedModel {
  readonly model: string;
  readonly alias: string | null;
}

/** What is the same for all calls of a caller to an endpoint with a model, until a snapshot changes. */
export interface PreparedCall {
  /** The group whose channels and ratio are used. */
  readonly group: string;
  readonly isPinned: boolean;
  /** The channels whose type serves the endpoint; at least one. */
  readonly tiers: readonly CatalogTier[];
  /** The longest prompt that every one of these channels takes, in tokens; Infinity where none has a limit. */
  readonly roomTokens: number;
  /** The most tokens that a system prompt of these channels adds to a prompt; 0 where none has one. */
  readonly addedPromptTokens: number;
  /** Null for a model without ratio and price: it is refused after the size of the prompt was checked. */
  readonly prices: ModelPrices | null;
  /** The limits of key, user, group and model; null where there are none. */
  readonly limits: readonly StandingLimit[] | null;
  /** Whether a channel, or a key of one, has limits of its own. */
  readonly hasPlaces: boolean;
}

/** Most models remembered for one caller. */
const MODELS_MAX = 256;

/**
 * Remembers prepared calls: by the caller's identity, which is a new object whenever key or owner change, and only for
 * as long as options (with them groups and prices) and channels are the same objects.
 */
export class PreparedCalls {
  private options: object | null = null;
  private channels: object | null = null;
  private byCaller = new WeakMap<object, Map<string, PreparedCall>>();

  constructor(
    private readonly snapshots: { readonly options: Options; readonly catalog: ChannelCatalog },
    private readonly prepare: (caller: ApiCaller, endpoint: Endpoint, named: NamedModel) => PreparedCall,
  ) {}

  /** @throws AppError as `prepare` does; a refusal is not remembered */
  of(caller: ApiCaller, endpoint: Endpoint, named: NamedModel): PreparedCall {
    this.dropIfChanged();
    const { model, alias } = named;
    const key = alias === null ? `${endpoint}\n${model}` : `${endpoint}\n${model}\n${alias}`;
    let calls = this.byCaller.get(caller.identity);
    const known = calls?.get(key);
    if (known !== undefined) return known;
    const prepared = this.prepare(caller, endpoint, named);
    if (calls === undefined || calls.size >= MODELS_MAX) this.byCaller.set(caller.identity, (calls = new Map()));
    calls.set(key, prepared);
    return prepared;
  }

  private dropIfChanged(): void {
    const options = this.snapshots.options.current;
    const channels = this.snapshots.catalog.current;
    if (options === this.options && channels === this.channels) return;
    this.options = options;
    this.channels = channels;
    this.byCaller = new WeakMap();
  }
}
