import { Session } from 'node:inspector/promises';

/** How often it is looked whether calls have begun. */
const LOOK_EVERY_MS = 3_000;
/** Memory that has come since the last collection and is worth another one; bytes. */
const GROWTH_MIN_BYTES = 16 * 1024 * 1024;

/** The calls of this process, as far as it matters whether there are any. */
interface Calls {
  /** The number of calls that have begun so far. */
  readonly begunCount: number;
  readonly areRunning: boolean;
}

interface Memory {
  /** Memory of the process in bytes. */
  size(): number;
  /** Frees everything that nobody refers to, and gives the memory back. */
  collect(): Promise<void>;
}

/**
 * Gives memory back after the start and after every load. V8 collects while objects are made, so that a process without
 * work keeps what its last work has left; and a collection takes a tenth of a second, which only a process without work
 * can spare.
 */
export class IdleMemory {
  private begunCount = -1;
  private sizeBefore = 0;

  constructor(
    private readonly calls: Calls,
    private readonly memory: Memory = { size: () => process.memoryUsage.rss(), collect },
  ) {}

  start(): void {
    setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  /** Collects when no call runs, and none has begun since the last look. */
  async look(): Promise<void> {
    const { begunCount, areRunning } = this.calls;
    const isQuiet = !areRunning && begunCount === this.begunCount;
    this.begunCount = begunCount;
    if (!isQuiet || this.memory.size() < this.sizeBefore + GROWTH_MIN_BYTES) return;
    await this.memory.collect();
    this.sizeBefore = this.memory.size();
  }
}

/** The inspector's command is the only way to a whole collection that needs no flag at the start. */
async function collect(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}
