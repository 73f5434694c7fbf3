import { spawn } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as rest } from 'node:timers/promises';

const TICKS_PER_SECOND = 100;
const LISTENING = '0A';

/**
 * Starts a program and resolves with its address once it prints the ready line.
 *
 * @param node path of the Node that runs it
 */
export function startProgram(file, environment = {}, node = process.execPath) {
  const child = spawn(node, [file], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let output = '';
    const read = data => {
      output += data;
      const url = /ready on (http:\/\/\S+)/.exec(output)?.[1]?.replace('localhost', '127.0.0.1');
      if (!url) return;
      // What it says later is thrown away, since nobody looks through it.
      child.stdout.off('data', read).resume();
      resolve({ url, pid: child.pid, stop: () => stop(child) });
    };
    child.stdout.on('data', read);
    child.on('exit', code => reject(new Error(`${file} ended with ${code}: ${output}`)));
  });
}

/** Ends a program; one that has ended is left alone. */
function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise(resolve => {
    child.removeAllListeners('exit');
    child.on('exit', resolve);
    child.kill('SIGTERM');
  });
}

/** The fields of a process behind its name, as `man 5 proc` numbers them from 3; null when it has ended. */
function statOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ');
  } catch {
    return null;
  }
}

/** The process and everything that it has started and that still runs. */
function treeOf(pid) {
  const parents = new Map(
    readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .map(name => [Number(name), Number(statOf(name)?.[1])]),
  );
  const tree = [pid];
  for (const member of tree) for (const [child, parent] of parents) if (parent === member) tree.push(child);
  return tree;
}

/**
 * The time that the threads of a process have been on a core so far, in nanoseconds, as the scheduler counts it; null where
 * the system does not say. What `stat` tells is counted in ticks of 10 ms, and a round of the bench takes a few of them.
 */
function exactTimeOf(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const times = threads.map(id => Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]));
    return times.reduce((sum, time) => sum + time, 0);
  } catch {
    return null;
  }
}

/** User and system time that a process, its threads and its children have used so far; microseconds. */
export function cpuMicroseconds(pid) {
  return treeOf(pid).reduce((sum, member) => {
    const exact = exactTimeOf(member);
    if (exact !== null) return sum + exact / 1000;
    const fields = statOf(member);
    return fields ? sum + ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1e6 : sum;
  }, 0);
}

/** Resident memory of a process and its children, in MiB. */
export function memoryMiB(pid) {
  const of = member => {
    try {
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${member}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    } catch {
      return 0;
    }
  };
  return treeOf(pid).reduce((sum, member) => sum + of(member), 0);
}

/** The process of this machine that listens on a port; null when it runs elsewhere, or belongs to another user. */
export function pidOnPort(port) {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const inodes = ['tcp', 'tcp6'].flatMap(table =>
    readFileSync(`/proc/net/${table}`, 'utf8')
      .split('\n')
      .map(line => line.trim().split(/\s+/))
      .filter(fields => fields[1]?.endsWith(`:${hex}`) && fields[3] === LISTENING)
      .map(fields => `socket:[${fields[9]}]`),
  );
  const holds = pid => {
    try {
      return readdirSync(`/proc/${pid}/fd`).some(fd => inodes.includes(readlinkSync(`/proc/${pid}/fd/${fd}`)));
    } catch {
      return false;
    }
  };
  return Number(readdirSync('/proc').find(name => /^\d+$/.test(name) && holds(name)) ?? 0) || null;
}

/** Share of the machine's processor time that somebody uses while this process waits, from 0 to 1. */
export async function busyShare(forMs) {
  const read = () => {
    const ticks = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].split(/\s+/).slice(1).map(Number);
    return { idle: ticks[3] + ticks[4], all: ticks.slice(0, 8).reduce((sum, value) => sum + value, 0) };
  };
  const before = read();
  await rest(forMs);
  const after = read();
  return 1 - (after.idle - before.idle) / (after.all - before.all);
}
