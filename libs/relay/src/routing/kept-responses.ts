import { type Endpoint } from '@formats';
import { ResponseChannels, type CatalogChannel } from '@channel';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { type Rider } from '@platform';
import { type ApiCaller } from '@token';
import { type AdmittedCall } from '../admit';
import { type Delivery } from '../deliver/delivery';
import { type RelayCall } from '../relay-call';

interface Asked {
  readonly caller: ApiCaller;
  readonly call: RelayCall;
}

/** An answer that was given, and the channel with the key that gave it. */
interface Given {
  readonly channel: CatalogChannel;
  readonly delivery: Delivery;
  readonly isConverted: boolean;
}

/** Longer names are none that a provider gives. */
const ID_LENGTH_MAX = 512;
/** What may be asked about a response that is stored. */
const LEANING: ReadonlySet<Endpoint> = new Set(['chat', 'responsesCompact']);

/**
 * A call may lean on a response that its provider has stored. Only the account that gave the response knows it, so such a
 * call goes to that account or nowhere.
 */
@Injectable()
export class KeptResponses {
  constructor(private readonly responses: ResponseChannels) {}

  /**
   * The same call, bound to the channel and the key that keep the response before it. An id that is not known leaves the
   * call as it is; so does a channel that the caller has named.
   *
   * @throws AppError RELAY_RESPONSE_GONE when they can no longer be asked
   */
  bound({ caller, call }: Asked, admitted: AdmittedCall): AdmittedCall | Promise<AdmittedCall> {
    if (admitted.isPinned || !LEANING.has(call.endpoint) || call.format !== 'responses') return admitted;
    const previous = call.parsed.previous_response_id;
    if (!isName(previous)) return admitted;
    return this.boundTo({ userId: caller.userId, responseId: previous }, admitted);
  }

  /** What is written with the charge, so that later calls find the account; nothing for what no provider of the format has stored. */
  ridersFor({ caller, call }: Asked, { channel, delivery, isConverted }: Given): readonly Rider[] {
    if (isConverted || call.format !== 'responses' || call.parsed.store === false) return [];
    const responseId = delivery.responseId?.();
    if (!isName(responseId)) return [];
    const place = { channelId: channel.id, keyHash: channel.keyHash };
    return [this.responses.remember({ userId: caller.userId, responseId }, place)];
  }

  private async boundTo(name: { userId: number; responseId: string }, admitted: AdmittedCall): Promise<AdmittedCall> {
    const place = await this.responses.find(name);
    if (!place) return admitted;
    for (const { priority, channels } of admitted.tiers) {
      const keeper = channels.find(({ id }) => id === place.channelId);
      const channel = keeper && withKey(keeper, place.keyHash);
      if (channel) {
        return { ...admitted, tiers: [{ priority, channels: [channel] }], isPinned: true, keepsPrevious: true };
      }
    }
    throw new AppError('RELAY_RESPONSE_GONE', { details: { isFinal: true, param: 'previous_response_id' } });
  }
}

/**
 * The channel with that one key. The only key of a channel may be another by now: operators renew the keys of an account,
 * and the provider itself answers for an account that does not know the response.
 */
function withKey(channel: CatalogChannel, keyHash: string): CatalogChannel | null {
  if (!channel.hasSeveralKeys) return channel;
  const keys = channel.keys.filter(key => key.keyHash === keyHash && key.fault === null);
  return keys.length === 0 ? null : { ...channel, keys };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= ID_LENGTH_MAX;
}
