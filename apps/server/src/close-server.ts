import { type Server } from 'node:http';
import { type FreshConnections } from './fresh-connections';

/**
 * Takes no more connections, and closes every connection as soon as no response is written on it. A response that was
 * begun before has promised its client a connection that stays; without the short limit it would stay, and delay the end.
 */
export function closeServer(server: Server, freshConnections: FreshConnections): void {
  server.close();
  server.keepAliveTimeout = 1;
  server.closeIdleConnections();
  freshConnections.close();
}
