import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** Takes a request and answers it, or returns false and leaves it untouched. */
type Taker = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Offers every request of a server to `take` first; the framework gets those that it leaves. */
export function standInFront(server: Server, take: Taker): void {
  const listeners = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (take(request, response)) return;
    for (const listen of listeners) listen.call(server, request, response);
  });
}
