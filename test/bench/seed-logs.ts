import { LogType } from '@contracts';
import { join } from 'node:path';
import { openLedger } from '../support/servers/ledger-under-test';

/** What seeds.mjs says. */
interface Seeds {
  readonly logs: number;
  readonly channels: number;
  readonly people: number;
  readonly models: readonly string[];
}

/** Calls that somebody makes in a row, with one model: people work by sessions. */
const SESSION = 10;
/** Rows per unit of work. */
const BATCH = 5_000;
const DAYS = 30;
const DAY_MS = 86_400_000;

/** Fills the log of an empty database with a month of calls, oldest first, with their hourly figures. */
async function main(databaseUrl: string, seeds: Seeds): Promise<void> {
  const { database, unitOfWork, logs } = await openLedger(databaseUrl, join(__dirname, '../../config'));
  const startMs = Date.now() - DAYS * DAY_MS;
  const rowAt = (at: number) => {
    const session = Math.floor(at / SESSION);
    const person = (session * 7) % seeds.people;
    return {
      userId: person + 1,
      username: person === 0 ? 'root' : `person${person}`,
      // Every tenth row tells of an error, as on a site with one bad upstream.
      type: at % 10 === 9 ? LogType.Error : LogType.Consume,
      content: 'model ratio 0.075, completion ratio 4.00, group ratio 1.00',
      tokenName: `key${session % 500}`,
      tokenId: (session % 500) + 1,
      tokenGroup: at % 5 === 0 ? 'vip' : 'default',
      modelName: seeds.models[(session * 13) % seeds.models.length] ?? '',
      quota: 100 + (at % 900),
      promptTokens: 500 + (at % 1500),
      completionTokens: 20 + (at % 700),
      useTimeMs: 300 + (at % 9000),
      isStream: at % 2 === 0,
      channelId: (at % seeds.channels) + 1,
      clientIp: '127.0.0.1',
      requestId: `seed${at}`,
      other: JSON.stringify({ model_ratio: 0.075, completion_ratio: 4, group_ratio: 1, frt: 120 }),
      createdAtMs: startMs + Math.floor((at / seeds.logs) * DAYS * DAY_MS),
      isCountedHourly: at % 10 !== 9,
    };
  };
  for (let from = 0; from < seeds.logs; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, seeds.logs - from) }, (_, at) => rowAt(from + at));
    await unitOfWork.run(manager => logs.writeAll(manager, rows));
  }
  await database.close();
}

void main(process.argv[2] ?? '', JSON.parse(process.argv[3] ?? '') as Seeds); // written by seeds.mjs
