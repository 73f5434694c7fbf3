import { at } from '@formats';
import { type BalanceCapability } from '../../contract/account';
import { baseUrlOf } from '../../shared/base-url';
import { amountOf, oneRequestBalance } from '../../shared/one-request-balance';
import { getRequest } from '../../shared/requests';

/**
 * `GET /api/report/getUserOverview`: the points that are left. The provider reports them at its main host and answers
 * questions at `api.`; another address of the operator is a proxy before both.
 */
export const aiProxyBalance: BalanceCapability = oneRequestBalance({
  buildRequest: target => {
    const host = baseUrlOf(target).replace(/^https:\/\/api\.aiproxy\.io$/, 'https://aiproxy.io');
    return getRequest(`${host}/api/report/getUserOverview`, { 'api-key': target.key.trim() });
  },
  amountIn: body => (at(body, 'success') === true ? amountOf(at(body, 'data', 'totalPoints')) : null),
});
