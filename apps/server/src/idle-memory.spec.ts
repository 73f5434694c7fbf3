import { IdleMemory } from './idle-memory';

const MIB = 1024 * 1024;

function scene() {
  const calls = { begunCount: 0, areRunning: false };
  let size = 150 * MIB;
  const collect = jest.fn(async () => void (size = 110 * MIB));
  const memory = new IdleMemory(calls, { size: () => size, collect });
  return { calls, collect, memory, grow: (bytes: number) => (size += bytes) };
}

/** Two looks without a call between them. */
async function rest(memory: IdleMemory): Promise<void> {
  await memory.look();
  await memory.look();
}

describe('the memory of an idle process', () => {
  it('is collected once after the start', async () => {
    const { memory, collect } = scene();
    await rest(memory);
    await rest(memory);
    expect(collect).toHaveBeenCalledTimes(1);
  });

  it('is collected again after a load that has left something', async () => {
    const { memory, collect, calls, grow } = scene();
    await rest(memory);
    calls.begunCount += 1000;
    grow(16 * MIB);
    await memory.look();
    expect(collect).toHaveBeenCalledTimes(1);
    await memory.look();
    expect(collect).toHaveBeenCalledTimes(2);
  });

  it('is left alone where little has come', async () => {
    const { memory, collect, calls, grow } = scene();
    await rest(memory);
    calls.begunCount += 1;
    grow(16 * MIB - 1);
    await rest(memory);
    expect(collect).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['a call runs', { areRunning: true }],
    ['calls begin', { begunCount: 1 }],
  ])('is left alone while %s', async (_case, change) => {
    const { memory, collect, calls } = scene();
    await memory.look();
    Object.assign(calls, change);
    await memory.look();
    expect(collect).not.toHaveBeenCalled();
  });

  it('really becomes smaller', async () => {
    Array.from({ length: 300_000 }, (_, at) => ({ at, text: `text ${at}` }));
    const before = process.memoryUsage().heapUsed;
    await rest(new IdleMemory({ begunCount: 0, areRunning: false }));
    expect(before - process.memoryUsage().heapUsed).toBeGreaterThan(10 * MIB);
  });
});
