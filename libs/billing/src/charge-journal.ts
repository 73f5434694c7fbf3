import { open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { makeFolder } from '@platform';
import { type ChargeOperation, type LeaseShare, type ReservationRecord } from './ledger-operation';

/** A finished call that is not yet in the database, with everything that booking it needs. */
export interface KeptCharge {
  readonly reservation: ReservationRecord;
  /** The leases that pay; absent where an older version had stored the reservation. */
  readonly share?: LeaseShare;
  readonly units: number;
  readonly channelId: number;
  readonly riders: readonly { readonly sink: string; readonly row: unknown }[];
}

export function toKept({ reservation, settlement, share }: ChargeOperation): KeptCharge {
  const { units, channelId, riders } = settlement;
  return { reservation, share, units, channelId, riders: riders.map(({ sink, row }) => ({ sink: sink.name, row })) };
}

const SUFFIX = '.journal';
/**
 * Room for about fifty thousand charges; when the database is away for longer than these take, an operator must act.
 */
const BYTES_MAX = 64 * 1024 * 1024;
/**
 * A journal that was not written to for this long is taken over; taking over the journal of a running node does no
 * harm.
 */
const IDLE_MS = 120_000;
/** A writer that had the file open when it was taken over has closed it long before this time is over. */
const TAKEN_MS = 30_000;

interface TakenFile {
  readonly path: string;
  readonly takenAt: number;
  readonly ids: ReadonlySet<string>;
}

/**
 * Charges on the local disk, one per line with a checksum, each synced before it counts as kept. Every node writes its
 * own file and removes it when everything in it is booked; the file of a stopped node is taken over by renaming it.
 * Booking is idempotent, so a charge that is read twice is booked once.
 */
export class ChargeJournal {
  private readonly kept = new Map<string, KeptCharge>();
  private readonly taken: TakenFile[] = [];
  private bytes = 0;
  private booked = 0;
  private tail: Promise<unknown> = Promise.resolve();
  private readonly path: string;

  private constructor(
    private readonly directory: string,
    private readonly nodeId: string,
    private readonly bytesMax: number,
  ) {
    this.path = join(directory, `${nodeId}${SUFFIX}`);
  }

  /**
   * Opens the journal of this node and takes over the journals that earlier nodes left behind.
   *
   * @param options.living nodes that are known to run, whose journals are left alone
   */
  static async open(
    directory: string,
    nodeId: string,
    { bytesMax = BYTES_MAX, living = [] }: { readonly bytesMax?: number; readonly living?: readonly string[] } = {},
  ): Promise<ChargeJournal> {
    makeFolder(directory, 0o700);
    const journal = new ChargeJournal(directory, nodeId, bytesMax);
    await journal.takeOver(0, living);
    return journal;
  }

  /** Charges that are not booked yet, by the id of their reservation, oldest first. */
  get charges(): ReadonlyMap<string, KeptCharge> {
    return this.kept;
  }

  /** Resolves when the charges are on the disk. @throws when the journal is full or the disk refuses */
  append(charges: readonly KeptCharge[]): Promise<void> {
    return this.inOrder(async () => {
      // The leading line end closes a line that a failed write may have left incomplete.
      const text = `\n${charges.map(toLine).join('')}`;
      if (this.bytes + text.length > this.bytesMax) throw new Error('The journal of charges is full.');
      await writeSynced(this.path, text, 'a');
      await syncDirectory(this.directory);
      this.bytes += text.length;
      for (const charge of charges) this.kept.set(charge.reservation.id, charge);
    });
  }

  /** Call this after the commit; {@link tidy} then removes the charge from the file. */
  markBooked(id: string): void {
    if (this.kept.delete(id)) this.booked += 1;
  }

  /**
   * Removes booked charges from the disk. After a crash before this, a charge is booked a second time, which has no
   * effect.
   */
  tidy(): Promise<void> {
    return this.inOrder(async () => {
      await this.tidyTaken();
      if (this.booked === 0 || this.bytes === 0) return;
      const foreign = new Set(this.taken.flatMap(({ ids }) => [...ids]));
      const own = [...this.kept.values()].filter(({ reservation }) => !foreign.has(reservation.id));
      if (own.length > this.booked) return; // not worth a rewrite yet
      this.booked = 0;
      if (own.length === 0) {
        await unlinkIfThere(this.path);
        this.bytes = 0;
        return;
      }
      const text = own.map(toLine).join('');
      const fresh = `${this.path}.new`;
      await writeSynced(fresh, text, 'w');
      await rename(fresh, this.path);
      await syncDirectory(this.directory);
      this.bytes = text.length;
    });
  }

  /**
   * @param idleMs with 0 every journal counts, also one whose last write a clock that was set back has put in the future
   * @param living nodes whose journals are left alone
   * @returns number of charges found in journals that are no longer written to
   */
  takeOver(idleMs: number = IDLE_MS, living: readonly string[] = []): Promise<number> {
    const present = [this.nodeId, ...living];
    return this.inOrder(async () => {
      let found = 0;
      for (const name of await readdir(this.directory)) {
        const path = join(this.directory, name);
        if (!name.endsWith(SUFFIX) || present.some(id => name.startsWith(id))) continue;
        try {
          if (idleMs > 0 && Date.now() - (await stat(path)).mtimeMs < idleMs) continue;
          const own = join(this.directory, `${this.nodeId}.${name.slice(-NAME_MAX)}`);
          await rename(path, own);
          found += await this.readTaken(own);
        } catch (error) {
          if (!isMissing(error)) throw error; // a neighbour was quicker
        }
      }
      return found;
    });
  }

  private async readTaken(path: string): Promise<number> {
    const charges = await readCharges(path);
    for (const charge of charges) this.kept.set(charge.reservation.id, charge);
    this.taken.push({
      path,
      takenAt: performance.now(),
      ids: new Set(charges.map(({ reservation }) => reservation.id)),
    });
    return charges.length;
  }

  private async tidyTaken(): Promise<void> {
    for (const file of [...this.taken]) {
      const isOpen = [...file.ids].some(id => this.kept.has(id));
      if (isOpen || performance.now() - file.takenAt < TAKEN_MS) continue;
      this.taken.splice(this.taken.indexOf(file), 1);
      const late = (await readCharges(file.path)).filter(({ reservation }) => !file.ids.has(reservation.id));
      if (late.length > 0) await this.readTaken(file.path);
      else await unlinkIfThere(file.path);
    }
  }

  private inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.tail.then(work);
    this.tail = result.catch(() => undefined); // the next one does not depend on it
    return result;
  }
}

/** A name grows each time its file is taken over; the end of a name is enough to tell files apart. */
const NAME_MAX = 80;

function toLine(charge: KeptCharge): string {
  const json = JSON.stringify(charge);
  return `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`;
}

/** Returns the complete lines. A crash may have torn the last one: its charge was never reported as kept. */
async function readCharges(path: string): Promise<readonly KeptCharge[]> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  return lines.flatMap(line => {
    const json = line.slice(9);
    if (json === '' || line.slice(0, 8) !== crc32(json).toString(16).padStart(8, '0')) return [];
    const { hold, ...charge } = JSON.parse(json) as KeptCharge & { readonly hold?: ReservationRecord };
    // Version 2.0.1 wrote the reservation as "hold".
    return [hold === undefined ? charge : { ...charge, reservation: hold }];
  });
}

async function writeSynced(path: string, text: string, flag: 'a' | 'w'): Promise<void> {
  const file = await open(path, flag, 0o600);
  try {
    await file.appendFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

async function unlinkIfThere(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}

function isMissing(error: unknown): boolean {
  return (error as { code?: string }).code === 'ENOENT';
}
