import { type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type Behaviour, type JsonBehaviour, type MockHeaders, type SseBehaviour } from './call/behaviour';

const FILLER = Buffer.alloc(64 * 1024, 0x20);

/** Carries out a behaviour on a response. It ends when everything is sent, or as soon as the peer has gone. */
export async function perform(behaviour: Behaviour, response: ServerResponse): Promise<void> {
  if ('delayMs' in behaviour && behaviour.delayMs !== undefined) await pause(behaviour.delayMs, response);
  switch (behaviour.kind) {
    case 'json':
      return sendJson(behaviour, response);
    case 'sse':
      return sendSse(behaviour, response);
    case 'stall':
      return;
    case 'hangAfterHeaders':
      open(response, 200, behaviour.contentType ?? 'application/json', behaviour.headers);
      response.flushHeaders();
      return;
    case 'reset':
      socketOf(response)?.resetAndDestroy();
      return;
    case 'garbage':
      socketOf(response)?.end('\u0000\u0001 this is not HTTP \u00ff\r\n\r\n');
      return;
    case 'wrongLength':
      response.strictContentLength = false;
      open(response, 200, 'application/json', { ...behaviour.headers, 'content-length': String(behaviour.claimed) });
      response.write(behaviour.body, () => socketOf(response)?.end());
      return;
    case 'oversize':
      open(response, 200, behaviour.contentType ?? 'application/json', behaviour.headers);
      return sendFiller(response, behaviour.bytes);
    case 'endless':
      open(response, 200, 'text/event-stream', behaviour.headers);
      return sendEndless(response, behaviour.event, behaviour.delayPerEventMs ?? 0);
    case 'bytes':
      open(response, behaviour.status ?? 200, behaviour.contentType, behaviour.headers);
      return sendWhole(behaviour.body, behaviour, response);
    case 'redirect':
      open(response, behaviour.status ?? 307, 'text/plain', { ...behaviour.headers, location: behaviour.location });
      response.end();
  }
}

async function sendJson(behaviour: JsonBehaviour, response: ServerResponse): Promise<void> {
  const text = typeof behaviour.body === 'string' ? behaviour.body : JSON.stringify(behaviour.body);
  const body = behaviour.gzip === true ? gzipSync(text) : Buffer.from(text);
  open(response, behaviour.status ?? 200, 'application/json', {
    ...(behaviour.gzip === true && { 'content-encoding': 'gzip' }),
    ...behaviour.headers,
  });
  return sendWhole(body, behaviour, response);
}

/** Sends a body at once, or in pieces without a length. */
async function sendWhole(
  body: Buffer,
  behaviour: Pick<JsonBehaviour, 'pieceBytes' | 'pieceDelayMs'>,
  response: ServerResponse,
): Promise<void> {
  if (behaviour.pieceBytes === undefined) {
    response.setHeader('content-length', body.length);
    response.end(body);
    return;
  }
  for (const piece of piecesOf(body, behaviour.pieceBytes)) {
    if (!(await send(response, piece, behaviour.pieceDelayMs ?? 0))) return;
  }
  response.end();
}

async function sendSse(behaviour: SseBehaviour, response: ServerResponse): Promise<void> {
  open(response, behaviour.status ?? 200, 'text/event-stream; charset=utf-8', behaviour.headers);
  response.flushHeaders();
  const frames = behaviour.events.map(payload => frameOf(payload, behaviour));
  const lastEvent = Math.min(behaviour.cutAfter?.events ?? Infinity, behaviour.hangAfterEvents ?? Infinity);
  for (const frame of frames.slice(0, lastEvent)) {
    if (!(await sendFrame(response, frame, behaviour))) return;
  }
  if (behaviour.cutAfter) {
    const next = Buffer.from(frames[behaviour.cutAfter.events] ?? '');
    if (behaviour.cutAfter.midEvent === true) await send(response, next.subarray(0, next.length >> 1), 0);
    // The socket is not destroyed, because written bytes must still arrive before the connection ends.
    socketOf(response)?.end();
    return;
  }
  if (behaviour.hangAfterEvents !== undefined) return;
  const terminator = behaviour.terminator === undefined ? '[DONE]' : behaviour.terminator;
  if (terminator !== null) await sendFrame(response, frameOf(terminator, { lineEnd: behaviour.lineEnd }), behaviour);
  response.end();
}

function frameOf(payload: string, options: Pick<SseBehaviour, 'eventNameOf' | 'lineEnd'>): string {
  const end = options.lineEnd ?? '\n';
  const name = options.eventNameOf ? `event: ${options.eventNameOf(payload)}${end}` : '';
  return `${name}data: ${payload}${end}${end}`;
}

/** Sends one event, at once or in pieces. */
async function sendFrame(response: ServerResponse, frame: string, behaviour: SseBehaviour): Promise<boolean> {
  const bytes = Buffer.from(frame);
  if (behaviour.delayPerEventMs !== undefined) await pause(behaviour.delayPerEventMs, response);
  for (const piece of piecesOf(bytes, behaviour.pieceBytes ?? bytes.length)) {
    // A turn of the event loop between the pieces sends each in its own packet.
    if (!(await send(response, piece, 0))) return false;
  }
  return true;
}

async function sendFiller(response: ServerResponse, bytes: number): Promise<void> {
  for (let left = bytes; left > 0; left -= FILLER.length) {
    if (!(await send(response, FILLER.subarray(0, Math.min(left, FILLER.length)), 0))) return;
  }
  response.end();
}

async function sendEndless(response: ServerResponse, event: string, delayMs: number): Promise<void> {
  const frame = Buffer.from(`data: ${event}\n\n`);
  // The loop ends with the connection, which the test closes.
  while (await send(response, frame, delayMs));
}

/** Writes and waits until the peer has received it. @returns false once the peer has disconnected */
async function send(response: ServerResponse, bytes: Buffer, delayMs: number): Promise<boolean> {
  await pause(delayMs, response);
  if (response.destroyed || response.writableEnded) return false;
  if (!response.write(bytes)) await drained(response);
  return !response.destroyed;
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise(resolve => {
    const finish = (): void => {
      response.off('drain', finish);
      response.off('close', finish);
      resolve();
    };
    response.on('drain', finish);
    response.on('close', finish);
  });
}

/** Waits, but at most until the connection ends. */
function pause(delayMs: number, response: ServerResponse): Promise<void> {
  return new Promise(resolve => {
    if (delayMs <= 0) {
      setImmediate(resolve);
      return;
    }
    const finish = (): void => {
      clearTimeout(timer);
      response.off('close', finish);
      resolve();
    };
    const timer = setTimeout(finish, delayMs);
    response.on('close', finish);
  });
}

function open(response: ServerResponse, status: number, contentType: string, headers: MockHeaders = {}): void {
  response.statusCode = status;
  response.setHeader('content-type', contentType);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

function piecesOf(bytes: Buffer, size: number): Buffer[] {
  const pieces: Buffer[] = [];
  for (let index = 0; index < bytes.length; index += Math.max(1, size)) {
    pieces.push(bytes.subarray(index, index + Math.max(1, size)));
  }
  return pieces;
}

function socketOf(response: ServerResponse): Socket | null {
  return response.socket;
}
