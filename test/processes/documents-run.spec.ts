import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeSource } from '../support/inputs/import-source';
import { composeLiteLlm, SALT_KEY } from '../support/inputs/litellm-source';
import { createTestDatabase, describeWith, type TestDatabase } from '../support/servers/databases';
import { freePort } from '../support/servers/free-port';

const ROOT = join(__dirname, '../..');
const PAGES = join(ROOT, 'docs/operate');
const TIMEOUT_MS = 300_000;
const READY_TIMEOUT_MS = 120_000;

/** Commands of the pages that this file runs, as they are written there. */
const RUN = {
  start: 'METRICS_TOKEN=choose-a-long-one npm start',
  plainStart: 'npm start',
  tracedStart: 'OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318 npm start',
  sampledStart: 'OTEL_TRACES_SAMPLER=traceidratio OTEL_TRACES_SAMPLER_ARG=0.01 OTEL_TRACES_EXPORTER=otlp npm start',
  scrape: "curl -H 'Authorization: Bearer choose-a-long-one' http://localhost:3000/metrics",
  exportSettings: 'npm run -s sluice -- config export --to sluice.json',
  compareSettings: 'npm run -s sluice -- config apply --from sluice.json --dry-run --json | jq .differing',
  planImport: 'npm run -s sluice -- import --from /srv/one-api/one-api.db --dry-run',
  import: 'npm run -s sluice -- import --from /srv/one-api/one-api.db',
  litellm: 'LITELLM_SALT_KEY=sk-the-salt npm run -s sluice -- import --from postgres://litellm@127.0.0.1:5432/litellm',
  sealedBackup: "BACKUP_PASSPHRASE='a long sentence' npm run -s sluice -- backup --to /var/backups",
  backup: 'npm run -s sluice -- backup --to /var/backups',
  restore:
    "BACKUP_PASSPHRASE='a long sentence' npm run -s sluice -- restore --from /var/backups/sluice-20261123-221530.backup",
  retentionPlan: 'npm run -s sluice -- retention --dry-run',
  retention: 'npm run -s sluice -- retention',
  rotate: 'npm run -s sluice -- rotate-master-key',
  verify: 'npm run -s sluice -- ledger verify',
  packagedVerify: 'npx sluice ledger verify',
  packagedStart: 'npx sluice',
  steps: 'npm run -s sluice -- migrate --dry-run',
  move: 'npm run -s sluice -- move --to postgres://sluice@127.0.0.1:5432/sluice',
} as const;

