import { asOne, compare } from './compare.mjs';
import { startGateway } from './gateway.mjs';

/** What a call costs on one SQLite file with one process and with two workers, each beside the bare relay. */
export async function measureWorkers(root, upstreamUrl, bare, scenarios, rounds) {
  const rows = [];
  for (const workers of ['1', '2']) {
    const gateway = await startGateway(root, upstreamUrl, { WORKERS: workers });
    try {
      for (const scenario of scenarios) {
        rows.push({ layout: `WORKERS=${workers}`, ...(await compare(bare, asOne(gateway), scenario, rounds)) });
      }
    } finally {
      await gateway.stop();
    }
  }
  return rows;
}
