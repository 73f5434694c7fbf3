import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { ImageSource } from '../../libs/midjourney/src/image/image-source';
import { startMidjourneyScene, type MidjourneyScene } from '../support/scenes/midjourney-scene';
import { faults, htmlPage, MP4_BYTES, PNG_BYTES, type MidjourneyFields } from '../support/fakes/task-upstreams';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const FORBIDDEN = { error: 'midjourney_task_not_found' };

let app: TestApp;
let scene: MidjourneyScene;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  scene = await startMidjourneyScene(app);
  scene.allowLocalImages(true);
});
afterEach(() => scene.close());

/** Makes a finished image task. Its address is the one that the caller gets, made absolute. */
async function image(fields: Partial<MidjourneyFields> = {}): Promise<{ id: string; address: string; file: string }> {
  const id = await scene.imagine('a fox');
  scene.proxy.finish(id, fields);
  const { imageUrl } = await scene.fetch(id);
  return { id, address: whole(imageUrl), file: `/${id}.png` };
}

function whole(address: string): string {
  return address.startsWith('/') ? app.url + address : address;
}

describe('the address of an image', () => {
  it('opens the image for every client that has it, with headers that make it harmless', async () => {
    const { address } = await image();
    const answer = await fetch(address);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG_BYTES);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=86400',
    });
    expect(Object.keys(Object.fromEntries(answer.headers))).not.toContain('set-cookie');
  });

  it('is that of the gateway, absolute when its address is known and relative when not', async () => {
    expect((await image()).address).toContain(`${app.url}/mj/image/`);
    await app.make.option('ServerAddress', 'https://gw.example');
    const { id, address } = await image();
    expect(address).toMatch(new RegExp(`^https://gw\\.example/mj/image/${id}\\?sig=\\d+\\.[0-9a-f]{32}$`));
    await app.make.option('ServerAddress', '');
  });

  it('is the upstream’s own while forwarding is off', async () => {
    await app.make.option('MjForwardUrlEnabled', false);
    const { id, address } = await image();
    expect(address).toBe(scene.proxy.files.address(`${id}.png`));
    await app.make.option('MjForwardUrlEnabled', true);
  });

  it('changes with every preview, and no cache keeps previews', async () => {
    const id = await scene.imagine();
    const previews = [];
    for (const progress of ['31%', '78%']) {
      scene.proxy.task(id).set({ status: 'IN_PROGRESS', progress });
      previews.push((await scene.fetch(id)).imageUrl);
    }
    expect(previews[0]).toMatch(/&rand=\d{13}$/);
    expect(previews[0]).not.toBe(previews[1]);
    const answer = await fetch(whole(previews[1] ?? ''));
    expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      'image/webp',
      'no-store',
    ]);
  });

  it('is empty while there is no image', async () => {
    expect((await scene.fetch(await scene.imagine())).imageUrl).toBe('');
  });

  it('opens nothing when it was forged', async () => {
    const { address } = await image();
    const other = await image();
    const sign = new URL(address).searchParams.get('sig') ?? '';
    const [row = '', mac = ''] = sign.split('.');
    const forged = [
      address.replace(mac, `${mac.slice(0, -1)}${mac.endsWith('0') ? '1' : '0'}`),
      address.replace(mac, ''),
      address.replace(mac, mac.slice(0, 31)),
      address.replace(`sig=${row}.`, `sig=${Number(row) + 1}.`),
      address.replace('sig=', 'sig=0'),
      `${address}&part=videoUrl`,
      `${app.url}/mj/image/${other.id}?sig=${sign}`,
      `${app.url}/mj/image/${other.id}?sig=`,
      `${app.url}/mj/image/nobody?sig=${sign}`,
    ];
    for (const attempt of forged) {
      const answer = await fetch(attempt);
      expect([attempt, answer.status, await answer.json()]).toEqual([attempt, 400, FORBIDDEN]);
    }
    expect(scene.proxy.files.calls).toEqual([]);
  });

  it('opens without a signature only for the owner: by key, and by session', async () => {
    const { id } = await image();
    const bare = `/mj/image/${id}`;
    const other = await app.make.token(await app.make.signedIn({}));
    const ask = async (headers: Record<string, string>) => (await fetch(app.url + bare, { headers })).status;
    expect(await ask(scene.auth)).toBe(200);
    expect(await ask({ authorization: `Bearer ${scene.key}` })).toBe(200);
    expect(await ask({})).toBe(400);
    expect(await ask({ 'mj-api-secret': other.secret })).toBe(400);
    expect(await ask({ 'mj-api-secret': 'sk-nobody' })).toBe(400);
    expect((await scene.owner.get(bare)).status).toBe(200);
    // An administrator's session does not open it either: the console has signed addresses.
    expect((await app.root.get(bare)).status).toBe(400);
    expect((await fetch(`${app.url}/mj-fast${bare}`, { headers: scene.auth })).status).toBe(200);
  });

  it('never shows the upstream’s address: not in descriptions, buttons, texts or fields of forks', async () => {
    const { files, url } = scene.proxy;
    const seen = files.address('seen.png');
    const { id } = await image({
      description: `/imagine ${seen} a fox`,
      promptEn: `${seen} a fox`,
      properties: { finalPrompt: `<${seen}> a fox`, finalZhPrompt: '' },
      buttons: [{ customId: 'x', emoji: '', label: seen, type: 2, style: 2 }],
      ...({ imageUrls: [{ url: seen }], thumbnailUrl: seen, note: `see ${url}/mj or ${seen}` } as object),
    });
    const task = await scene.fetch(id);
    const { host } = new URL(url);
    expect(JSON.stringify(task)).not.toContain(files.url);
    expect(JSON.stringify(task)).not.toContain(host);
    expect(task.properties?.finalPrompt).toContain('a fox');
    const thumbnail = await fetch(whole(String(task.thumbnailUrl)));
    expect(thumbnail.status).toBe(200);
    const [{ url: nested } = { url: '' }] = task.imageUrls as { url: string }[];
    expect((await fetch(whole(nested))).status).toBe(200);
    scene.proxy.fail(await scene.imagine(), `cannot load ${seen}`);
    await scene.round();
    expect(JSON.stringify((await scene.owner.get('/api/mj/self')).body)).not.toContain(files.url);
  });

  it('does not replace addresses that the caller wrote', async () => {
    const prompt = 'https://mine.example/me.png a fox';
    const id = await scene.drawn(prompt);
    expect(await scene.fetch(id)).toMatchObject({ prompt, promptEn: prompt, description: `/imagine ${prompt}` });
  });
});

