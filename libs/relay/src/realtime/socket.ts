import WebSocket, { type RawData } from 'ws';
import { type RealtimeEvent } from './realtime-usage';

/** Closes a socket with a close frame, or terminates it when the peer does not respond. */
export function closeSocket(socket: WebSocket | null, code: number): void {
  if (!socket || socket.readyState === WebSocket.CLOSED) return;
  socket.close(code);
  setTimeout(() => socket.terminate(), 2000).unref(); // the peer may not respond to the close
}

/** The parsed message; empty when it is not a JSON object. */
export function eventOf(data: RawData): RealtimeEvent {
  try {
    const text = Array.isArray(data)
      ? Buffer.concat(data).toString('utf8')
      : Buffer.from(data as Buffer).toString('utf8');
    const event = JSON.parse(text) as unknown;
    return typeof event === 'object' && event !== null ? event : {};
  } catch {
    return {}; // the message is passed on unchecked
  }
}
