import { asOne, compare } from './compare.mjs';
import { call, signIn, startGateway } from './gateway.mjs';

/** So much that nothing is ever refused. */
const QUOTA = 1_000_000_000_000;

/**
 * What a budget of the user adds to a call: a Sluice whose caller has one beside one whose caller has none, which stands
 * where the bare relay stands in other tables.
 */
export async function measureBudgets(root, upstreamUrl, measured, scenarios, rounds) {
  const limited = await startGateway(root, upstreamUrl);
  try {
    const headers = await signIn(limited.url);
    const budget = { scope: 'user', username: 'root', quota: QUOTA, window: 'month' };
    await call(limited.url, 'POST', '/api/budget/', budget, headers);
    const rows = [];
    for (const scenario of scenarios) {
      rows.push(await compare(measured, asOne(limited), { ...scenario, bareCall: undefined }, rounds));
    }
    return rows;
  } finally {
    await limited.stop();
  }
}
