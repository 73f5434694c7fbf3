import { Ledger } from '@billing';
import { ChannelFigures, WHOLE_CALLS } from '@channel';
import { LogType, noUsage, type UsageBuckets } from '@contracts';
import { createRequestIds, isAppError } from '@kernel';
import { LogStore, packCall, packedPrice, UsageUpkeep, type LogRecord } from '@log';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { UnitOfWork } from '@platform';
import { PriceBook, priceOfReceipt, unitsFor } from '@pricing';
import { Chance } from './chance';
import { MODELS, type DemoModel } from './demo-facts';
import { channelFor, type DemoKey, type DemoSite } from './demo-site';

const HOUR_MS = 3_600_000;
const DAYS = 31;
/** Calls of the busiest hours. */
const CALLS_MOST = 50;
/** Charges that run at the same time. */
const AT_ONCE = 200;
/** A machine that is busy with other work may refuse a unit of work; it is tried again so often. */
const TRIES_MAX = 5;
const GROUP = 'default';
const FAILED_SHARE = 0.018;
const FAILURE = 'The engine is currently overloaded.';
/** Some days went worse than others. */
const BAD_DAYS_BACK: ReadonlySet<number> = new Set([4, 17]);

/** A call of the past month. */
interface PastCall {
  readonly atMs: number;
  readonly key: DemoKey;
  readonly model: DemoModel;
  readonly hasFailed: boolean;
}

/** How busy an hour is, from 0 to 1: people work by day and on weekdays, and it becomes a little more every week. */
function busyness(atMs: number, daysBack: number): number {
  const at = new Date(atMs);
  const daily = 0.5 - 0.5 * Math.cos(((at.getHours() - 2) / 24) * 2 * Math.PI);
  const isWeekend = at.getDay() === 0 || at.getDay() === 6;
  return (0.08 + 0.92 * daily ** 2) * (isWeekend ? 0.35 : 1) * (1 - daysBack / 70);
}

function* pastCalls({ keys }: DemoSite, nowMs: number, chance: Chance): Generator<PastCall> {
  const firstMs = nowMs - (nowMs % HOUR_MS) - DAYS * 24 * HOUR_MS;
  for (let hourMs = firstMs; hourMs < nowMs; hourMs += HOUR_MS) {
    const daysBack = Math.floor((nowMs - hourMs) / (24 * HOUR_MS));
    const count = Math.round(busyness(hourMs, daysBack) * CALLS_MOST * chance.between(0.7, 1.2));
    const failed = BAD_DAYS_BACK.has(daysBack) ? FAILED_SHARE * 5 : FAILED_SHARE;
    const times = Array.from({ length: count }, () => hourMs + Math.floor(chance.next() * HOUR_MS));
    for (const atMs of times.sort((one, other) => one - other)) {
      const call = { key: chance.choose(keys), model: chance.choose(MODELS), hasFailed: chance.next() < failed };
      if (atMs < nowMs) yield { atMs, ...call };
    }
  }
}

/** Writes a month of calls: charges with their log rows through the ledger, failures, and the figures of channels. */
export class DemoMonth {
  private readonly chance = new Chance(19);
  private readonly ledger: Ledger;
  private readonly logs: LogStore;
  private readonly figures: ChannelFigures;
  private readonly prices: PriceBook;

  constructor(
    private readonly app: NestFastifyApplication,
    private readonly site: DemoSite,
  ) {
    this.ledger = app.get(Ledger);
    this.logs = app.get(LogStore);
    this.figures = app.get(ChannelFigures);
    this.prices = app.get(PriceBook);
  }

  /** @returns the number of calls */
  async write(nowMs: number): Promise<number> {
    let count = 0;
    let running: Promise<void>[] = [];
    for (const call of pastCalls(this.site, nowMs, this.chance)) {
      count += 1;
      running.push(call.hasFailed ? this.fail(call) : this.charge(call));
      if (running.length < AT_ONCE) continue;
      await Promise.all(running);
      await this.figures.flush();
      running = [];
    }
    await Promise.all(running);
    await this.figures.flush();
    await this.app.get(UsageUpkeep).run(nowMs);
    return count;
  }

  private async charge(call: PastCall): Promise<void> {
    const { chance } = this;
    const { atMs, key, model } = call;
    const price = this.prices.current.priceFor({ model: model.name, group: GROUP });
    if (!price) throw new Error(`the demo has no price for ${model.name}`);
    const usage: UsageBuckets = {
      ...noUsage,
      promptTokens: Math.round(chance.around(1_400)),
      completionTokens: Math.round(chance.around(420)),
      calls: 1,
    };
    const units = unitsFor(usage, price);
    const firstByteMs = Math.round(chance.around(model.firstMs));
    const useTimeMs = firstByteMs + Math.round(chance.around(model.wholeMs));
    const isStream = chance.next() < 0.7;
    const channelId = this.channelOf(model);
    const route = { tried: [channelId], because: 'only channel' };
    const record: LogRecord = {
      ...this.rowOf(call, LogType.Consume),
      ...{ quota: units, promptTokens: usage.promptTokens, completionTokens: usage.completionTokens },
      ...{ useTimeMs, isStream, isCountedHourly: true },
      other: packCall({ price: packedPrice(priceOfReceipt(price)), usage, firstByteMs, route, rest: '' }),
    };
    for (const id of [channelId, WHOLE_CALLS]) {
      this.figures.served(id, model.name, useTimeMs, isStream ? firstByteMs : null, atMs);
    }
    const { userId, id: tokenId } = key;
    const asked = { id: record.requestId ?? '', userId, tokenId, amount: units };
    const reservation = await patiently(() => this.ledger.reserve(asked));
    await reservation.settle({ units, channelId, riders: [this.logs.rider(record)] });
  }

  private async fail(call: PastCall): Promise<void> {
    const failure = { kind: 'broken', status: 503, error: { message: FAILURE } } as const;
    for (const id of [this.channelOf(call.model), WHOLE_CALLS]) {
      this.figures.failed(id, call.model.name, failure, call.atMs);
    }
    const record: LogRecord = {
      ...this.rowOf(call, LogType.Error),
      useTimeMs: Math.round(this.chance.around(900)),
      content: FAILURE,
      other: JSON.stringify({ error_type: 'server_error', error_code: '', status_code: 503 }),
    };
    await patiently(() => this.app.get(UnitOfWork).run(manager => this.logs.append(manager, record)));
  }

  private rowOf({ atMs, key, model }: PastCall, type: number): LogRecord {
    const nextId = createRequestIds({ now: () => atMs, monotonic: () => performance.now() });
    return {
      ...{ type, userId: key.userId, username: key.username, tokenId: key.id, tokenName: key.name },
      ...{ tokenGroup: GROUP, modelName: model.name, channelId: this.channelOf(model), createdAtMs: atMs },
      ...{ requestId: nextId(), clientIp: '' },
    };
  }

  private channelOf(model: DemoModel): number {
    return this.site.channels.get(channelFor(model)) ?? 0;
  }
}

/** Tries again what a busy database refused. */
async function patiently<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isAppError(error, 'DATABASE_BUSY') || attempt === TRIES_MAX) throw error;
    }
  }
}
