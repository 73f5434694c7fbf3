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
  const end = (error: Error | null, body: Buffer): void => {
    request.off('data', take);
    request.off('end', finish);
    request.off('error', fail);
    done(error, body);
  };
  const take = (bytes: Buffer): void => {
    length += bytes.length;
    if (length > bytesMax) end(bodyTooLarge(bytesMax), NOTHING);
    else if (first === null) first = bytes;
    else (more ??= [first]).push(bytes);
  };
  const finish = (): void => end(null, more === null ? (first ?? NOTHING) : Buffer.concat(more, length));
  const fail = (error: Error): void => end(error, NOTHING);
  request.on('data', take);
  request.on('end', finish);
  request.on('error', fail);
}

export function bodyTooLarge(bytesMax: number, cause?: unknown): AppError {
  return new AppError('RELAY_BODY_TOO_LARGE', { cause, params: { megabytes: Math.round(bytesMax / 1024 / 1024) } });
}
