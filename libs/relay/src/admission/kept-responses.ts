import { type Endpoint } from '@formats';
import { ResponseChannels, type CatalogChannel } from '@channel';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { type Rider } from '@platform';
import { type AdmittedCall } from './admit';
import { type Delivery } from '../usage/delivery';
import { type ReceivedCall } from '../call/received-call';

/** A delivered response, and the channel with the key that generated it. */
interface Given {
  readonly channel: CatalogChannel;
  readonly delivery: Delivery;
  readonly isConverted: boolean;
}

const NO_RIDERS: readonly Rider[] = [];
/** No provider gives longer ids. */
const ID_LENGTH_MAX = 512;
/** Endpoints whose calls may refer to a stored response. */
const LEANING: ReadonlySet<Endpoint> = new Set(['chat', 'responsesCompact']);

/**
 * Binds calls to the account that stores the response they continue. Only the account that generated the response knows
 * it, so such a call goes to that account or fails.
 */
@Injectable()
export class KeptResponses {
  constructor(private readonly responses: ResponseChannels) {}

  /**
   * Returns the admitted call, bound to the channel and the key that keep the previous response. A call with an unknown
   * id stays as it is, and so does a call whose caller has named a channel. A promise only for a call that names one.
   *
   * @throws AppError RELAY_RESPONSE_GONE when that channel or key can no longer be used
   */
  bound({ caller, call }: ReceivedCall, admitted: AdmittedCall): AdmittedCall | Promise<AdmittedCall> {
    if (call.format !== 'responses' || admitted.isPinned || !LEANING.has(call.endpoint)) return admitted;
    const previous = call.parsed.previous_response_id;
    if (!isName(previous)) return admitted;
    return this.boundTo({ userId: caller.userId, responseId: previous }, admitted);
  }

  /**
   * Riders that are written with the charge, so that later calls find the account; none for a response that no provider
   * of the format has stored.
   */
  ridersFor({ caller, call }: ReceivedCall, { channel, delivery, isConverted }: Given): readonly Rider[] {
    if (call.format !== 'responses' || isConverted || call.parsed.store === false) return NO_RIDERS;
    const responseId = delivery.responseId?.();
    if (!isName(responseId)) return NO_RIDERS;
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
 * Returns the channel with only the given key. When a channel has a single key, that key may have changed: operators
 * renew the keys of an account, and the provider itself refuses when the account does not know the response.
 */
function withKey(channel: CatalogChannel, keyHash: string): CatalogChannel | null {
  if (!channel.hasSeveralKeys) return channel;
  const keys = channel.keys.filter(key => key.keyHash === keyHash && key.fault === null);
  return keys.length === 0 ? null : { ...channel, keys };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= ID_LENGTH_MAX;
}
