import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { commands } from '../../apps/server/src/commands';

const ROOT = join(__dirname, '../..');
const DEPLOY = join(ROOT, 'config/deploy');

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

interface Service {
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly profiles?: readonly string[];
  readonly stop_grace_period?: string;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string; readonly required: boolean }>>;
  readonly healthcheck?: object;
}

const variables = new Set(Object.keys(JSON.parse(read('config/env-map.json')) as object));
const compose = parse(read('config/deploy/compose.yaml')) as {
  readonly services: Readonly<Record<'sluice' | 'postgres' | 'redis', Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};
const example = read('config/deploy/env.example');
const unit = read('config/deploy/sluice.service');

/** Values of a directive of the unit, each word by itself. */
function unitValues(name: string): readonly string[] {
  return unit.split('\n').flatMap(line => (line.startsWith(`${name}=`) ? line.slice(name.length + 1).split(' ') : []));
}

it('every way to start a server sets the same memory allocator', () => {
  const [value = ''] = /glibc\.[^']+/.exec(read('config/scripts/allocator.mjs')) ?? [];
  expect(value).toContain('arena_max');
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
  for (const start of [scripts.start, scripts.demo])
    expect(start).toContain(`GLIBC_TUNABLES=\${GLIBC_TUNABLES:-${value}} exec`);
  expect(read('Dockerfile')).toContain(`\nENV GLIBC_TUNABLES=${value}\n`);
  expect(unitValues('Environment')).toContain(`GLIBC_TUNABLES=${value}`);
});

describe('the compose file', () => {
  const { sluice, postgres, redis } = compose.services;

  it('sets only variables that the server has, out of a file whose lines are explained', () => {
    const set = Object.keys(sluice.environment ?? {});
    expect(set.filter(name => !variables.has(name))).toEqual([]);
    const asked = [...JSON.stringify(compose).matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
    const preset = ['SLUICE_IMAGE', 'SLUICE_LISTEN', 'DATABASE_URL', 'REDIS_URL', 'TRUSTED_PROXIES'];
    const offered = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name);
    expect(asked.filter(name => !offered.includes(name) && !preset.includes(name))).toEqual([]);
    expect(offered.filter(name => !asked.includes(name) && name !== 'COMPOSE_PROFILES')).toEqual([]);
  });

  it('is one box as it comes, with PostgreSQL and Redis as a profile that is waited for', () => {
    expect(sluice.profiles).toBeUndefined();
    for (const [name, service] of Object.entries({ postgres, redis })) {
      expect(service.profiles).toEqual(['postgres']);
      expect(service.healthcheck).toBeDefined();
      expect(sluice.depends_on?.[name]).toEqual({ condition: 'service_healthy', required: false });
    }
    const mounted = [sluice, postgres].flatMap(({ volumes = [] }) => volumes.map(volume => volume.split(':')[0]));
    expect(Object.keys(compose.volumes).sort()).toEqual(mounted.sort());
  });

  it('reaches the port and the data of the image, and lets the server end', () => {
    const image = read('Dockerfile');
    expect(sluice.ports).toEqual([expect.stringMatching(/:3000$/)]);
    expect(image).toContain('EXPOSE 3000');
    expect(sluice.volumes).toEqual(['data:/data']);
    expect(image).toContain('DATA_DIR=/data');
    expect(Number.parseInt(sluice.stop_grace_period ?? '', 10)).toBeGreaterThan(
      Number(sluice.environment?.DRAIN_SECONDS),
    );
  });
});

describe('the unit of systemd', () => {
  it('sets only variables that the server has, and lets it end', () => {
    const set = new Map(unitValues('Environment').map(pair => pair.split('=') as [string, string]));
    expect(
      [...set.keys()].filter(name => !['NODE_ENV', 'GLIBC_TUNABLES'].includes(name) && !variables.has(name)),
    ).toEqual([]);
    expect(Number(unitValues('TimeoutStopSec')[0])).toBeGreaterThan(Number(set.get('DRAIN_SECONDS')));
    expect(set.get('DATA_DIR')).toBe(`/var/lib/${unitValues('StateDirectory')[0] ?? ''}`);
  });

  it('is one that systemd takes', () => {
    expectTaken(
      'systemd-analyze',
      ['verify', '--man=no'],
      'sluice.service',
      unit.replace('/usr/bin/node', process.execPath),
    );
  });
});

describe('the proxies', () => {
  it('wait longer than the server for the first byte, and take larger bodies', () => {
    const defaults = JSON.parse(read('config/default.json')) as Readonly<Record<string, number>>;
    const [caddy, nginx] = [read('config/deploy/Caddyfile'), read('config/deploy/nginx.conf')];
    const waits = [/response_header_timeout (\d+)s/.exec(caddy), /proxy_read_timeout (\d+)s/.exec(nginx)];
    const sizes = [/max_size (\d+)MB/.exec(caddy), /client_max_body_size (\d+)m/.exec(nginx)];
    for (const found of waits)
      expect(Number(found?.[1])).toBeGreaterThan(defaults.upstreamFirstByteTimeoutSeconds ?? 0);
    for (const found of sizes) expect(Number(found?.[1])).toBeGreaterThan(defaults.relayBodyLimitMb ?? 0);
  });

  it('are ones that Caddy and nginx take', () => {
    expectTaken(
      'caddy',
      ['validate', '--adapter', 'caddyfile', '--config'],
      'Caddyfile',
      read('config/deploy/Caddyfile'),
    );
    const plain = read('config/deploy/nginx.conf')
      .replace(/^\s*ssl_.*$/gm, '')
      .replace('443 ssl', '127.0.0.1:8443');
    expectTaken('nginx', ['-t', '-c'], 'nginx.conf', `pid nginx.pid;\nevents {}\nhttp {\n${plain}\n}\n`);
  });
});

describe('the pages on operating', () => {
  const pages = readdirSync(join(ROOT, 'docs/operate')).filter(name => name.endsWith('.md'));

  it.each(pages)('name only scripts, commands and files that there are: %s', page => {
    const text = read(`docs/operate/${page}`);
    const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
    const asked = [...text.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name = '']) => name);
    expect(asked.filter(name => !scripts.includes(name))).toEqual([]);
    const names = commands.map(({ name }) => name);
    const called = [...text.matchAll(/(?:npx sluice|run -s sluice --|run sluice --) ([a-z-]+(?: [a-z]+)?)/g)];
    const isKnown = (words: string) => names.some(name => words === name || words.startsWith(`${name} `));
    expect(called.map(([, words = '']) => words).filter(words => !isKnown(words))).toEqual([]);
    const files = [...text.matchAll(/\]\(\.\.\/\.\.\/config\/deploy\/([\w.]+)\)/g)].map(([, name = '']) => name);
    expect(files.filter(name => !readdirSync(DEPLOY).includes(name))).toEqual([]);
  });
});

/** Gives a file to the program that reads it, where the program is installed. */
function expectTaken(program: string, args: readonly string[], name: string, text: string): void {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-deploy-'));
  try {
    const path = join(directory, name);
    writeFileSync(path, text);
    const { error, status, stderr } = spawnSync(program, [...args, path], { cwd: directory, encoding: 'utf8' });
    if (error) process.stderr.write(`SKIPPED: ${program} is not installed, so ${name} is only read.\n`);
    // Each names the file where it refuses it; what else a program complains of is the machine.
    else if (status !== 0) expect(stderr.split('\n').filter(line => line.includes(name))).toEqual([]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
