import { asOne, compare } from './compare.mjs';
import { startGateway } from './gateway.mjs';
import { startProgram } from './processes.mjs';

/** Every call, and one of a hundred. */
const SAMPLERS = [
  ['all calls traced', { OTEL_TRACES_SAMPLER: 'always_on' }],
  ['one of a hundred', { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.01' }],
];

/**
 * What traces add to a call: a Sluice that sends them to a collector beside one that does not, which stands where the bare
 * relay stands in other tables.
 */
export async function measureTracing(root, upstreamUrl, measured, scenarios, rounds) {
  const collector = await startProgram(new URL('collector.mjs', import.meta.url).pathname, {});
  const rows = [];
  for (const [layout, sampler] of SAMPLERS) {
    const traced = await startGateway(root, upstreamUrl, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...sampler });
    try {
      for (const scenario of scenarios) {
        rows.push({
          layout,
          ...(await compare(measured, asOne(traced), { ...scenario, bareCall: undefined }, rounds)),
        });
      }
    } finally {
      await traced.stop();
    }
  }
  await collector.stop();
  return rows;
}
