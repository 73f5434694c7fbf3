import { type IncomingMessage } from 'node:http';
import { AppError } from '@kernel';

/** Told once: the whole body, or why there is none. */
type BodyListener = (error: Error | null, body: Buffer) => void;

const NOTHING = Buffer.alloc(0);

/**
 * Collects the body of a request in memory.
 *
 * @param bytesMax a longer body is an AppError RELAY_BODY_TOO_LARGE; what has arrived until then is dropped
 * @param done called once; with the error of the request when it breaks off
 */
export function readBody(request: IncomingMessage, bytesMax: number, done: BodyListener): void {
  if (Number(request.headers['content-length']) > bytesMax) return done(bodyTooLarge(bytesMax), NOTHING);
  let first: Buffer | null = null;
  let more: Buffer[] | null = null;
  let length = 0;
  let isOver = false; // the listeners stay, because taking them off costs as much as all of this
  const end = (error: Error | null, body: Buffer): void => {
    if (isOver) return;
    isOver = true;
    done(error, body);
  };
  request.on('data', (bytes: Buffer) => {
    if (isOver) return;
    length += bytes.length;
    if (length > bytesMax) end(bodyTooLarge(bytesMax), NOTHING);
    else if (first === null) first = bytes;
    else (more ??= [first]).push(bytes);
  });
  request.on('end', () => end(null, more === null ? (first ?? NOTHING) : Buffer.concat(more, length)));
  request.on('error', error => end(error, NOTHING));
}

export function bodyTooLarge(bytesMax: number, cause?: unknown): AppError {
  return new AppError('RELAY_BODY_TOO_LARGE', { cause, params: { megabytes: Math.round(bytesMax / 1024 / 1024) } });
}
