import { request as httpRequest } from 'node:http';
import { startTestApp, type TestApp } from '../support/servers/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const LARGE = JSON.stringify({ key: 'Notice', value: 'x'.repeat(3 * 1024 * 1024) });

/**
 * Announces a large body and sends only its beginning, so that a response shows that the server did not wait for the
 * rest.
 */
function announce(path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(app.url + path, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...headers },
    });
    request.on('response', response => {
      resolve(response.statusCode ?? 0);
      request.destroy();
    });
    request.on('error', reject);
    request.write('{"key":"Notice","value":"');
  });
}

describe.each(['/api/option/', '/api/option', '/api/channel/bulk'])('a large body at %s', path => {
  it.each([
    ['with its length', { 'content-length': String(LARGE.length) }],
    ['in pieces', { 'transfer-encoding': 'chunked' }],
  ])('is refused to guests before it arrives: %s', async (_how, headers) => {
    expect(await announce(path, headers)).toBe(401);
  });

  it('is refused to users who are no administrators before it arrives', async () => {
    const refused = await app.user.put<unknown>(path, JSON.parse(LARGE) as object);
    expect(refused.body.success).toBe(false);
    expect(refused.body.message).not.toBe('');
  });
});

it('a large option is accepted from an administrator', async () => {
  const saved = await app.root.put('/api/option/', { key: 'Notice', value: 'x'.repeat(2 * 1024 * 1024) });
  expect(saved.status).toBe(200);
});
