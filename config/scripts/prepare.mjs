import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allOf, installPackages, isInstalled, markInstalled, root, run, runNeededScripts } from './install.mjs';

export { root };

/** Newest change below some paths, in milliseconds. */
function newestChange(paths) {
  let newest = 0;
  for (const path of paths) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) continue;
    newest = Math.max(newest, stat.mtimeMs);
    if (stat.isDirectory()) newest = Math.max(newest, newestChange(readdirSync(path).map(name => join(path, name))));
  }
  return newest;
}

/** Builds one part when any of its sources is newer than its last build. */
async function ensureBuilt({ title, stamp, sources, build }) {
  const built = statSync(join(root, stamp), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const changed = newestChange(sources.map(source => join(root, source)));
  if (changed < built) return;
  const startedAt = new Date();
  await build();
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(join(root, stamp), `${title} ${startedAt.toISOString()}\n`);
}

function bin(name) {
  return join(root, 'node_modules/.bin', name);
}

/**
 * Puts what was just checked into the few files that are run, and keeps their compiled code beside them. That code belongs
 * to this version of Node; with another one the server starts without it.
 *
 * @param drivers the scripts of packages: the server starts for its code, with a database
 */
async function bundleServer(drivers) {
  await run('Bundling the server', bin('vite'), [
    'build',
    '-c',
    'config/server-bundle/vite.config.mjs',
    '--logLevel',
    'warn',
  ]);
  await drivers;
  await run('Compiling the server', process.execPath, [join(root, 'dist/server/write-code-cache.js')]);
}

async function ensureServerBuilt(drivers) {
  await ensureBuilt({
    title: 'server',
    stamp: 'dist/.server-built',
    sources: ['apps', 'libs', 'config/server-bundle', 'tsconfig.json', 'nest-cli.json', 'package-lock.json'],
    build: async () => {
      // The incremental state goes with the output it describes: it would take removed files for built ones.
      for (const part of ['dist/apps', 'dist/libs', 'dist/tsconfig.tsbuildinfo']) {
        rmSync(join(root, part), { recursive: true, force: true });
      }
      await run('Building the server', bin('nest'), ['build', 'server']);
      await bundleServer(drivers);
    },
  });
}

async function ensureConsoleBuilt() {
  await ensureBuilt({
    title: 'console',
    stamp: 'dist/.console-built',
    sources: ['frontend', 'libs/contracts', 'package-lock.json'],
    build: () =>
      run('Building the console', bin('vite'), ['build', '-c', 'frontend/vite.config.mts', '--logLevel', 'warn']),
  });
}

/** What the routes of the console answer, for `/openapi.json`: read off the types that they return. */
export async function ensureAnswersDescribed() {
  await ensureBuilt({
    title: 'answers',
    stamp: 'dist/.answers-described',
    sources: ['apps', 'libs', 'config/openapi', 'tsconfig.json', 'package-lock.json'],
    build: () => run('Describing the answers', process.execPath, [join(root, 'config/openapi/write-answers.mjs')]),
  });
}

/**
 * Everything `npm start` and `npm test` need before they begin: dependencies when they are missing or belong to another
 * lock file, server and console. The scripts of packages, server and console need nothing of each other, and each of
 * them keeps one core busy.
 */
export async function prepare() {
  const isCurrent = isInstalled();
  if (!isCurrent) await installPackages();
  const drivers = isCurrent ? Promise.resolve() : runNeededScripts();
  await allOf([drivers, ensureServerBuilt(drivers), ensureConsoleBuilt().then(ensureAnswersDescribed)]);
  if (!isCurrent) markInstalled();
}
