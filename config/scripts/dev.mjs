import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

await prepare();

function bin(name) {
  return join(root, 'node_modules/.bin', name);
}

const children = [
  spawn(bin('nest'), ['start', 'server', '--watch', '--preserveWatchOutput'], { cwd: root, stdio: 'inherit' }),
  spawn(bin('vite'), ['-c', 'frontend/vite.config.mts'], { cwd: root, stdio: 'inherit' }),
];

function end() {
  return children.forEach(child => child.kill('SIGTERM'));
}

process.on('SIGINT', end);
process.on('SIGTERM', end);
children.forEach(child => child.on('exit', end));
