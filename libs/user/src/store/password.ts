import { hash, verify, type Options } from '@node-rs/argon2';
import { AppError, randomText, READABLE } from '@kernel';

/** Argon2id with the parameters OWASP recommends: 19 MiB, two passes, one lane; about 20 ms. Part of each stored hash. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies Options;
const CURRENT_FORMAT = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;

/**
 * The most hashes at one time. Hashing shares its threads with the database driver, and each hash needs 19 MiB: two at
 * a time keep both usable while passwords are being guessed.
 */
const PARALLEL_MAX = 2;
const WAITING_MAX = 200;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= PARALLEL_MAX) {
    if (waiting.length >= WAITING_MAX) throw new AppError('RATE_TOO_MANY', { details: { retryAfterSeconds: 5 } });
    await new Promise<void>(resolve => waiting.push(resolve)); // a hash that ends passes its place to the next
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/**
 * Hashes a password.
 *
 * @param stillWanted called when it is this hash's turn, because a hash costs more than any look-up; an error that it
 *   throws is passed on
 * @throws AppError RATE_TOO_MANY when too many hashes wait
 */
export function hashPassword(password: string, stillWanted?: () => Promise<void>): Promise<string> {
  return inTurn(async () => {
    await stillWanted?.();
    return hash(password, PARAMETERS);
  });
}

let dummy: Promise<string> | undefined;

/**
 * Checks a password. The check takes equally long for an account that does not exist or has no password, so that the
 * time does not show which names are taken.
 *
 * @param stored hash of the account, or null when there is none
 * @throws AppError RATE_TOO_MANY when too many checks wait
 */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword(randomText(20, READABLE));
  const against = stored ?? (await dummy);
  const fits = await inTurn(() => hashFits(against, password));
  return fits && stored !== null;
}

/** A hash that another gateway made and that came with an import; it is replaced at the first sign-in. */
const BCRYPT = /^\$2[aby]\$/;

/** @throws Error when the stored text is no hash of a known form */
async function hashFits(stored: string, password: string): Promise<boolean> {
  if (!BCRYPT.test(stored)) return verify(stored, password);
  const { compare } = await import('bcryptjs'); // only imported accounts need it
  return compare(password, stored);
}

/** True when a hash was made with parameters other than the current ones; it is then replaced at the next login. */
export function isOutdatedHash(stored: string): boolean {
  return !stored.startsWith(CURRENT_FORMAT);
}
