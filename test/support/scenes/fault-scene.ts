import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { verifyLedger } from '@billing';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { createMockUpstream, sse, type MockUpstream } from '../../../apps/mock-upstream/src/index';
import { TestClient } from '../clients/client';
import { Factories } from '../clients/factories';
import { freePort } from '../servers/free-port';
import { ServerProcess } from '../servers/server-process';

const ROOT_PASSWORD = 'the-root-password';
const LANES = 4;
const HEALED_TIMEOUT_MS = 90_000;

/** The results of one experiment. */
export interface Figures {
  answered: number;
  refused: number;
  /** Responses of any other status, and connections that broke. */
  other: number;
  longestMs: number;
  longestOtherMs: number;
  notReadyAfterMs: number | null;
  readyAgainAfterMs: number | null;
  lost: number;
  reservedUnits: number;
  differenceUnits: number;
}

interface Person {
  readonly id: number;
  readonly key: string;
}

/** The built server with two callers that never pause, and a balancer that asks whether the server is ready. */
class FaultScene {
  private answeredIds = 0;
  private isOver = false;
  private readonly lanes: Promise<void>[] = [];
  private readonly probes: { readonly atMs: number; readonly status: number }[] = [];
  private readonly figures: Figures = {
    answered: 0,
    refused: 0,
    other: 0,
    longestMs: 0,
    longestOtherMs: 0,
    notReadyAfterMs: null,
    readyAgainAfterMs: null,
    lost: 0,
    reservedUnits: 0,
    differenceUnits: 0,
  };

  constructor(
    private server: ServerProcess,
    private readonly upstream: MockUpstream,
    private readonly environment: Readonly<Record<string, string>>,
    private readonly directory: string,
    private readonly database: DataSourceOptions,
    readonly first: Person,
    readonly second: Person,
  ) {}

  get sqliteFile(): string {
    return join(this.directory, 'sluice.db');
  }

  /** Starts the calls and probes, which run until {@link finish}. */
  begin(): void {
    for (let lane = 0; lane < LANES; lane++) {
      this.lanes.push(this.callOn(this.first, false), this.callOn(this.second, true));
    }
    this.lanes.push(this.probe());
  }

  async killServer(): Promise<void> {
    this.server.kill('SIGKILL');
    await this.server.ended;
  }

  async startServerAgain(): Promise<void> {
    this.server = await ServerProcess.start({ environment: this.environment, dataDir: this.directory });
  }

  /** Waits until the server works again and everything is booked, and counts. */
  async finish(beganAt: number, healedAt: number): Promise<Figures> {
    await pause(8000);
    this.isOver = true;
    await Promise.all(this.lanes);
    const { figures } = this;
    const notReady = this.probes.find(({ atMs, status }) => atMs >= beganAt && status !== 200);
    const lastNotReady = this.probes.filter(({ status }) => status !== 200).pop();
    figures.notReadyAfterMs = notReady ? notReady.atMs - beganAt : null;
    figures.readyAgainAfterMs = lastNotReady ? Math.max(0, lastNotReady.atMs - healedAt) : null;
    const source = await new DataSource(this.database).initialize();
    try {
      const deadline = performance.now() + HEALED_TIMEOUT_MS;
      do {
        await pause(1000);
        await this.count(source);
      } while ((figures.lost > 0 || figures.reservedUnits > 0) && performance.now() < deadline);
      figures.differenceUnits = (await verifyLedger(source)).differenceUnits;
    } finally {
      await source.destroy();
    }
    return figures;
  }

  async close(): Promise<void> {
    await this.server.dispose();
    await this.upstream.close();
    rmSync(this.directory, { recursive: true, force: true });
  }

  private async count(source: DataSource): Promise<void> {
    const people = `(${this.first.id}, ${this.second.id})`;
    const [row]: { charged: number | string; held: number | string }[] = await source.query(
      `SELECT SUM(request_count) AS charged, SUM(held) AS held FROM accounts WHERE kind = 1 AND owner_id IN ${people}`,
    );
    this.figures.lost = Math.max(0, this.answeredIds - Number(row?.charged ?? 0));
    this.figures.reservedUnits = Number(row?.held ?? 0);
  }

  private async callOn({ key }: Person, isOther: boolean): Promise<void> {
    while (!this.isOver) {
      const startedAt = performance.now();
      const status = await this.call(key);
      // A call takes eight tenths of a second upstream; any longer time is the wait for the database.
      const elapsedMs = performance.now() - startedAt;
      const { figures } = this;
      if (status === 200) figures.answered += 1;
      else if (status === 503) figures.refused += 1;
      else figures.other += 1;
      figures.longestMs = Math.max(figures.longestMs, elapsedMs);
      if (isOther) figures.longestOtherMs = Math.max(figures.longestOtherMs, elapsedMs);
      await pause(status === 200 ? 20 : 250);
    }
  }

  private async call(key: string): Promise<number> {
    try {
      const response = await fetch(`http://127.0.0.1:${this.environment.PORT}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({
          model: 'gpt-4o-mini',
          stream: true,
          messages: [{ role: 'user', content: 'Say hello.' }],
        }),
      });
      const text = await response.text();
      if (response.status !== 200) return response.status;
      if (!text.includes('[DONE]')) return 0;
      this.answeredIds += 1;
      return 200;
    } catch {
      return 0; // the server is gone
    }
  }

  private async probe(): Promise<void> {
    while (!this.isOver) {
      const atMs = performance.now();
      const status = await fetch(`http://127.0.0.1:${this.environment.PORT}/readyz`).then(
        ({ status }) => status,
        () => 0,
      );
      // A probe that fails late describes the moment at which it failed.
      this.probes.push({ atMs: status === 200 ? atMs : performance.now(), status });
      await pause(250);
    }
  }
}

export { type FaultScene };

/** @param databaseUrl an empty database; null for a SQLite file */
export async function startFaultScene(databaseUrl: string | null): Promise<FaultScene> {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-faults-'));
  const environment = {
    PORT: String(await freePort()),
    INITIAL_ROOT_PASSWORD: ROOT_PASSWORD,
    LOG_LEVEL: 'warn',
    API_REQUESTS_PER_WINDOW: '1000000',
    CRITICAL_REQUESTS_PER_WINDOW: '1000000',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  };
  const server = await ServerProcess.start({ environment, dataDir: directory });
  const upstream = await createMockUpstream();
  const chunk = JSON.stringify({ choices: [{ index: 0, delta: { content: ' word' }, finish_reason: null }] });
  const end = JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  upstream.script(() => sse([chunk, chunk, chunk, end], { delayPerEventMs: 200 }));
  const root = await new TestClient(server.url).signIn('root', ROOT_PASSWORD);
  const make = new Factories(server.url, root);
  await make.channel({ base_url: upstream.url, models: 'gpt-4o-mini' });
  const person = async (): Promise<Person> => {
    const client = await make.signedIn({ quota: 100_000_000 });
    return { id: client.user?.id ?? 0, key: (await make.token(client)).secret };
  };
  const database = databaseUrl
    ? ({ type: databaseUrl.startsWith('postgres') ? 'postgres' : 'mysql', url: databaseUrl } as const)
    : ({ type: 'sqlite', database: join(directory, 'sluice.db') } as const);
  return new FaultScene(server, upstream, environment, directory, database, await person(), await person());
}
