import { Ledger, LedgerRefusal, type Reservation } from '@billing';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { formatQuota, Options } from '@option';
import { reserveUnits, type Price } from '@pricing';
import { TokenGate, type ApiCaller } from '@token';
import type { AdmittedCall } from './admit';

/** What decides how much is held. */
type PricedCall = Pick<AdmittedCall, 'price' | 'estimatedPromptTokens' | 'pictures'>;

/** A fixed amount that is held. */
export interface UnitsHold {
  /** Unique for ever. */
  readonly id: string;
  readonly caller: ApiCaller;
  readonly amount: number;
  readonly price: Price;
  readonly lifetimeMs: number;
}

interface HoldOrder {
  /** Unique for ever; a second hold of one request needs an id of its own. */
  readonly id: string;
  readonly caller: ApiCaller;
  readonly admitted: AdmittedCall;
  /** The caller's own limit on the answer, or null. */
  readonly maxTokens: number | null;
  readonly lifetimeMs: number;
}

/** Holds money before a call, and says in the caller's words why it cannot. */
@Injectable()
export class Holds {
  constructor(
    private readonly options: Options,
    private readonly ledger: Ledger,
    private readonly gate: TokenGate,
  ) {}

  /** @throws AppError RELAY_USER_QUOTA*, RELAY_TOKEN_QUOTA, RELAY_TOKEN_EXHAUSTED */
  async reserve({ id, caller, admitted, maxTokens, lifetimeMs }: HoldOrder): Promise<Reservation> {
    const amount = this.amountFor(admitted, maxTokens);
    const { price } = admitted;
    return this.holdUnits({ id, caller, amount, price, lifetimeMs });
  }

  /** @throws AppError RELAY_USER_QUOTA*, RELAY_TOKEN_QUOTA, RELAY_TOKEN_EXHAUSTED */
  async holdUnits({ id, caller, amount, price, lifetimeMs }: UnitsHold): Promise<Reservation> {
    try {
      return await this.ledger.reserve({
        id,
        userId: caller.userId,
        tokenId: caller.tokenId,
        amount,
        price: JSON.stringify(price),
        expiresAtMs: Date.now() + lifetimeMs,
      });
    } catch (error) {
      if (!(error instanceof LedgerRefusal)) throw error;
      const refusal = this.quotaRefusal(error, caller);
      if (refusal.code === 'RELAY_TOKEN_EXHAUSTED') this.gate.markExhausted(caller.tokenId);
      throw refusal;
    }
  }

  /** What `reserve` would refuse a call with as the accounts stand now, or null; holds nothing. */
  async refusalOf(caller: ApiCaller, admitted: PricedCall, maxTokens: number | null): Promise<AppError | null> {
    const { userId, tokenId } = caller;
    const refusal = await this.ledger.refusalOf({ userId, tokenId, amount: this.amountFor(admitted, maxTokens) });
    return refusal && this.quotaRefusal(refusal, caller);
  }

  private amountFor({ price, estimatedPromptTokens, pictures }: PricedCall, maxTokens: number | null): number {
    return reserveUnits(
      {
        promptTokens: estimatedPromptTokens,
        maxTokens,
        preConsumedTokens: this.options.current.PreConsumedQuota,
        ...(pictures && { calls: pictures.count * pictures.factor }),
      },
      price,
    );
  }

  private quotaRefusal({ account, availableUnits, neededUnits }: LedgerRefusal, caller: ApiCaller): AppError {
    const show = (units: number) => formatQuota(units, this.options.current);
    const params = { balance: show(availableUnits), need: show(neededUnits) };
    if (account === 'user')
      return new AppError(availableUnits <= 0 ? 'RELAY_USER_QUOTA' : 'RELAY_USER_QUOTA_HOLD', { params });
    if (availableUnits > 0) return new AppError('RELAY_TOKEN_QUOTA', { params });
    return new AppError('RELAY_TOKEN_EXHAUSTED', { params: { key: caller.keyMask } });
  }
}
