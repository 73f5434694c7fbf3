import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Starts a program and resolves with its address once it prints the ready line. */
export function startProgram(file, environment = {}) {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', data => {
      output += data;
      const url = /ready on (http:\/\/\S+)/.exec(output)?.[1]?.replace('localhost', '127.0.0.1');
      if (url) resolve({ url, pid: child.pid, stop: () => stop(child) });
    });
    child.on('exit', code => reject(new Error(`${file} ended with ${code}: ${output}`)));
  });
}

function stop(child) {
  return new Promise(resolve => {
    child.removeAllListeners('exit');
    child.on('exit', resolve);
    child.kill('SIGTERM');
  });
}

/** User and system time that a process, all its threads included, has used so far; microseconds. */
export function cpuMicroseconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1e6;
}

/** Resident memory in MiB. */
export function memoryMiB(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}
