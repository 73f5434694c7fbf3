import { parseJson } from '@formats';
import { type BalanceCapability, type BalanceContext } from '../contract/account';
import { type ChannelTarget, type UpstreamRequest } from '../contract/upstream';

interface OneRequestBalance {
  readonly buildRequest: (target: ChannelTarget) => UpstreamRequest;
  /**
   * The amount in a response with status 200, or null when it holds none.
   *
   * @param body the parsed response; undefined when it is no JSON
   */
  readonly amountIn: (body: unknown, context: BalanceContext, target: ChannelTarget) => number | null;
}

/** The balance of a provider that reports it in one response. */
export function oneRequestBalance({ buildRequest, amountIn }: OneRequestBalance): BalanceCapability {
  return {
    next(target, [answer], context) {
      if (!answer) return { kind: 'request', request: buildRequest(target) };
      const amount = answer.status === 200 ? amountIn(parseJson(answer.body), context, target) : null;
      return amount === null ? { kind: 'unavailable', reason: 'balance not available' } : { kind: 'balance', amount };
    },
  };
}

/** An amount that a provider sends as a number or as its text; null for anything else. */
export function amountOf(value: unknown): number | null {
  const isText = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
  const amount = isText ? Number(value) : value;
  return typeof amount === 'number' && Number.isFinite(amount) ? amount : null;
}
