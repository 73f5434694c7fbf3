import { json, failure, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { startChannelScene, type ChannelScene } from '../support/scenes/channel-scene';
import { type TestApp } from '../support/servers/test-app';
import { startHttpProxy, type TestProxy } from '../support/servers/proxies';

let scene: ChannelScene;
let app: TestApp;
let upstream: MockUpstream;
let proxy: TestProxy;

beforeAll(async () => {
  scene = await startChannelScene();
  ({ app, upstream } = scene);
  await app.make.option('Price', 7);
  proxy = await startHttpProxy({ port: Number(new URL(upstream.url).port) });
});
afterAll(async () => {
  await scene.close();
  await proxy.close();
});
afterEach(() => scene.clear());

/** A channel at a provider's real name, which the proxy of the channel leads to the mock. */
async function balanceAt(baseUrl: string, type = 1) {
  const id = await scene.channel({ type, base_url: baseUrl, proxy: `http://${proxy.host}` });
  return (await app.admin.get(`/api/channel/update_balance/${id}`)).body;
}

const yuan = { currency: 'CNY', total_balance: '70.00' };
const dollars = { currency: 'USD', total_balance: '2.50' };

/** Address of a channel of type 1, the path that is asked, the provider's answer, and the balance. */
const reports = [
  ['api.deepseek.com', '/user/balance', { is_available: true, balance_infos: [yuan] }, 10],
  ['api.deepseek.com/v1', '/user/balance', { is_available: true, balance_infos: [yuan, dollars] }, 12.5],
  ['api.siliconflow.cn/v1', '/v1/user/info', { code: 20000, status: true, data: { totalBalance: '88.88' } }, 88.88],
  ['api.siliconflow.com', '/v1/user/info', { code: 20000, status: true, data: { totalBalance: '8' } }, 8],
  [
    'api.moonshot.cn/v1',
    '/v1/users/me/balance',
    { code: 0, scode: '0x0', status: true, data: { available_balance: 49 } },
    7,
  ],
  ['api.moonshot.ai', '/v1/users/me/balance', { code: 0, scode: '0x0', data: { available_balance: 49 } }, 49],
  ['api.stepfun.com/v1', '/v1/accounts', { object: 'account', type: 'prepaid', balance: 14 }, 2],
  ['api.novita.ai/openai/v1', '/openapi/v1/billing/balance/detail', { availableBalance: '12345' }, 1.2345],
  ['openrouter.ai/api/v1', '/api/v1/credits', { data: { total_credits: 100.5, total_usage: 25.75 } }, 74.75],
  ['ai-gateway.vercel.sh/v1', '/v1/credits', { balance: '95.50', total_used: '4.50' }, 95.5],
  ['api.hyperbolic.xyz/v1', '/billing/get_current_balance', { credits: 950 }, 9.5],
  ['api.api2gpt.com', '/dashboard/billing/credit_grants', { total_remaining: 3.25 }, 3.25],
  ['api.aigc2d.com', '/dashboard/billing/credit_grants', { total_available: 4.5 }, 4.5],
] as const;

describe('the balance of a provider of the OpenAI protocol', () => {
  it.each(reports)('at %s is asked for at %s', async (address, path, answer, balance) => {
    upstream.script(() => json(answer));
    expect(await balanceAt(`http://${address}`)).toEqual({ success: true, message: '', balance });
    const [call] = upstream.calls;
    expect([call?.method, call?.path, call?.headers.authorization]).toEqual(['GET', path, 'Bearer sk-upstream-secret']);
    expect(upstream.calls).toHaveLength(1);
    expect(proxy.opened.at(-1)).toBe(`${address.split('/')[0]}:80`);
  });

  it('is asked for by the host of a complete address, too', async () => {
    upstream.script(() => json({ balance_infos: [yuan] }));
    expect((await balanceAt('http://api.deepseek.com/v1/chat/completions', 8)).balance).toBe(10);
    expect(upstream.calls.map(call => call.path)).toEqual(['/user/balance']);
  });

  it.each([
    ['api.deepseek.com', { balance_infos: [] }],
    ['api.deepseek.com', { balance_infos: [{ currency: 'CNY', total_balance: 'much' }] }],
    ['api.stepfun.com', { balance: null }],
    ['api.novita.ai', '<html>'],
    ['openrouter.ai', { data: { total_credits: 1 } }],
  ])('at %s is unknown when the provider answers %j', async (address, answer) => {
    upstream.script(() => json(answer));
    expect(await balanceAt(`http://${address}`)).toEqual({
      success: false,
      message: 'balance not available: the answer does not tell',
    });
  });
});

describe('OpenRouter', () => {
  const refuseCredits = (limit: number | null) =>
    upstream.script(({ path }) =>
      path === '/api/v1/credits'
        ? failure(403, { message: 'Only management keys can perform this operation' })
        : json({ data: { label: 'sk-or', usage: 3, limit: limit === null ? null : 10, limit_remaining: limit } }),
    );

  it('reports what is left of the limit of a key that may not see the account', async () => {
    refuseCredits(7);
    expect((await balanceAt('http://openrouter.ai/api/v1')).balance).toBe(7);
    expect(upstream.calls.map(call => call.path)).toEqual(['/api/v1/credits', '/api/v1/key']);
  });

  it('reports nothing for such a key without a limit', async () => {
    refuseCredits(null);
    expect((await balanceAt('http://openrouter.ai/api/v1')).message).toBe(
      'balance not available: the answer does not tell',
    );
  });
});

it('AI Proxy reports its points at its main host, with the key in a header of its own', async () => {
  upstream.script(() => json({ success: true, message: '', error_code: 0, data: { totalPoints: 12.3 } }));
  const id = await scene.channel({ type: 21, base_url: upstream.url, models: 'm', other: 'library' });
  expect((await app.admin.get(`/api/channel/update_balance/${id}`)).body.balance).toBe(12.3);
  expect(upstream.calls[0]).toMatchObject({
    path: '/api/report/getUserOverview',
    headers: { 'api-key': 'sk-upstream-secret' },
  });
});