/** Commands that are not run here, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'npm run package': 'test/processes/package.spec.ts makes and installs the package',
  'npm install /path/to/sluice-2.0.1.tgz': 'test/processes/package.spec.ts makes and installs the package',
  'npm run build': 'every run of the tests begins with it',
  "BACKUP_PASSPHRASE='a long sentence' npm run -s sluice -- backup --to s3://my-bucket/sluice":
    'needs a bucket; test/processes/bucket.spec.ts runs it with one of its own',
  "BACKUP_PASSPHRASE='a long sentence' npm run -s sluice -- restore --from s3://my-bucket/sluice":
    'needs a bucket; test/processes/bucket.spec.ts runs it with one of its own',
  'docker compose -f config/deploy/compose.yaml up -d': 'needs Docker; test/api/deploy-files.spec.ts reads the file',
  'kubectl create secret generic sluice --from-env-file=sluice.env': 'needs a cluster',
  'helm install sluice config/deploy/helm/sluice --set ingress.enabled=true,ingress.host=sluice.example.com':
    'needs a cluster; test/api/helm-chart.spec.ts checks what the chart makes',
};

/** Every command in the shell fences of the pages, with the page. */
function commandsOf(page: string): readonly string[] {
  const text = readFileSync(join(PAGES, page), 'utf8');
  const fences = [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, body = '']) => body);
  return fences.flatMap(body =>
    body
      .split('\n')
      .map(line => line.replace(/\s+# .*$/, '').trim())
      .filter(line => line !== ''),
  );
}

const pages = readdirSync(PAGES).filter(name => name.endsWith('.md'));

describe('the pages on operating', () => {
  it.each(pages)('hold only commands that are run here, or have a reason not to be: %s', page => {
    const known = new Set<string>([...Object.values(RUN), ...Object.keys(NOT_RUN)]);
    expect(commandsOf(page).filter(command => !known.has(command))).toEqual([]);
    expect(readFileSync(join(PAGES, page), 'utf8')).not.toMatch(/^ *```\n(?=[^\n]*(npm|sluice|curl))/m);
  });

  it('still hold every command that is run here', () => {
    const written = new Set(pages.flatMap(commandsOf));
    expect([...Object.values(RUN), ...Object.keys(NOT_RUN)].filter(command => !written.has(command))).toEqual([]);
  });
});

/** A folder in which the commands of the pages run, with everything that they name. */
class Scratch {
  readonly directory = mkdtempSync(join(tmpdir(), 'sluice-operate-'));
  readonly backups = mkdtempSync(join(this.directory, 'backups-'));
  readonly source = join(this.directory, 'one-api.db');
  place = this.newPlace();

  private constructor(readonly port: number) {
    this.writeProgram(
      'npm',
      `case "$*" in start) exec "$NODE" "$DIST/main.js";; esac; shift 4; exec "$NODE" "$DIST/cli.js" "$@"`,
    );
    this.writeProgram('npx', `shift; [ $# = 0 ] && exec "$NODE" "$DIST/main.js"; exec "$NODE" "$DIST/cli.js" "$@"`);
  }

  static async make(): Promise<Scratch> {
    const scratch = new Scratch(await freePort());
    await composeSource(scratch.source);
    return scratch;
  }

  newPlace(): string {
    return (this.place = mkdtempSync(join(this.directory, 'place-')));
  }

  /** Runs a command to its end. */
  run(command: string, replaced: Readonly<Record<string, string>> = {}) {
    const { status, stdout, stderr } = spawnSync('bash', ['-c', this.written(command, replaced)], {
      cwd: this.directory,
      encoding: 'utf8',
      env: this.environment,
      timeout: TIMEOUT_MS,
    });
    return { status, stdout, output: stdout + stderr };
  }

  /** Begins a command that serves. @throws Error with its output when it does not become ready */
  async serve(command: string): Promise<{ end: () => Promise<number | null> }> {
    const child = spawn('bash', ['-c', `exec env ${this.written(command, {})}`], {
      cwd: this.directory,
      env: this.environment,
    });
    await readyLine(child);
    const ended = new Promise<number | null>(resolve => child.once('close', code => resolve(code)));
    return { end: () => (child.kill('SIGTERM'), ended) };
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }

  private written(command: string, replaced: Readonly<Record<string, string>>): string {
    const paths = {
      '/var/backups': this.backups,
      '/srv/one-api/one-api.db': this.source,
      'localhost:3000': `127.0.0.1:${this.port}`,
    };
    const all = Object.entries({ ...replaced, ...paths });
    return all.reduce((text, [before, after]) => text.replaceAll(before, after), command);
  }

  private get environment(): NodeJS.ProcessEnv {
    return {
      PATH: `${this.directory}:${process.env.PATH ?? ''}`,
      NODE: process.execPath,
      DIST: join(ROOT, 'dist/server'),
      DATA_DIR: this.place,
      HOST: '127.0.0.1',
      PORT: String(this.port),
      WORKERS: '1',
      INITIAL_ROOT_PASSWORD: 'a-first-password-of-root',
    };
  }

  /** npm builds and npx installs first; what they run then is run here. */
  private writeProgram(name: string, script: string): void {
    const path = join(this.directory, name);
    writeFileSync(path, `#!/bin/bash\n${script}\n`);
    chmodSync(path, 0o755);
  }
}

function readyLine(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (): void => reject(new Error(`it did not become ready:\n${output}`));
    const timer = setTimeout(fail, READY_TIMEOUT_MS);
    const hear = (data: unknown): void => {
      output += String(data);
      if (!output.includes('Sluice is ready on')) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('close', fail);
  });
}

describe('the commands of the pages', () => {
  let scratch: Scratch;
  beforeAll(async () => {
    scratch = await Scratch.make();
  });
  afterAll(() => scratch.remove());

  const expectGood = (command: string, replaced: Readonly<Record<string, string>> = {}): string => {
    const { status, output } = scratch.run(command, replaced);
    expect({ command, status, output }).toEqual({ command, status: 0, output });
    return output;
  };

  it('start a server, scrape it, and compare its settings with a file beside it', async () => {
    const server = await scratch.serve(RUN.start);
    expect(expectGood(RUN.scrape)).toContain('process_cpu_seconds_total');
    expectGood(RUN.exportSettings);
    expect(existsSync(join(scratch.directory, 'sluice.json'))).toBe(true);
    expect(scratch.run(RUN.compareSettings).stdout).toMatch(/^(0|false|\[\])/);
    expect(await server.end()).toBe(0);
  });

  it('move in, back up, restore and prove', () => {
    expect(expectGood(RUN.planImport)).toContain('nothing was stored');
    expect(expectGood(RUN.import)).toContain('the report is in');
    expect(expectGood(RUN.verify)).toContain('sum of differences: 0');
    expect(expectGood(RUN.steps)).toContain('those of this version');
    expectGood(RUN.retentionPlan);
    expectGood(RUN.retention);
    expect(expectGood(RUN.rotate)).toContain('left under the old key: 0');
    expectGood(RUN.backup);
    const plain = readdirSync(scratch.backups);
    expectGood(RUN.sealedBackup);
    const [sealed = ''] = readdirSync(scratch.backups).filter(name => !plain.includes(name));
    scratch.newPlace();
    expectGood(RUN.restore, { 'sluice-20261123-221530.backup': sealed });
    expect(expectGood(RUN.packagedVerify)).toContain('sum of differences: 0');
  });

  it('serve what was restored, from the sources and as a package', async () => {
    for (const command of [RUN.plainStart, RUN.packagedStart, RUN.tracedStart, RUN.sampledStart]) {
      const server = await scratch.serve(command);
      expect((await fetch(`http://127.0.0.1:${scratch.port}/readyz`)).status).toBe(200);
      expect(await server.end()).toBe(0);
    }
  });

  describeWith('postgres', 'with PostgreSQL', () => {
    let database: TestDatabase;
    beforeEach(async () => {
      database = await createTestDatabase('postgres');
    });
    afterEach(() => database.drop());

    it('move to it', () => {
      expectGood(RUN.move, { 'postgres://sluice@127.0.0.1:5432/sluice': database.url });
    });

    it('move in from LiteLLM', async () => {
      await composeLiteLlm(database.url, 'http://127.0.0.1:9');
      const output = expectGood(RUN.litellm, {
        'postgres://litellm@127.0.0.1:5432/litellm': database.url,
        'sk-the-salt': SALT_KEY,
      });
      expect(output).toContain('the report is in');
      expect(output).not.toContain('cannot be read without the salt key');
    });
  });
});
