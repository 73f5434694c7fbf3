import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { closeServer } from './close-server';
import { FreshConnections } from './fresh-connections';

it('ends soon after the last response, although that promised a connection that stays', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  server.keepAliveTimeout = 75_000;
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const requested = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
  const answered = once(get({ port, host: '127.0.0.1' }), 'response') as Promise<[IncomingMessage]>;
  const [, response] = await requested;
  response.setHeader('content-length', '2');
  response.write('a');
  const [answer] = await answered;
  expect(answer.headers.connection).toBe('keep-alive');

  closeServer(server, new FreshConnections());
  const closed = once(server, 'close');
  response.end('b');
  expect(await answer.setEncoding('utf8').toArray()).toEqual(['a', 'b']);
  await closed;
});
