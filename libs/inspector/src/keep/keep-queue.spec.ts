import { type OptionValues } from '@contracts';
import { type Options } from '@option';
import { SecretBox, type Logger, type Metrics } from '@platform';
import { CallRecording } from '../capture/call-recording';
import { MemoryBudget } from '../capture/memory-budget';
import { type InspectRule } from '../rules/inspect-rule';
import { KeepQueue } from './keep-queue';
import { type KeptCalls } from './kept-calls';
import { type NewKeptCall } from './kept-calls.store';
import { PackedRecords } from './packed-record';

const rule: InspectRule = {
  id: 1,
  isOwn: false,
  userId: 0,
  tokenId: 0,
  channelId: 0,
  modelName: '',
  perMille: 1000,
  onlyFailures: false,
  createdAtMs: 0,
  expiresAtMs: Infinity,
  createdBy: 'root',
  note: '',
};
const values = {
  InspectorEnabled: true,
  InspectorBodyKilobytes: 16,
  InspectorMaskPersonal: false,
  InspectorMaskWords: '',
  InspectorRetentionHours: 24,
} as OptionValues;

/** A queue in front of a database that a test lets go on. */
function slowQueue() {
  const written: NewKeptCall[] = [];
  const counts = { kept: 0, dropped: 0 };
  let letGo = (): void => undefined;
  const isReady = new Promise<void>(resolve => (letGo = resolve));
  const kept = {
    add: async (calls: readonly NewKeptCall[]) => {
      await isReady;
      written.push(...calls);
    },
  };
  const queue = new KeepQueue(
    kept as unknown as KeptCalls,
    new PackedRecords(new SecretBox(Buffer.alloc(32))),
    { current: values } as unknown as Options,
    { warn: () => undefined } as unknown as Logger,
    { inspected: (result: 'kept' | 'dropped', count: number) => (counts[result] += count) } as unknown as Metrics,
  );
  /** Resolves when so many calls were written. */
  const isWritten = async (count: number): Promise<void> => {
    while (counts.kept < count) await new Promise(resolve => setTimeout(resolve, 5));
  };
  return { queue, written, counts, letGo, isWritten };
}

function recording(budget: MemoryBudget, at: number, body = Buffer.from('{"a":1}')): CallRecording {
  const call = {
    requestId: `call-${at}`,
    userId: 1,
    tokenId: 1,
    model: 'm',
    method: 'POST',
    url: '/v1/chat/completions',
    headers: {},
    contentType: 'application/json',
    body,
    key: null,
    startedAt: 0,
  };
  return new CallRecording(call, [rule], { budget, bytesMax: 1_000_000 });
}

describe('the queue in front of the store', () => {
  it('drops what it cannot hold, counts it, and gives all memory back', async () => {
    const budget = new MemoryBudget(10_000);
    const { queue, written, counts, letGo, isWritten } = slowQueue();
    for (let at = 0; at < 300; at++) queue.add(recording(budget, at));
    expect(counts.dropped).toBe(100);
    letGo();
    await isWritten(200);
    expect(written.map(({ requestId }) => requestId)).toEqual(Array.from({ length: 200 }, (_, at) => `call-${at}`));
    expect(counts).toEqual({ kept: 200, dropped: 100 });
    expect(budget.take(10_000)).toBe(true);
  });

  it('writes what waits before the process ends, and does not wait for long', async () => {
    const { queue, counts, letGo } = slowQueue();
    queue.add(recording(new MemoryBudget(), 1));
    const startedAt = performance.now();
    await queue.beforeApplicationShutdown();
    expect(performance.now() - startedAt).toBeGreaterThan(1900);
    expect(counts.kept).toBe(0);
    letGo();
    await queue.beforeApplicationShutdown();
    expect(counts.kept).toBe(1);
  });

  it('keeps calls without their bodies when memory is short, and says so', async () => {
    const budget = new MemoryBudget(5);
    const { queue, written, letGo, isWritten } = slowQueue();
    queue.add(recording(budget, 1));
    letGo();
    await isWritten(1);
    const records = new PackedRecords(new SecretBox(Buffer.alloc(32)));
    const record = await records.open('call-1', written[0]?.content ?? '');
    expect(record?.request).toMatchObject({ text: '', is_cut: true, bytes: 7, left_out: 'memory' });
  });

  it('seals contents: another key or another call opens nothing', async () => {
    const { queue, written, letGo, isWritten } = slowQueue();
    queue.add(recording(new MemoryBudget(), 1, Buffer.from('{"prompt":"CANARY"}')));
    letGo();
    await isWritten(1);
    const content = written[0]?.content ?? '';
    expect(content).not.toContain('CANARY');
    expect(Buffer.from(content.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain('CANARY');
    expect(await new PackedRecords(new SecretBox(Buffer.alloc(32, 1))).open('call-1', content)).toBeNull();
    expect(await new PackedRecords(new SecretBox(Buffer.alloc(32))).open('call-2', content)).toBeNull();
    expect((await new PackedRecords(new SecretBox(Buffer.alloc(32))).open('call-1', content))?.request.text).toBe(
      '{"prompt":"CANARY"}',
    );
  });
});
