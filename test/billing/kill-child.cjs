/**
 * Works on a ledger as hard as it can until it is killed. Each acknowledged event is written to stdout after its commit:
 * `credit SOURCE UNITS` and `settled ID UNITS`. Uses the build, because it is started a hundred times.
 */
require('reflect-metadata');
const { writeSync } = require('node:fs');
const { join } = require('node:path');

function dist(name) {
  return join(__dirname, '../../dist', name);
}

// The build's libs import each other by relative paths; loading more than these would take longer than the work.
const { AccountEntity, AccountKind, Ledger, NodeEntity, NodeIdentity } = require(dist('libs/billing/src/index.js'));
const { HourlyUsageEntity, LogEntity, LogStore } = require(dist('libs/log/src/index.js'));
const platform = require(dist('libs/platform/src/index.js'));
const { migrations } = require(dist('apps/server/src/database/migrations/index.js'));

const entities = [AccountEntity, NodeEntity, LogEntity, HourlyUsageEntity];
const [, , databaseUrl, round] = process.argv;
const USERS = [1, 2, 3];

/**
 * Writes synchronously, so that an acknowledgement is out before the next kill can come. A full pipe takes nothing or a
 * part of the text; its reader is only slow.
 */
function sayNow(text) {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

async function main() {
  const config = platform.loadConfig(
    { DATABASE_URL: databaseUrl, DATA_DIR: join(__dirname, '../output'), LOG_LEVEL: 'silent' },
    join(__dirname, '../../config'),
  );
  const writer = await platform.openDatabase(platform.dataSourceOptions(config, { entities, migrations }));
  const database = new platform.Database(writer, await platform.openReader(writer));
  const unitOfWork = new platform.UnitOfWork(database);
  const ledger = new Ledger(database, unitOfWork, new NodeIdentity(), new platform.Logger('silent'));
  const logs = new LogStore();
  logs.movementRows.begin();
  await ledger.becomeAlone(); // as a server does that starts again: what the killed one had on lease comes back
  await openAccounts(database, unitOfWork, ledger);
  const say = line => sayNow(`${line}\n`);
  say('working');
  let sequence = 0;
  const credit = async userId => {
    const sourceId = `credit:${round}:${++sequence}`;
    await unitOfWork.run(manager => ledger.book(manager, { sourceId, kind: 'redeem', userId, userAmount: 10 }));
    say(`credit ${sourceId} 10`);
  };
  const call = async userId => {
    const id = `${round}-${++sequence}`;
    const reservation = await ledger.reserve({ id, userId, tokenId: userId, isTokenUnlimited: true, amount: 50 });
    if (sequence % 5 === 0) return reservation.void();
    const units = sequence % 50;
    const row = { userId, tokenId: userId, channelId: 1, type: 2, quota: units, requestId: id };
    // Every third log row says too little to be the movement of its charge.
    const createdAtMs = sequence % 3 === 0 ? undefined : Date.now();
    await reservation.settle({ units, channelId: 1, riders: [logs.rider({ ...row, createdAtMs })] });
    say(`settled ${id} ${units}`);
  };
  const worker = async userId => {
    for (;;) await (Math.random() < 0.2 ? credit(userId) : call(userId));
  };
  await Promise.all(Array.from({ length: 24 }, (_, at) => worker(USERS[at % USERS.length])));
}

async function openAccounts(database, unitOfWork, ledger) {
  const { requestCount } = await ledger.balanceOf(AccountKind.User, 1);
  const known = await database.read.query('SELECT COUNT(*) AS count FROM accounts');
  if (requestCount > 0 || Number(known[0].count) > 0) return;
  await unitOfWork.run(async manager => {
    for (const id of USERS) {
      await ledger.open(manager, AccountKind.User, id);
      await ledger.open(manager, AccountKind.Token, id, { isUnlimited: true });
      await ledger.book(manager, { sourceId: `grant:${id}`, kind: 'grant', userId: id, userAmount: 100_000_000 });
    }
  });
}

main().catch(error => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
