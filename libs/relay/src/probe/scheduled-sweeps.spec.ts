import { type Options } from '@option';
import { InProcessLeases, type Config } from '@platform';
import { type ChannelSweep } from './channel-sweep.service';
import { ScheduledSweeps } from './scheduled-sweeps';

const MINUTE_MS = 60_000;

let nowMs: number;
let options: { ChannelTestFrequency: number; ChannelUpdateFrequency: number };
let config: { channelTestMinutes: number; channelUpdateMinutes: number };
let runs: { tests: number; balances: number };
let leases: InProcessLeases;

beforeEach(() => {
  nowMs = 1000;
  options = { ChannelTestFrequency: 0, ChannelUpdateFrequency: 0 };
  config = { channelTestMinutes: 0, channelUpdateMinutes: 0 };
  runs = { tests: 0, balances: 0 };
  leases = new InProcessLeases(() => nowMs);
});

function startNode(): ScheduledSweeps {
  const sweep = {
    testAll: async () => void (runs.tests += 1),
    refreshBalances: async () => void (runs.balances += 1),
  } as Partial<ChannelSweep> as ChannelSweep;
  return new ScheduledSweeps(config as Config, { current: options } as Options, sweep, leases, () => nowMs);
}

/** Lets minutes pass on these nodes; each looks every minute, as their jobs do. */
async function pass(minutes: number, ...nodes: readonly ScheduledSweeps[]): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    nowMs += MINUTE_MS;
    for (const node of nodes) await node.run();
  }
}

it('never tests nor refreshes where nobody asked for it', async () => {
  await pass(24 * 60, startNode());
  expect(runs).toEqual({ tests: 0, balances: 0 });
});

it('tests and refreshes each at its own interval, for the first time one interval after the start', async () => {
  Object.assign(config, { channelTestMinutes: 10, channelUpdateMinutes: 30 });
  const node = startNode();
  await pass(9, node);
  expect(runs).toEqual({ tests: 0, balances: 0 });
  await pass(1, node);
  expect(runs).toEqual({ tests: 1, balances: 0 });
  await pass(50, node);
  expect(runs).toEqual({ tests: 6, balances: 2 });
});

it('tests once for all nodes', async () => {
  options.ChannelTestFrequency = 5;
  await pass(20, startNode(), startNode(), startNode());
  expect(runs.tests).toBe(4);
});

it('follows the option, which wins over the environment, from the moment of its change', async () => {
  config.channelTestMinutes = 24 * 60;
  const node = startNode();
  await pass(24 * 60, node);
  expect(runs.tests).toBe(1);
  options.ChannelTestFrequency = 5;
  await pass(1, node);
  expect(runs.tests).toBe(2);
  await pass(5, node);
  expect(runs.tests).toBe(3);
});
