import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { AccountKind, ChargeJournal, ExpireReservations, Ledger, NodeIdentity, type ReservationRecord } from '@billing';
import { Logger } from '@platform';
import sqlite3 from 'sqlite3';
import { createTestDatabase, type TestDatabase } from '../support/servers/databases';
import { eventually } from '../support/eventually';
import { openLedger, type LedgerUnderTest } from '../support/servers/ledger-under-test';

const CONFIG_DIR = join(__dirname, '../../config');
const QUOTA = 100_000;
let sequence = 0;

function recordOf(userId: number, amount = 100): ReservationRecord {
  return { id: `kept-${++sequence}`, userId, tokenId: 0, amount };
}

describe('a charge that the database does not take', () => {
  let database: TestDatabase;
  let bench: LedgerUnderTest;
  let directory: string;
  let other: sqlite3.Database;
  let userId = 0;

  beforeAll(async () => {
    database = await createTestDatabase('sqlite');
    bench = await openLedger(database.url, CONFIG_DIR);
    other = new sqlite3.Database(database.url.slice('sqlite:'.length));
  });
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'sluice-kept-'));
    await bench.openUser(++userId, QUOTA);
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));
  afterAll(async () => {
    await new Promise(resolve => other.close(resolve));
    await bench.database.close();
    await database.drop();
  });

  const run = (sql: string) =>
    new Promise<void>((resolve, reject) => other.exec(sql, error => (error ? reject(error) : resolve())));
  const account = () => bench.ledger.balanceOf(AccountKind.User, userId);
  const riders = () => [
    bench.logs.rider({ userId, type: 2, quota: 60, isCountedHourly: true, createdAtMs: 1_700_000_000_000 }),
  ];
  const open = () => ChargeJournal.open(directory, new NodeIdentity().id);
  /** A ledger of a new node over the same database, as after a restart. */
  const ledgerWith = async (journal: ChargeJournal, node = new NodeIdentity()) => {
    const ledger = new Ledger(bench.database, bench.unitOfWork, node, new Logger('silent'));
    ledger.useJournal(journal, [bench.logs]);
    return ledger;
  };
  const files = () => readdirSync(directory);
  const age = () => {
    for (const name of files()) utimesSync(join(directory, name), new Date(0), new Date(0));
  };

  it('is on the disk within moments, keeps its reservation, and is booked once when the file is free again', async () => {
    const ledger = await ledgerWith(await open());
    const reservation = await ledger.reserve(recordOf(userId));
    await run('BEGIN IMMEDIATE');
    const settling = reservation.settle({ units: 60, channelId: 7, riders: riders() });
    await eventually(
      () => Promise.resolve(files()),
      names => names.length === 1,
    );
    await settling; // the caller does not wait for the database
    expect(await ledger.balanceOf(AccountKind.User, userId)).toMatchObject({ balance: QUOTA - 60, held: 60, used: 0 });
    await run('COMMIT');
    await eventually(account, ({ used }) => used === 60);
    expect(await account()).toMatchObject({ balance: QUOTA - 60, held: 0, used: 60, requestCount: 1 });
    await eventually(
      () => ledger.bookKept().then(files),
      names => names.length === 0,
    );
    const rows: { created_at_ms: number }[] = await bench.database.read.query(
      `SELECT created_at_ms FROM logs WHERE user_id = ${userId}`,
    );
    expect(rows).toEqual([{ created_at_ms: 1_700_000_000_000 }]);
    expect(await bench.verify()).toMatchObject({ differenceUnits: 0 });
  });

  it('survives the end of its process, and is not charged again when it was booked before', async () => {
    const before = await open();
    const reservations = [recordOf(userId), recordOf(userId), recordOf(userId)] as const;
    const dead = await ledgerWith(await open());
    const [, booked] = [await dead.reserve(reservations[0]), await dead.reserve(reservations[1])];
    const share = { holderId: dead.holderId, user: 60, token: 0 };
    const written = () => ({
      riders: riders().map(({ sink, row }) => ({ sink: sink.name, row })),
      units: 60,
      channelId: 7,
    });
    await before.append(reservations.slice(0, 2).map(reservation => ({ reservation, share, ...written() })));
    // Version 2.0.1 stored the reservation and wrote it as "hold".
    await dead.reserveStored(reservations[2], Date.now() + 60_000);
    const old = JSON.stringify({ hold: reservations[2], ...written() });
    appendFileSync(join(directory, files()[0] as string), `${crc32(old).toString(16).padStart(8, '0')} ${old}\n`);
    // The process ended between the commit of this charge and the removal from its journal, and in the middle of a
    // line.
    await booked.settle({ units: 60, channelId: 7, riders: riders() });
    appendFileSync(join(directory, files()[0] as string), '12345678 {"reservation":{"id":"torn"');

    const journal = await open();
    expect([...journal.charges.keys()]).toEqual(reservations.map(({ id }) => id));
    const ledger = await ledgerWith(journal);
    expect(await ledger.bookKept()).toBe(3);
    expect(await account()).toMatchObject({ balance: QUOTA - 180, held: 0, used: 180, requestCount: 3 });
    const rows = await bench.database.read.query(`SELECT id FROM logs WHERE user_id = ${userId}`);
    expect(rows).toHaveLength(3);
    expect(await bench.verify()).toMatchObject({ differenceUnits: 0 });
  });

  it('goes on from the first whole line after a write that failed half way', async () => {
    const journal = await open();
    const charge = (id: string) => ({ reservation: { ...recordOf(userId), id }, units: 1, channelId: 0, riders: [] });
    await journal.append([charge('one')]);
    appendFileSync(join(directory, files()[0] as string), '00000000 {"half":');
    await journal.append([charge('two')]);
    expect([...(await open()).charges.keys()]).toEqual(['one', 'two']);
  });

  it('is taken over at a start, also when its file seems to be of a later time', async () => {
    const gone = await open();
    await gone.append([{ reservation: recordOf(userId), units: 1, channelId: 0, riders: [] }]);
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(directory, files()[0] as string), later, later);
    expect((await open()).charges.size).toBe(1);
  });

  it('of another node that is gone is taken over once its journal no longer changes', async () => {
    const journal = await open();
    const gone = await open();
    await gone.append([{ reservation: recordOf(userId), units: 5, channelId: 0, riders: [] }]);
    const ledger = await ledgerWith(journal);
    expect(await ledger.bookKept()).toBe(0);
    age();
    expect(await ledger.bookKept()).toBe(1);
    expect(await account()).toMatchObject({ used: 5 });
  });

  it('protects the leases and the stored reservation that pay for it from every sweep', async () => {
    const dead = await ledgerWith(await open());
    const leased = recordOf(userId);
    const stored = recordOf(userId, 70);
    await dead.reserve(leased);
    await dead.reserveStored(stored, Date.now() + 60_000);
    const journal = await open();
    const share = { holderId: dead.holderId, user: 5, token: 0 };
    await journal.append([
      { reservation: leased, share, units: 5, channelId: 0, riders: [] },
      { reservation: stored, units: 6, channelId: 0, riders: [] },
    ]);
    const ledger = await ledgerWith(journal);
    expect(await ledger.stored.voidOfNodes([dead.holderId])).toEqual({ voided: 0, kept: 1 });
    expect(await ledger.foreign.endOf([dead.holderId])).toEqual({ ended: 0, kept: 1 });
    await ledger.bookKept();
    expect(await ledger.foreign.endOf([dead.holderId])).toMatchObject({ kept: 0 });
    expect(await account()).toMatchObject({ balance: QUOTA - 11, held: 0, used: 11 });
    expect(await bench.verify()).toMatchObject({ differenceUnits: 0 });
  });

  it('that is refused for its content is tried again without delaying the other charges', async () => {
    const journal = await open();
    const ledger = await ledgerWith(journal);
    const [bad, good] = [await ledger.reserve(recordOf(userId)), await ledger.reserve(recordOf(userId))];
    const failing = {
      sink: { name: 'logs', statementsFor: () => [{ sql: 'SELECT json(?)', parameter: '{' }] },
      row: riders()[0]?.row,
    };
    await bad.settle({ units: 5, channelId: 7, riders: [failing] });
    expect([...journal.charges.keys()]).toEqual([bad.record.id]);
    await good.settle({ units: 7, channelId: 7, riders: [] });
    expect(await ledger.balanceOf(AccountKind.User, userId)).toMatchObject({ held: 5, used: 7 });
    // This is a later version, whose log takes the row.
    expect(await (await ledgerWith(await open())).bookKept()).toBe(1);
    expect(await account()).toMatchObject({ held: 0, used: 12 });
  });

  it('waits in memory when the journal is full', async () => {
    const node = new NodeIdentity();
    const ledger = await ledgerWith(await ChargeJournal.open(directory, node.id, { bytesMax: 10 }), node);
    const reservation = await ledger.reserve(recordOf(userId));
    await run('BEGIN IMMEDIATE');
    const settling = reservation.settle({ units: 60, channelId: 7, riders: [] });
    setTimeout(() => void run('COMMIT'), 2500);
    await settling;
    expect(files()).toEqual([]);
    expect(await account()).toMatchObject({ held: 0, used: 60 });
  });

  it('is written where only the server may read it', async () => {
    const journal = await open();
    await journal.append([{ reservation: recordOf(userId), units: 5, channelId: 0, riders: [] }]);
    const text = readFileSync(join(directory, files()[0] as string), 'utf8');
    expect(text).toMatch(/^\n[0-9a-f]{8} \{.*\}\n$/);
  });

  describe('and a stored reservation that was left behind', () => {
    const sweeperOf = (ledger: Ledger, node: NodeIdentity) =>
      new ExpireReservations(bench.database, bench.unitOfWork, ledger, node, new Logger('silent'));

    it('is given back when it has expired and is not in work, on a running node', async () => {
      const node = new NodeIdentity();
      const ledger = await ledgerWith(await open(), node);
      const past = Date.now() - 1000;
      const working = await ledger.reserveStored(recordOf(userId, 30), past);
      const left = recordOf(userId, 70);
      // This reservation belongs to a call whose response never came: on the same node, but not in work there.
      await (await ledgerWith(await open(), node)).reserveStored(left, past);
      const settle = (record: ReservationRecord, units: number) =>
        bench.unitOfWork.run(manager => ledger.settleWithin(manager, record, { units, channelId: 7, riders: [] }));
      expect(await sweeperOf(ledger, node).sweep()).toBe(1);
      expect(await account()).toMatchObject({ held: 30 });
      // The settlement of the reservation comes late all the same, and twice.
      await settle(left, 50);
      await settle(left, 50);
      await settle(working.record, 10);
      await working.void();
      expect(await account()).toMatchObject({ balance: QUOTA - 60, held: 0, used: 60, requestCount: 2 });
      expect(await bench.verify()).toMatchObject({ differenceUnits: 0 });
    });

    it('of another node is not swept while no node could write', async () => {
      const [own, neighbour] = [new NodeIdentity(), new NodeIdentity()];
      const ledger = await ledgerWith(await open(), own);
      await (await ledgerWith(await open(), neighbour)).reserveStored(recordOf(userId), Date.now() + 60_000);
      const sweeper = sweeperOf(ledger, own);
      expect(await sweeper.sweep(0)).toBe(0);
      expect(await sweeper.sweep(29_000)).toBe(0);
      await run('BEGIN IMMEDIATE');
      await expect(sweeper.beat()).rejects.toThrow();
      await run('COMMIT');
      expect(await sweeper.sweep(40_000)).toBe(0);
      expect(await sweeper.sweep(69_000)).toBe(0);
      expect(await sweeper.sweep(71_000)).toBeGreaterThan(0);
    });
  });
});
