import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startServedScene, type ServedScene } from '../support/scenes/served-scene';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body as it was transferred, still compressed. */
  readonly body: Buffer;
}

let served: ServedScene;
/** The scripts and the style sheet that the page itself names. */
let assets: readonly string[];

/** Sends a request like a browser that can read these encodings, and no other. */
async function ask(path: string, encodings = 'identity', others: OutgoingHttpHeaders = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(served.server.url + path, { headers: { 'accept-encoding': encodings, ...others } }, message => {
      buffer(message).then(
        body => resolve({ status: message.statusCode ?? 0, headers: message.headers, body }),
        reject,
      );
    })
      .on('error', reject)
      .end();
  });
}

beforeAll(async () => {
  served = await startServedScene();
  const page = (await ask('/')).body.toString();
  assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path ?? '');
});
afterAll(() => served?.close());

describe('the files of the console', () => {
  it('are named by the page, which shows a logo before they are loaded', async () => {
    const { status, headers, body } = await ask('/');
    expect([status, headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(body.toString()).toMatch(/<div id="root">\s*(<!--.*-->)?\s*<svg class="boot"/);
    expect(assets.some(path => path.endsWith('.css'))).toBe(true);
    expect(assets.some(path => path.endsWith('.js'))).toBe(true);
  });

  it('that the overview needs are named with the start page of readers with a session, who are led there', async () => {
    const linkOf = async (path: string, cookie: string) => (await ask(path, 'identity', { cookie })).headers.link ?? '';
    const overview = String((await ask('/overview', 'identity', { accept: 'text/html' })).headers.link);
    expect(overview).toContain('.js>; rel=modulepreload');
    expect(await linkOf('/', 'theme=dark; session=abc')).toContain(overview);
    expect(await linkOf('/', 'theme=dark')).not.toContain(overview);
    expect(await linkOf('/login', 'session=abc')).not.toContain(overview);
  });

  it('are equal in every encoding, cached without limit, and smallest for browsers that read Brotli', async () => {
    for (const path of assets) {
      const [plain, gzip, brotli] = await Promise.all([
        ask(path),
        ask(path, 'gzip'),
        ask(path, 'gzip, deflate, br, zstd'),
      ]);
      for (const { status, headers } of [plain, gzip, brotli]) {
        expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
        expect(headers['content-type']).toMatch(path.endsWith('.css') ? /^text\/css/ : /javascript/);
        expect(headers['content-security-policy']).toContain("default-src 'self'");
        expect(headers['x-content-type-options']).toBe('nosniff');
        expect(headers.vary?.toLowerCase()).toContain('accept-encoding');
      }
      if (plain.body.length < 1024) continue; // the file is too small for compression
      expect([plain, gzip, brotli].map(({ headers }) => headers['content-encoding'])).toEqual([
        undefined,
        'gzip',
        'br',
      ]);
      expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
      expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
      expect(brotli.body.length).toBeLessThan(gzip.body.length);
    }
  });

  it('are not sent again for a validator that is still current', async () => {
    const path = assets[0] ?? '';
    const { etag = '' } = (await ask(path, 'br')).headers;
    const again = await ask(path, 'br', { 'if-none-match': etag });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it('have a sign for browsers that show something else than a page', async () => {
    const { status, headers } = await ask('/favicon.ico');
    expect([status, headers['content-type']]).toEqual([200, 'image/png']);
  });

  it('differ from missing files and from pages', async () => {
    expect((await ask('/assets/none.js', 'br')).status).toBe(404);
    expect((await ask('/assets/..%2findex.html', 'br')).status).toBe(404);
    const page = await ask('/log', 'br', { accept: 'text/html,application/xhtml+xml' });
    expect([page.status, page.headers['content-encoding']]).toEqual([200, 'br']);
    expect(brotliDecompressSync(page.body).toString()).toContain('<div id="root">');
  });

  it('are named by the header of the page that needs them, apart from those of the first load', async () => {
    const linkOf = async (path: string) => String((await ask(path, 'identity', { accept: 'text/html' })).headers.link);
    const scriptsOf = async (path: string) =>
      [...(await linkOf(path)).matchAll(/<(\/assets\/[^>]+\.js)>; rel=modulepreload; crossorigin/g)].map(
        ([, script]) => script ?? '',
      );
    const ofLog = await scriptsOf('/log');
    expect(ofLog.some(script => script.includes('/LogPage-'))).toBe(true);
    expect(ofLog.filter(script => assets.includes(script))).toEqual([]);
    for (const script of ofLog) expect((await ask(script)).status).toBe(200);
    expect(await scriptsOf('/team/12')).toEqual(await scriptsOf('/team'));
    expect((await scriptsOf('/')).some(script => script.includes('/HomePage-'))).toBe(true);
  });
});
