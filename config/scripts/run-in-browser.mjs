import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

/** Builds, then runs a program of test/browser with this command's arguments, and ends as it ends. */
export async function runInBrowser(name) {
  await prepare();
  await createRequire(import.meta.url)(join(root, 'test/support/servers/find-services.js'))();
  if (!process.env.CHROMIUM_PATH) {
    process.stderr.write('This needs a Chromium; CHROMIUM_PATH says where it is.\n');
    process.exit(1);
  }
  const program = [join(root, 'test/browser', name), ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', ...program], { cwd: root, stdio: 'inherit' });
  process.exit(status ?? 1);
}
