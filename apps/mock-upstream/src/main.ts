import { createMockUpstream } from './mock-upstream';

const DEFAULT_PORT = 4010;

/** Runs the mock for local work: give a channel of type 1 its address and any key. */
async function main(): Promise<void> {
  const port = Number(process.env['MOCK_PORT'] ?? DEFAULT_PORT);
  const mock = await createMockUpstream({ port });
  process.stdout.write(`mock upstream ready on ${mock.url}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void mock.close());
}

main().catch((error: unknown) => {
  process.stderr.write(`mock upstream cannot start: ${String(error)}\n`);
  process.exitCode = 1;
});
