import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ServerProcess } from '../support/servers/server-process';

const BUNDLE = join(__dirname, '../../dist/server');

/**
 * The most bytes of program text loaded at a start. A dependency that is not needed by then belongs behind an `import()`,
 * which gives it a file of its own.
 */
const BYTES_MAX = 9_000_000;
/** The most files: those of the bundle, and the native drivers with their few. */
const FILES_MAX = 60;

/** Large modules that only some servers use, or that are used only later. */
const LATER = [
  '@simplewebauthn/server',
  '@peculiar/x509',
  'nodemailer',
  'ioredis',
  '@aws-sdk/client-s3',
  '@aws-sdk/core',
  '@opentelemetry',
  'prom-client',
  '@smithy/signature-v4',
  'music-metadata',
  'openid-client',
  'gpt-tokenizer',
  'mysql2',
  'pg',
];

/** The modules in a file of the bundle, as its source map names them; a file without a map is itself the module. */
function modulesIn(file: string): readonly string[] {
  if (!existsSync(`${file}.map`) || dirname(file) !== BUNDLE) return [file];
  return (JSON.parse(readFileSync(`${file}.map`, 'utf8')) as { sources: string[] }).sources;
}

describe('the list of modules that a server has loaded when it is ready', () => {
  let files: readonly string[];
  let modules: readonly string[];

  beforeAll(async () => {
    const list = join(tmpdir(), `sluice-modules-${process.pid}.json`);
    const preload = join(__dirname, '../support/servers/loaded-modules.cjs');
    const environment = { NODE_OPTIONS: `--require ${preload}`, LOADED_MODULES_FILE: list };
    const server = await ServerProcess.start({ environment });
    await server.stop();
    files = JSON.parse(readFileSync(list, 'utf8')) as string[];
    modules = files.flatMap(modulesIn);
    rmSync(list);
    await server.dispose();
  });

  it.each(LATER)('does not contain %s', name => {
    expect(modules.filter(module => module.includes(`/node_modules/${name}/`))).toEqual([]);
  });

  it('is bounded', () => {
    expect(modules.length).toBeGreaterThan(1000); // the list is complete
    expect(files.length).toBeLessThan(FILES_MAX);
    const texts = files.filter(file => !file.endsWith('.node'));
    expect(texts.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(BYTES_MAX);
  });

  it('begins with the compiled code that the build has kept of the largest files', () => {
    const large = files.filter(file => dirname(file) === BUNDLE && statSync(file).size > 1_000_000);
    expect(large).not.toEqual([]);
    expect(large.filter(file => !existsSync(`${file}.cache`))).toEqual([]);
  });
});
