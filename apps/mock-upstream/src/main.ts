import { createMockUpstream } from './mock-upstream';
import { CogvideoApi } from './scripts/cogvideo';
import { HailuoApi } from './scripts/hailuo';
import { KlingApi } from './scripts/kling';
import { LumaApi } from './scripts/luma';
import { MidjourneyProxy } from './scripts/midjourney';
import { RunwayApi } from './scripts/runway';
import { SunoProxy } from './scripts/suno';
import { WanApi } from './scripts/wan';

const DEFAULT_PORT = 4010;

interface Running {
  readonly url: string;
  close(): Promise<void>;
}

/** The kinds by their name in MOCK_KIND; `key` is the key that the channel must have. */
const starters: Readonly<Record<string, (port: number, key: string) => Promise<Running>>> = {
  chat: port => createMockUpstream({ port }),
  drawing: (port, secret) => MidjourneyProxy.start({ port, secret }),
  song: (port, secret) => SunoProxy.start({ port, secret }),
  kling: (port, key) => KlingApi.start({ port, key }),
  luma: (port, key) => LumaApi.start({ port, key }),
  runway: (port, key) => RunwayApi.start({ port, key }),
  cogvideo: (port, key) => CogvideoApi.start({ port, key }),
  hailuo: (port, key) => HailuoApi.start({ port, key }),
  wan: (port, key) => WanApi.start({ port, key }),
};

/**
 * Runs a mock for local work and for measurements. Without MOCK_KIND it speaks the OpenAI protocol: give a channel of
 * type 1 its address and any key. Every other kind requires the key in MOCK_KEY, whose default is `mock-key`.
 */
async function main(): Promise<void> {
  const kind = process.env.MOCK_KIND ?? 'chat';
  const start = starters[kind];
  if (!start) throw new Error(`MOCK_KIND must be one of ${Object.keys(starters).join(', ')}, not ${kind}`);
  const port = Number(process.env.MOCK_PORT ?? DEFAULT_PORT);
  const mock = await start(port, process.env.MOCK_KEY ?? 'mock-key');
  process.stdout.write(`mock upstream ready on ${mock.url}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void mock.close());
}

main().catch((error: unknown) => {
  process.stderr.write(`mock upstream cannot start: ${String(error)}\n`);
  process.exitCode = 1;
});
