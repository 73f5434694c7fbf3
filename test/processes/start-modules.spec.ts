import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess } from '../support/servers/server-process';

/**
 * The most files loaded at a start, which spends most of its time on them. A dependency that is not needed by then
 * belongs behind an `import()`.
 */
const FILES_MAX = 2_900;

/** Large modules that only some servers use, or that are used only later. */
const LATER = [
  '@simplewebauthn/server',
  '@peculiar/x509',
  'nodemailer',
  'ioredis',
  '@smithy/signature-v4',
  'music-metadata',
  'openid-client',
  'gpt-tokenizer',
  'mysql2',
  'pg',
];

describe('the list of modules that a server has loaded when it is ready', () => {
  let files: readonly string[];

  beforeAll(async () => {
    const list = join(tmpdir(), `sluice-modules-${process.pid}.json`);
    const preload = join(__dirname, '../support/servers/loaded-modules.cjs');
    const environment = { NODE_OPTIONS: `--require ${preload}`, LOADED_MODULES_FILE: list };
    const server = await ServerProcess.start({ environment });
    await server.stop();
    files = JSON.parse(readFileSync(list, 'utf8')) as string[];
    rmSync(list);
    await server.dispose();
  }, 120_000);

  it.each(LATER)('does not contain %s', name => {
    expect(files.filter(file => file.includes(`/node_modules/${name}/`))).toEqual([]);
  });

  it('is bounded', () => {
    expect(files.length).toBeGreaterThan(100); // the list is complete
    expect(files.length).toBeLessThan(FILES_MAX);
  });
});
