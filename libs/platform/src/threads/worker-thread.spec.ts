import { join } from 'node:path';
import { type Order } from './testing/obedient-worker';
import { WorkerThread } from './worker-thread';

const threads: WorkerThread<Order, number>[] = [];
function thread({ module = join(__dirname, 'testing/obedient-worker'), timeoutMs = 60_000 } = {}) {
  const made = new WorkerThread<Order, number>({ module, timeoutMs });
  threads.push(made);
  return made;
}
afterEach(() => Promise.all(threads.splice(0).map(made => made.close())));

describe('a worker thread', () => {
  it('starts from its sources and answers every job, off the main thread', async () => {
    const worker = thread();
    const [first, ...others] = await Promise.all([worker.ask('answer'), worker.ask('answer'), worker.ask('answer')]);
    expect(first).toBeGreaterThan(0);
    expect(others).toEqual([first, first]);
    expect(await worker.ask('answer')).toBe(first);
  }, 60_000);

  it.each([
    ['throw', { message: 'the worker thread died', cause: expect.objectContaining({ message: 'told to throw' }) }],
    ['exit', { message: 'the worker thread ended with code 3' }],
  ] as const)(
    'fails what is pending when it dies in the middle of a job (%s), and starts again',
    async (end, error) => {
      const worker = thread();
      const before = await worker.ask('answer');
      const jobs = await Promise.allSettled([worker.ask(end), worker.ask('answer')]);
      expect(jobs).toEqual([
        { status: 'rejected', reason: expect.objectContaining(error) },
        { status: 'rejected', reason: expect.objectContaining(error) },
      ]);
      expect(await worker.ask('answer')).not.toBe(before);
    },
    60_000,
  );

  it('is replaced when it takes too long over a job', async () => {
    const worker = thread({ timeoutMs: 500 });
    await expect(worker.ask('hang')).rejects.toThrow('no answer within 500 ms');
    // On a busy machine even the start of the next one may take longer than the limit.
    let answer: number | null = null;
    while (answer === null) answer = await worker.ask('answer').catch(() => null);
    expect(answer).toBeGreaterThan(0);
  }, 60_000);

  it('fails what is pending when it is closed, and starts again for a later job', async () => {
    const worker = thread();
    const job = worker.ask('hang');
    const failed = expect(job).rejects.toThrow('the thread was closed');
    await worker.close();
    await failed;
    expect(await worker.ask('answer')).toBeGreaterThan(0);
  }, 60_000);

  it('fails the job when there is no such module', async () => {
    await expect(thread({ module: join(__dirname, 'testing/nothing') }).ask('answer')).rejects.toThrow();
  }, 60_000);
});
