import { compare } from './compare.mjs';
import { addKey, call, signIn, startGateway } from './gateway.mjs';

/** So much that nothing is ever refused. */
const QUOTA = 1_000_000_000_000;
const BOUGHT_MODEL = 'gpt-4o-mini-2024-07-18';
/** Percent that the supplier grants on the list price. */
const DISCOUNT = 30;

/** The password of a further person. */
const PASSWORD = 'a-good-password';

/** A key with a budget. */
async function limitedKey(url, headers) {
  const { id, key } = await addKey(url, headers, 'limited');
  await call(url, 'POST', '/api/budget/', { scope: 'key', owner_id: id, quota: QUOTA, window: 'month' }, headers);
  return key;
}

/** A key of a team that has money, whose members have a cap. */
async function teamKey(url, headers) {
  const { data: team } = await call(url, 'POST', '/api/team/', { name: 'Research' }, headers);
  await call(url, 'POST', `/api/team/${team.id}/money`, { kind: 'grant', quota: QUOTA }, headers);
  const cap = { scope: 'team', owner_id: team.id, quota: QUOTA, window: 'month' };
  await call(url, 'POST', '/api/budget/', cap, headers);
  return (await addKey(url, headers, 'of the team', { team_id: team.id })).key;
}

/** A key of somebody whose calls a plan pays. */
async function planKey(url, headers) {
  const terms = { name: 'Plus', price_quota: 0, period: 'month', quota: QUOTA, is_on_sale: true };
  const { data: plan } = await call(url, 'POST', '/api/plan/', terms, headers);
  await call(url, 'POST', '/api/user/', { username: 'ann', password: PASSWORD, display_name: 'ann' }, headers);
  const own = await signIn(url, 'ann', PASSWORD);
  await call(url, 'POST', '/api/plan/own', { plan_id: plan.id, time_zone: 'UTC' }, own);
  return (await addKey(url, own, 'of the plan')).key;
}

/** Makes a channel whose supplier grants a discount, for a model of its own. */
async function addBoughtChannel(url, headers, upstreamUrl) {
  const bought = { type: 1, name: 'bought', models: BOUGHT_MODEL, key: 'sk-up', group: 'default' };
  const cost = { base_url: upstreamUrl, supplier_cost: { discount: DISCOUNT } };
  await call(url, 'POST', '/api/channel/', { ...bought, ...cost }, headers);
}

/**
 * What budgets, teams, plans and suppliers' costs add to a call: calls with one of them beside calls without, which stand
 * where the bare relay stands in other tables. One process serves them all, so that its caches, its file and its compiled
 * code are the same.
 */
export async function measureBudgets(root, upstreamUrl, scenarios, rounds) {
  const gateway = await startGateway(root, upstreamUrl);
  try {
    const { url } = gateway;
    const headers = await signIn(url);
    const without = { urls: [url], pids: [gateway.pid], key: gateway.key };
    await addBoughtChannel(url, headers, upstreamUrl);
    const cases = {
      'a budget of the key': { ...without, key: await limitedKey(url, headers) },
      "a supplier's cost": { ...without, model: BOUGHT_MODEL },
      'a team with a budget': { ...without, key: await teamKey(url, headers) },
      'a plan': { ...without, key: await planKey(url, headers) },
    };
    const rows = [];
    for (const [layout, program] of Object.entries(cases)) {
      for (const scenario of scenarios) rows.push({ layout, ...(await compare(without, program, scenario, rounds)) });
    }
    return rows;
  } finally {
    await gateway.stop();
  }
}
