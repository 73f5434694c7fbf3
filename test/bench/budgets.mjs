import { compare } from './compare.mjs';
import { addKey, call, signIn, startGateway } from './gateway.mjs';

/** So much that nothing is ever refused. */
const QUOTA = 1_000_000_000_000;
const BOUGHT_MODEL = 'gpt-4o-mini-2024-07-18';
/** Percent that the supplier grants on the list price. */
const DISCOUNT = 30;

/**
 * What a budget and a supplier's cost add to a call: calls of a key with the one, and calls on a channel with the other,
 * beside calls without, which stand where the bare relay stands in other tables. One process serves them all, so
 * that its caches, its file and its compiled code are the same.
 */
export async function measureBudgets(root, upstreamUrl, scenarios, rounds) {
  const gateway = await startGateway(root, upstreamUrl);
  try {
    const headers = await signIn(gateway.url);
    const without = { urls: [gateway.url], pids: [gateway.pid], key: gateway.key };
    const limited = await addKey(gateway.url, headers, 'limited');
    const budget = { scope: 'key', owner_id: limited.id, quota: QUOTA, window: 'month' };
    await call(gateway.url, 'POST', '/api/budget/', budget, headers);
    const bought = { type: 1, name: 'bought', models: BOUGHT_MODEL, key: 'sk-up', group: 'default' };
    const cost = { base_url: upstreamUrl, supplier_cost: { discount: DISCOUNT } };
    await call(gateway.url, 'POST', '/api/channel/', { ...bought, ...cost }, headers);
    const cases = {
      'a budget of the key': { ...without, key: limited.key },
      "a supplier's cost": { ...without, model: BOUGHT_MODEL },
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
