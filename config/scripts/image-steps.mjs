import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join, relative, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from './install.mjs';

/**
 * Follows the Dockerfile step by step where no builder of images runs: each stage is a folder that stands for its root,
 * commands run in it with the Node of this machine, the last stage is started without privileges, and its health check
 * has to succeed. Packages of Debian are not installed; the step is named, and what it brings must be on this machine.
 */

/** Whoever has no rights on a Debian machine: the user "nobody". */
const NOBODY = 65_534;
/** The health check of the image allows 20 s for the start, and 15 s more until the next check. */
const HEALTHY_WITHIN_MS = 35_000;
const ENDED_WITHIN_MS = 30_000;

function say(line) {
  process.stdout.write(`${line}\n`);
}

/** The instructions with their arguments; a line that ends in a backslash goes on. */
function instructionsOf(text) {
  return text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter(line => line.trim() !== '' && !line.startsWith('#'))
    .map(line => ({ name: line.split(' ', 1)[0], rest: line.slice(line.indexOf(' ') + 1).trim() }));
}

const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean);

function isSent(path) {
  const inner = relative(root, path).split(sep).join('/');
  return !ignored.some(name => inner === name || inner.startsWith(`${name}/`));
}

/** One stage: a folder for its root, and what the instructions have set so far. */
function newStage(folder) {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  return { folder, directory: '/', environment: {}, isPlain: false, volumes: [], check: null, command: null };
}

function inside(stage, path) {
  return join(stage.folder, path.startsWith('/') ? path : join(stage.directory, path));
}

/** Variables of the stage; their absolute paths lie in its folder. */
function environmentOf(stage) {
  const own = Object.entries(stage.environment).map(([name, value]) => [
    name,
    value.startsWith('/') ? inside(stage, value) : value,
  ]);
  return { ...process.env, ...Object.fromEntries(own) };
}

function runStep(stage, command) {
  if (/\bapt-get\b/.test(command)) return say(`  left out: ${command}`);
  // Owners are those of the running container; the folders of the stage get them when it is started.
  const mapped = command.replaceAll(/(?<=\s)\/data\b/g, inside(stage, '/data')).replaceAll(/chown \S+ \S+/g, 'true');
  const { status } = spawnSync('sh', ['-c', mapped], {
    cwd: inside(stage, '.'),
    env: environmentOf(stage),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`the step failed: ${command}`);
}

function copyStep(stage, stages, rest) {
  const words = rest.split(/\s+/);
  const from = words.find(word => word.startsWith('--from='))?.slice('--from='.length);
  const paths = words.filter(word => !word.startsWith('--'));
  const target = paths.pop();
  for (const path of paths) {
    const source = from === undefined ? join(root, path) : inside(stages.get(from), path);
    const place = target.endsWith('/') ? join(target, basename(path)) : target;
    cpSync(source, inside(stage, place), { recursive: true, ...(from === undefined && { filter: isSent }) });
  }
}

function follow(stage, stages, { name, rest }) {
  say(`${name} ${rest}`);
  switch (name) {
    case 'WORKDIR':
      stage.directory = rest;
      return mkdirSync(inside(stage, '.'), { recursive: true });
    case 'ENV':
      for (const pair of rest.split(' ')) stage.environment[pair.split('=')[0]] = pair.slice(pair.indexOf('=') + 1);
      return undefined;
    case 'COPY':
      return copyStep(stage, stages, rest);
    case 'RUN':
      return runStep(stage, rest);
    case 'USER':
      stage.isPlain = true;
      return undefined;
    case 'VOLUME':
      stage.volumes.push(rest);
      return undefined;
    case 'HEALTHCHECK':
      stage.check = JSON.parse(rest.slice(rest.indexOf('CMD ') + 4));
      return undefined;
    case 'CMD':
      stage.command = JSON.parse(rest);
      return undefined;
    case 'EXPOSE':
    case 'STOPSIGNAL':
      return undefined;
    default:
      throw new Error(`the instruction ${name} is not known here; add it to config/scripts/image-steps.mjs`);
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise(resolve => server.close(resolve));
  return port;
}

/** Starts the last stage as a container would, waits until its health check succeeds, and ends it. */
async function start(stage) {
  const rights = stage.isPlain && process.getuid() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (rights.uid) for (const volume of stage.volumes) chownSync(inside(stage, volume), NOBODY, NOBODY);
  const options = {
    cwd: inside(stage, '.'),
    env: { ...environmentOf(stage), PORT: String(await freePort()) },
    ...rights,
  };
  const [program, ...args] = stage.command;
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise(resolve => child.once('close', (code, signal) => resolve(code ?? signal)));
  const begun = Date.now();
  try {
    const [check, ...checkArgs] = stage.check;
    while (spawnSync(check, checkArgs, options).status !== 0) {
      if (Date.now() - begun > HEALTHY_WITHIN_MS) throw new Error('the health check did not succeed in 35 seconds');
      await pause(250);
    }
    say(`healthy after ${((Date.now() - begun) / 1000).toFixed(1)} s, as ${rights.uid ? 'nobody' : 'this user'}`);
    child.kill('SIGTERM');
    const code = await Promise.race([ended, pause(ENDED_WITHIN_MS, 'not at all')]);
    if (code !== 0) throw new Error(`the server ended with ${code} after SIGTERM`);
    say('ended with 0 after SIGTERM');
  } finally {
    child.kill('SIGKILL');
  }
}

const place = mkdtempSync(join(tmpdir(), 'sluice-image-'));
chmodSync(place, 0o755);
try {
  const stages = new Map();
  let stage;
  for (const instruction of instructionsOf(readFileSync(join(root, 'Dockerfile'), 'utf8'))) {
    if (instruction.name === 'FROM') {
      const [, name = `stage-${stages.size}`] = instruction.rest.split(/ AS /i);
      say(`FROM ${instruction.rest}: a folder, with Node ${process.version} of this machine`);
      stage = newStage(join(place, name));
      stages.set(name, stage);
    } else follow(stage, stages, instruction);
  }
  await start(stage);
  say('every step of the Dockerfile was followed');
} finally {
  rmSync(place, { recursive: true, force: true });
}
