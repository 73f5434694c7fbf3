import { AccountKind, type Ledger } from '@billing';
import { type Options } from '@option';
import { type ApiCaller } from '@token';
import { type FastifyInstance, type FastifyRequest, type onRequestHookHandler } from 'fastify';

/** The amount shown for a token without a limit, because clients of the old billing calls expect a number. */
const UNLIMITED_AMOUNT = 100_000_000;

interface BillingRoutes {
  readonly onRequest: onRequestHookHandler;
  readonly callerOf: (request: FastifyRequest) => ApiCaller;
  readonly ledger: Ledger;
  readonly options: Options;
}

/** Amounts of the caller's own account, in the unit that the operator shows. */
interface Amounts {
  readonly left: number;
  readonly used: number;
}

/**
 * The retired billing calls of the OpenAI dashboard, which many clients still use to read a balance. OpenAI no longer
 * documents them, so the shape follows what those clients read. The dates of a usage query are ignored.
 */
export function addBillingRoutes(scope: FastifyInstance, routes: BillingRoutes): void {
  const { onRequest, callerOf } = routes;
  for (const prefix of ['/v1', '']) {
    scope.get(`${prefix}/dashboard/billing/subscription`, { onRequest }, async (request, reply) => {
      const caller = callerOf(request);
      const isUnlimited = caller.isUnlimited && routes.options.current.DisplayTokenStatEnabled;
      const { left, used } = await amountsOf(routes, caller);
      const total = isUnlimited ? UNLIMITED_AMOUNT : left + used;
      return reply.header('access-control-allow-origin', '*').send({
        object: 'billing_subscription',
        has_payment_method: true,
        soft_limit_usd: total,
        hard_limit_usd: total,
        system_hard_limit_usd: total,
        access_until: caller.expiresAtSeconds,
      });
    });
    scope.get(`${prefix}/dashboard/billing/usage`, { onRequest }, async (request, reply) => {
      const { used } = await amountsOf(routes, callerOf(request));
      return reply.header('access-control-allow-origin', '*').send({ object: 'list', total_usage: used * 100 });
    });
  }
}

/** The wallet that pays for calls of the key. */
function payerOf(ledger: Ledger, { userId, team }: ApiCaller) {
  return team ? ledger.balanceOf(AccountKind.Team, team.id) : ledger.balanceOf(AccountKind.User, userId);
}

async function amountsOf({ ledger, options }: BillingRoutes, caller: ApiCaller): Promise<Amounts> {
  const { DisplayTokenStatEnabled, DisplayInCurrencyEnabled, QuotaPerUnit } = options.current;
  const { balance, used } = DisplayTokenStatEnabled
    ? await ledger.balanceOf(AccountKind.Token, caller.tokenId)
    : await payerOf(ledger, caller);
  const unit = DisplayInCurrencyEnabled ? QuotaPerUnit : 1;
  return { left: Math.max(0, balance) / unit, used: used / unit };
}
