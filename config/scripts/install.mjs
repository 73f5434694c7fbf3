import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root: scripts live in config/scripts. */
export const root = resolve(import.meta.dirname, '../..');

function say(line) {
  return process.stdout.write(`${line}\n`);
}

/** Runs a step; its output is the user's progress. @throws when it fails */
export async function run(title, command, args) {
  say(`${title} …`);
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', shell: false });
  const status = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (status !== 0) throw new Error(`${title} failed`);
}

/** Waits for steps that run side by side. @throws the first failure, when all of them have ended */
export async function allOf(steps) {
  const outcomes = await Promise.allSettled(steps);
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

/** The mark of a complete installation, which names the lock file that it followed. */
const MARK = join(root, 'node_modules/.sluice-lock');

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

/** Whether the installed dependencies are those of the lock file, and their scripts have run. */
export function isInstalled() {
  return existsSync(MARK) && readFileSync(MARK, 'utf8') === lockHash();
}

export function markInstalled() {
  writeFileSync(MARK, lockHash());
}

/**
 * Installs the locked dependencies. Whatever is installed may bring a script that runs with the rights of who installs
 * it, so none runs by itself (.npmrc); those that are needed run by name, and config/install-scripts.json says why.
 */
export async function installPackages() {
  const options = ['--include=dev', '--ignore-scripts', '--loglevel=error'];
  await run('Installing the locked dependencies', 'npm', ['ci', ...options]);
}

/** Runs the scripts of installed packages that are needed; one of them compiles for a minute. */
export async function runNeededScripts() {
  const { run: needed } = JSON.parse(readFileSync(join(root, 'config/install-scripts.json'), 'utf8'));
  for (const name of Object.keys(needed)) {
    await run(`Preparing ${name}`, 'npm', ['rebuild', name, '--ignore-scripts=false', '--loglevel=error']);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await installPackages();
  await runNeededScripts();
  markInstalled();
}
