import { asOne, compare } from './compare.mjs';
import { call, signIn, startGateway } from './gateway.mjs';

/** Calls cost nothing, and neither a row of the log nor hourly figures are written. */
const WITHOUT_ACCOUNTING = [
  ['GroupRatio', '{"default":0}'],
  ['LogConsumeEnabled', 'false'],
  ['DataExportEnabled', 'false'],
];

/**
 * What charges, the log and the hourly figures add to a call: a Sluice with all of them beside one without any. The
 * latter stands where the bare relay stands in other tables.
 */
export async function measureAccounting(root, upstreamUrl, measured, scenarios, rounds) {
  const without = await startGateway(root, upstreamUrl);
  try {
    const headers = await signIn(without.url);
    for (const [key, value] of WITHOUT_ACCOUNTING)
      await call(without.url, 'PUT', '/api/option/', { key, value }, headers);
    const rows = [];
    for (const scenario of scenarios) rows.push(await compare(asOne(without), measured, scenario, rounds));
    return rows;
  } finally {
    await without.stop();
  }
}
