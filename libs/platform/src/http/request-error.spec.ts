import { fastify } from 'fastify';
import { corsHeaders } from './cors';
import { requestErrorKind, type RequestErrorKind } from './request-error';

/** What the server itself says of a body that a route of at most ten bytes does not get to see. */
async function kindOf(body: string, contentType = 'application/json'): Promise<RequestErrorKind | undefined> {
  const server = fastify({ bodyLimit: 10 });
  let kind: RequestErrorKind | undefined;
  server.setErrorHandler((error, _request, reply) => {
    kind = requestErrorKind(error);
    void reply.send();
  });
  server.post('/', () => {
    throw new Error('the route failed');
  });
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  await fetch(address, { method: 'POST', headers: { 'content-type': contentType }, body });
  await server.close();
  return kind;
}

describe('an error of the HTTP server', () => {
  it.each([
    ['bodyTooLarge', '{"a":"0123456789"}', 'application/json'],
    ['bodyUnreadable', '{"a"', 'application/json'],
    ['bodyUnreadable', 'a', 'no/such'],
    ['fault', '{}', 'application/json'],
  ] as const)('is %s for the body %j of the type %s', async (kind, body, contentType) => {
    expect(await kindOf(body, contentType)).toBe(kind);
  });

  it('is the database being away when that is the cause', () => {
    expect(requestErrorKind(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))).toBe('databaseAway');
  });
});

describe('the headers for pages of other origins', () => {
  it('name what proves who calls, and the question itself', () => {
    expect(corsHeaders({ methods: ['GET', 'POST'], headers: ['authorization'] })).toEqual({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, OPTIONS',
      'access-control-allow-headers': '*, authorization',
      'access-control-max-age': '86400',
    });
  });
});
