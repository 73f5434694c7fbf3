import { spawnSync } from 'node:child_process';
import { root } from './install.mjs';

/** A registry without an answer is not asked again and again. */
const ONCE = ['--json', '--fetch-retries=0', '--fetch-timeout=20000'];
const AUDIT = ['audit', '--omit=dev', '--audit-level=high', ...ONCE];
const SIGNATURES = ['audit', 'signatures', ...ONCE];
const TIME_LIMIT_MS = 120_000;

function say(line) {
  return process.stdout.write(`${line}\n`);
}

/** What npm prints as JSON; null when it prints something else, as it does when a registry cannot do what is asked. */
function ask(args) {
  const { stdout } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', timeout: TIME_LIMIT_MS });
  try {
    return JSON.parse(stdout);
  } catch {
    return null;
  }
}

/** @returns whether what runs in production is free of known faults, as far as the registry can tell */
function auditFaults() {
  const counts = ask(AUDIT)?.metadata?.vulnerabilities;
  if (!counts) {
    say('Audit: no answer from the registry; known faults were not looked for.');
    return true;
  }
  const { high, critical } = counts;
  if (high + critical === 0) {
    say('Audit: no known fault of high or critical severity.');
    return true;
  }
  say(`Audit: ${high} high and ${critical} critical faults are known. See npm audit --omit=dev.`);
  return false;
}

/** @returns whether no package differs from what its registry signed, as far as the registry signs */
function auditSignatures() {
  const report = ask(SIGNATURES);
  if (!Array.isArray(report?.invalid)) {
    say('Signatures: no answer from the registry; they were not checked.');
    return true;
  }
  if (report.invalid.length === 0) {
    say('Signatures: none is wrong.');
    return true;
  }
  say(`Signatures: wrong for ${report.invalid.map(({ name, version }) => `${name}@${version}`).join(', ')}.`);
  return false;
}

// Both run, so that one run tells everything.
const results = [auditFaults(), auditSignatures()];
process.exitCode = results.every(Boolean) ? 0 : 1;
