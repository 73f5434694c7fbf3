import { chat, recomputed, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';
import { Ledger, NodeIdentity } from '@billing';
import { ResponseChannels } from '@channel';
import { LogTables, type LogStore } from '@log';
import { Database, Logger } from '@platform';
import { LedgerStart } from '../../apps/server/src/ledger-start';

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
  await scene.app.nest.get(LedgerStart).useLogRows();
});
afterAll(() => scene.close());

function query<Row>(sql: string): Promise<Row[]> {
  return scene.app.nest.get(Database).read.query(sql);
}

async function numberOf(from: string): Promise<number> {
  return Number((await query<{ n: number | string }>(`SELECT COUNT(*) AS n FROM ${from}`))[0]?.n);
}

async function counts() {
  return {
    rows: await numberOf('logs WHERE type = 2'),
    keyed: await numberOf('logs WHERE charge_key IS NOT NULL'),
    movements: await numberOf("movements WHERE kind = 'consume'"),
  };
}

async function call(): Promise<void> {
  const response = await scene.post('/v1/chat/completions', chat());
  await response.text();
  expect(response.status).toBe(200);
  await scene.settled();
}

describe('the charge of a call', () => {
  it('is its log row and nothing else, from which it can be recomputed', async () => {
    await call();
    await call();
    expect(await counts()).toEqual({ rows: 2, keyed: 2, movements: 0 });
    for (const row of await scene.consumption(2)) expect(recomputed(row)).toBe(row.quota);
    await scene.expectEvenLedger();
  });

  it('is a movement while the log of consumption is off', async () => {
    await scene.app.make.option('LogConsumeEnabled', false);
    await call();
    await scene.app.make.option('LogConsumeEnabled', true);
    await call();
    expect(await counts()).toEqual({ rows: 3, keyed: 3, movements: 1 });
    expect((await scene.balance()).request_count).toBe(4);
    await scene.expectEvenLedger();
  });

  it('stays in every account and in the proof when the log is cleared', async () => {
    const before = await scene.balance();
    const tokens = () => query('SELECT kind, owner_id, used, request_count FROM accounts ORDER BY kind, owner_id');
    const accounts = await tokens();
    await new Promise(resolve => setTimeout(resolve, 1100)); // the log is cleared up to a whole second
    const target = Math.floor(Date.now() / 1000);
    expect((await scene.app.admin.delete(`/api/log/?target_timestamp=${target}`)).body.success).toBe(true);
    expect((await counts()).keyed).toBe(0);
    expect(await scene.balance()).toEqual(before);
    expect(await tokens()).toEqual(accounts);
    await scene.expectEvenLedger();
  });

  it('is a movement as long as a node of an earlier version may run', async () => {
    const { begin, start } = freshStart();
    await scene.app.nest.get(Database).writer.query("INSERT INTO nodes (id, beat) VALUES ('earlier version', 1)");
    await start.useLogRows();
    expect(begin).not.toHaveBeenCalled();
    await scene.app.nest.get(Database).writer.query("DELETE FROM nodes WHERE id = 'earlier version'");
    await start.useLogRows();
    await start.useLogRows();
    expect(begin).toHaveBeenCalledTimes(1);
  });
});

/** The start of another process on the same database. */
function freshStart() {
  const { nest, config } = scene.app;
  const begin = jest.fn();
  const logs = { movementRows: { begin } } as unknown as LogStore; // the only part that is used
  const [ledger, tables] = [nest.get(Ledger), nest.get(LogTables)];
  const rest = [nest.get(ResponseChannels), nest.get(Logger)] as const;
  return { begin, start: new LedgerStart(config, null, ledger, nest.get(NodeIdentity), logs, tables, ...rest) };
}
