import WebSocket, { type RawData } from 'ws';
import { type RealtimeEvent } from './realtime-usage';

/** Ends a socket in good order, or without it when the peer does not answer. */
export function closeSocket(socket: WebSocket | null, code: number): void {
  if (!socket || socket.readyState === WebSocket.CLOSED) return;
  socket.close(code);
  setTimeout(() => socket.terminate(), 2000).unref(); // a peer that does not answer the close
}

/** A message as far as it matters for the bill; empty when it is no JSON object. */
export function eventOf(data: RawData): RealtimeEvent {
  try {
    const text = Array.isArray(data)
      ? Buffer.concat(data).toString('utf8')
      : Buffer.from(data as Buffer).toString('utf8');
    const event = JSON.parse(text) as unknown;
    return typeof event === 'object' && event !== null ? event : {};
  } catch {
    return {}; // not ours to check: it is passed on
  }
}
