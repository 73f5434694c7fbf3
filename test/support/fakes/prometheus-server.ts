import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually';
import { freePort } from '../servers/free-port';

const PROMETHEUS = '/usr/bin/prometheus';
const PROMTOOL = '/usr/bin/promtool';

/** Tests with a real Prometheus; without one they are skipped, and one line says so. */
export function describePrometheus(name: string, body: () => void): void {
  const isHere = existsSync(PROMETHEUS) && existsSync(PROMTOOL);
  if (!isHere) process.stderr.write('SKIPPED: prometheus was not found in /usr/bin; its tests do not run.\n');
  (isHere ? describe : describe.skip)(name, body);
}

/** What promtool says of a file or an input. */
export function promtool(args: readonly string[], input = ''): { readonly code: number | null; readonly text: string } {
  const { status, stdout, stderr } = spawnSync(PROMTOOL, args, { input, encoding: 'utf8' });
  return { code: status, text: stdout + stderr };
}

interface PrometheusOptions {
  /** The target, as `host:port`. */
  readonly target: string;
  /** Sent with each scrape; null for none. */
  readonly token: string | null;
}

/** One sample of the answer to a query. */
export interface QueriedSample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** A Prometheus of a test alone, which scrapes one server every second. */
export class PrometheusServer {
  private constructor(
    readonly url: string,
    private readonly stop: () => Promise<void>,
  ) {}

  static async start({ target, token }: PrometheusOptions): Promise<PrometheusServer> {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-prometheus-'));
    const job = {
      job_name: 'sluice',
      ...(token !== null && { authorization: { credentials: token } }),
      static_configs: [{ targets: [target] }],
    };
    const configuration = { global: { scrape_interval: '1s' }, scrape_configs: [job] };
    writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(configuration)); // JSON is YAML, too
    const port = await freePort();
    const child = spawn(
      PROMETHEUS,
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
    const ended = new Promise<void>(resolve => child.once('close', () => resolve()));
    const server = new PrometheusServer(`http://127.0.0.1:${port}`, async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    });
    const isReady = async () => {
      const response = await fetch(`${server.url}/-/ready`).catch(() => null);
      return response?.ok === true;
    };
    await eventually(isReady, Boolean, 60_000);
    return server;
  }

  /** @throws Error with the reason when the expression is wrong */
  async query(expression: string): Promise<readonly QueriedSample[]> {
    const response = await fetch(`${this.url}/api/v1/query?query=${encodeURIComponent(expression)}`);
    const { status, data, error } = (await response.json()) as {
      status: string;
      data?: { result: QueriedSample[] };
      error?: string;
    };
    if (status !== 'success' || !data) throw new Error(`${expression}: ${error ?? 'no data'}`);
    return data.result;
  }

  /** The value of an expression that gives one; NaN where it gives none. */
  async value(expression: string): Promise<number> {
    const [sample] = await this.query(expression);
    return Number(sample?.value[1] ?? 'NaN');
  }

  /** The names of all metrics that its target has told, with those that have no values yet. */
  async names(): Promise<ReadonlySet<string>> {
    return new Set(Object.keys(await this.data<object>('/api/v1/metadata')));
  }

  /** The names of all labels. */
  async labels(): Promise<ReadonlySet<string>> {
    return new Set(await this.data<string[]>('/api/v1/labels'));
  }

  private async data<Data>(path: string): Promise<Data> {
    return ((await (await fetch(this.url + path)).json()) as { data: Data }).data;
  }

  close(): Promise<void> {
    return this.stop();
  }
}
