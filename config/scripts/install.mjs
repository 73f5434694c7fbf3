import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root: scripts live in config/scripts. */
export const root = resolve(import.meta.dirname, '../..');

function say(line) {
  return process.stdout.write(`${line}\n`);
}

/** Runs a step in the foreground; its output is the user's progress. @throws when it fails */
export function run(title, command, args) {
  say(`${title} …`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: false });
  if (status !== 0) throw new Error(`${title} failed`);
}

/**
 * Installs the locked dependencies. Whatever is installed may bring a script that runs with the rights of who installs
 * it, so none runs by itself (.npmrc); those that are needed run by name, and config/install-scripts.json says why.
 */
export function install() {
  run('Installing the locked dependencies', 'npm', ['ci', '--include=dev', '--ignore-scripts', '--loglevel=error']);
  const { run: needed } = JSON.parse(readFileSync(join(root, 'config/install-scripts.json'), 'utf8'));
  for (const name of Object.keys(needed)) {
    run(`Preparing ${name}`, 'npm', ['rebuild', name, '--ignore-scripts=false', '--loglevel=error']);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) install();