describe('the image that the gateway loads', () => {
  it('never comes from inside its own network', async () => {
    const { address } = await image();
    scene.allowLocalImages(false);
    expect((await fetch(address)).status).toBe(403);
    expect(scene.proxy.files.calls).toEqual([]);
    scene.allowLocalImages(true);
    const { port } = new URL(app.url);
    scene.allowLocalImages(false);
    for (const inside of [`http://localhost:${port}/api/status`, `http://[::1]:${port}/`, 'http://169.254.169.254/x']) {
      expect((await fetch((await image({ imageUrl: inside })).address)).status).toBeGreaterThanOrEqual(400);
    }
  });

  it.each(['file:///etc/passwd', 'ftp://a.example/x.png', 'gopher://a.example/', 'javascript:alert(1)', 'http://'])(
    'never comes from %s',
    async imageUrl => {
      const id = await scene.imagine();
      scene.proxy.finish(id, { imageUrl });
      const { imageUrl: address } = await scene.fetch(id);
      expect((await fetch(whole(address))).status).toBeGreaterThanOrEqual(400);
    },
  );

  it.each([
    ['a page', htmlPage(), 502],
    [
      'a drawing with scripts',
      { kind: 'bytes', contentType: 'image/svg+xml', body: Buffer.from('<svg/>') } as const,
      502,
    ],
    ['bytes of any kind', { kind: 'bytes', contentType: 'application/octet-stream', body: PNG_BYTES } as const, 502],
    ['a redirect', { kind: 'redirect', location: 'http://169.254.169.254/' } as const, 502],
    ['a failure', faults.unavailable, 503],
    ['a dropped connection', faults.dropped, 500],
  ])('is not shown when it is %s', async (_name, lie, status) => {
    const { address, file } = await image();
    scene.proxy.files.lie(file, lie);
    const answer = await fetch(address);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/json; charset=utf-8']);
    const text = await answer.text();
    expect(text).not.toContain('127.0.0.1');
    expect(text).not.toContain('<');
    expect(scene.proxy.files.calls).toHaveLength(1);
  });

  it('ends at the largest size, for any announced length', async () => {
    const source = app.nest.get(ImageSource);
    const limits = source.limits;
    source.limits = { ...limits, bytesMax: 100_000 };
    const { address, file } = await image();
    scene.proxy.files.lie(file, { kind: 'oversize', bytes: 50_000_000, contentType: 'image/png' });
    await expect(fetch(address).then(answer => answer.arrayBuffer())).rejects.toThrow();
    scene.proxy.files.lie(file, { kind: 'bytes', contentType: 'image/png', body: Buffer.alloc(100_001) });
    expect((await fetch(address)).status).toBe(502);
    scene.proxy.files.lie(file, { kind: 'bytes', contentType: 'image/png', body: Buffer.alloc(100_000) });
    expect((await (await fetch(address)).arrayBuffer()).byteLength).toBe(100_000);
    source.limits = limits;
  });

  it('ends after its time, and frees its place', async () => {
    const source = app.nest.get(ImageSource);
    const limits = source.limits;
    source.limits = { ...limits, timeoutMs: 300, atOnceMax: 1 };
    const { address, file } = await image();
    scene.proxy.files.lie(file, faults.silence);
    const slow = fetch(address);
    await new Promise(resolve => setTimeout(resolve, 100));
    expect((await fetch(address)).status).toBe(503);
    expect((await slow).status).toBe(500);
    scene.proxy.files.lie(file, null);
    for (let round = 0; round < 3; round++) {
      const answer = await fetch(address);
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    }
    source.limits = limits;
  });

  it('is fetched again when its link has expired, once for all viewers', async () => {
    const { id, address } = await image({ imageUrl: scene.proxy.files.address('old.png') });
    scene.proxy.files.lie('/old.png', htmlPage(404));
    scene.proxy.finish(id, { imageUrl: scene.proxy.files.address('new.png') });
    const polls = scene.proxy.callsOf('list').length;
    for (let viewer = 0; viewer < 3; viewer++) expect((await fetch(address)).status).toBe(200);
    expect(scene.proxy.callsOf('list')).toHaveLength(polls + 1);
    const gone = await image({ imageUrl: scene.proxy.files.address('gone.png') });
    scene.proxy.files.lie('/gone.png', htmlPage(410));
    expect((await fetch(gone.address)).status).toBe(410);
  });

  it('may also be a part of a video', async () => {
    const { body } = await scene.post('/mj/submit/video', { prompt: 'a wave', motion: 'low' });
    scene.proxy.finish(body.result);
    const video = await scene.fetch(body.result);
    const answer = await fetch(whole(String(video.videoUrl)), { headers: { range: 'bytes=0-3' } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([206, 'video/mp4']);
    expect(answer.headers.get('content-range')).toBe(`bytes 0-3/${MP4_BYTES.length}`);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(MP4_BYTES.subarray(0, 4));
  });

  it('is requested without the key of the caller and without a cookie', async () => {
    let seen: Record<string, unknown> = {};
    const spy: Server = createServer((request, response) => {
      seen = request.headers;
      response.writeHead(200, { 'content-type': 'image/png', 'set-cookie': 'a=b' }).end(PNG_BYTES);
    });
    await new Promise<void>(resolve => spy.listen(0, '127.0.0.1', resolve));
    const { id } = await image({ imageUrl: `http://127.0.0.1:${(spy.address() as AddressInfo).port}/x.png` });
    const answer = await fetch(`${app.url}/mj/image/${id}`, { headers: { ...scene.auth, cookie: 'session=1' } });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
    expect(JSON.stringify(seen)).not.toContain(scene.key);
    expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['cookie']));
    await answer.arrayBuffer();
    await new Promise<void>(resolve => spy.close(() => resolve()));
  });
});
