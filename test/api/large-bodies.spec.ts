import { request as httpRequest } from 'node:http';
import { startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const LARGE = JSON.stringify({ key: 'Notice', value: 'x'.repeat(3 * 1024 * 1024) });

/** Announces a large body and sends only its beginning: whoever answers has not waited for the rest. */
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
  ])('is not waited for from strangers: %s', async (_how, headers) => {
    expect(await announce(path, headers)).toBe(401);
  });

  it('is not waited for from people who are no administrators', async () => {
    const refused = await app.user.put<unknown>(path, JSON.parse(LARGE) as object);
    expect(refused.body.success).toBe(false);
    expect(refused.body.message).not.toBe('');
  });
});

it('an administrator still saves a large option', async () => {
  const saved = await app.root.put('/api/option/', { key: 'Notice', value: 'x'.repeat(2 * 1024 * 1024) });
  expect(saved.status).toBe(200);
});
