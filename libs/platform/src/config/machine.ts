import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';

/** What this process may use. */
export interface Machine {
  /** Whole cores. */
  readonly cores: number;
  readonly memoryBytes: number;
}

/** A supervisor costs more than it brings on so few cores. */
const CORES_OF_ONE = 2;
/** One writer serves them all; more than this would mostly wait for it. */
const WORKERS_MAX = 8;
/** A worker with its caches under load, and room for the bodies of its calls. */
const WORKER_BYTES = 256 * 1024 * 1024;

/** How many processes serve a SQLite file well on a machine: one for each core, as far as the memory suffices. */
export function suitableWorkers({ cores, memoryBytes }: Machine): number {
  if (cores <= CORES_OF_ONE) return 1;
  return Math.max(1, Math.min(cores, WORKERS_MAX, Math.floor(memoryBytes / WORKER_BYTES)));
}

/** The cores and the memory of this machine, or of the container where that has less. */
export function thisMachine(): Machine {
  const limit = process.constrainedMemory?.() ?? 0;
  return {
    cores: Math.max(1, Math.floor(Math.min(availableParallelism(), coresOfContainer()))),
    memoryBytes: limit > 0 ? Math.min(totalmem(), limit) : totalmem(),
  };
}

/** Node counts the cores of the machine even where a container may use a part of their time only. */
function coresOfContainer(): number {
  return quota('/sys/fs/cgroup/cpu.max') ?? Number.POSITIVE_INFINITY;
}

/** @returns cores, from a file of control groups of version 2: microseconds of each period, or "max", and the period */
function quota(path: string): number | null {
  try {
    const [share = 'max', period = '0'] = readFileSync(path, 'utf8').trim().split(' ');
    return share === 'max' ? null : Number(share) / Number(period);
  } catch {
    return null; // not a container, or another system
  }
}
