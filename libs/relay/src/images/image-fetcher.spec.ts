import { CallRefusal } from '@formats';
import { type Options } from '@option';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { PublicClient } from '../transport/public-client';
import { UpstreamFault } from '../transport/upstream-fault';
import { ImageFetcher } from './image-fetcher';
import { ImageProxy } from '../transport/image-proxy';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n and then some', 'latin1');
const JPEG = Buffer.from('\xff\xd8\xff\xe0 and then some', 'latin1');
const GIF = Buffer.from('GIF89a and then some');
const WEBP = Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 ', 'latin1');
const PDF = Buffer.from('%PDF-1.7 and then some');
const KIBIBYTE = 1024;

let server: Server;
let port: number;
let asked: { readonly url: string; readonly headers: NodeJS.Dict<string | string[]> }[];
let answer: RequestListener;
let client: PublicClient;
let fetcher: ImageFetcher;
let worker: ImageProxy;
let workerOptions: { WorkerUrl: string; WorkerValidKey: string };

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers });
    answer(request, response);
  });
  await new Promise<void>(resolve => server.listen(0, '0.0.0.0', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise<void>(resolve => server.close(() => resolve()));
});
beforeEach(() => {
  asked = [];
  answer = (_request, response) => response.end(PNG);
  client = new PublicClient();
  workerOptions = { WorkerUrl: '', WorkerValidKey: '' };
  worker = new ImageProxy({ current: workerOptions } as Options);
  fetcher = new ImageFetcher(client, worker);
  pretend('127.0.0.1');
});
afterEach(async () => {
  await client.onApplicationShutdown();
  await worker.onApplicationShutdown();
});

/** Names resolve to these addresses, one after the other; 127.0.0.1 counts as public, any other address as usual. */
function pretend(...addresses: readonly string[]): string[] {
  const resolved: string[] = [];
  const { isAllowed } = client.network;
  client.network = {
    lookup: (host, _options, callback) => {
      resolved.push(host);
      callback(null, [{ address: addresses[Math.min(resolved.length, addresses.length) - 1] ?? '', family: 4 }]);
    },
    isAllowed: address => address === '127.0.0.1' || isAllowed(address),
  };
  return resolved;
}

function at(path: string, host = 'images.example'): string {
  return `http://${host}:${port}${path}`;
}

function image(url: string) {
  return { url, kind: 'image' as const };
}

const never = new AbortController().signal;

async function fetchOne(url: string) {
  return (await fetcher.fetchAll([image(url)], never)).get(url);
}

async function refusalOf(url: string): Promise<string> {
  const error: unknown = await fetchOne(url).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CallRefusal);
  return (error as CallRefusal).detail;
}

describe('fetching an image', () => {
  it.each([
    ['image/png', PNG],
    ['image/jpeg', JPEG],
    ['image/gif', GIF],
    ['image/webp', WEBP],
  ])('recognises %s by its bytes, whatever the header says', async (mime, bytes) => {
    answer = (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(bytes);
    expect(await fetchOne(at('/a'))).toEqual({ mime, data: bytes.toString('base64') });
  });

  it('accepts a PDF as a document, but not as an image', async () => {
    answer = (_request, response) => response.end(PDF);
    const document = { url: at('/a'), kind: 'document' as const };
    expect([...(await fetcher.fetchAll([document], never)).values()]).toEqual([
      { mime: 'application/pdf', data: PDF.toString('base64') },
    ]);
    expect(await refusalOf(at('/a'))).toContain('it is not an image');
  });

  it('refuses a response that only claims to be an image', async () => {
    answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end('<svg onload="x()"/>');
    expect(await refusalOf(at('/a'))).toContain('it is not an image');
  });

  it('tells the host nothing but the name of the client', async () => {
    await fetchOne(at('/a?b=c'));
    expect(asked[0]).toMatchObject({ url: '/a?b=c', headers: { 'user-agent': 'sluice' } });
    expect(Object.keys(asked[0]?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  it('fetches four addresses at once, and each address once', async () => {
    let open = 0;
    let most = 0;
    answer = (_request, response) => {
      most = Math.max(most, (open += 1));
      setTimeout(() => {
        open -= 1;
        response.end(PNG);
      }, 10);
    };
    const addresses = Array.from({ length: 20 }, (_, index) => image(at(`/${index}`)));
    expect((await fetcher.fetchAll(addresses, never)).size).toBe(20);
    expect([most, asked.length]).toEqual([4, 20]);
  });
});

describe('the limited fetch of images', () => {
  it('refuses more images than a call may hold, without any request', async () => {
    const addresses = Array.from({ length: 21 }, (_, index) => image(at(`/${index}`)));
    await expect(fetcher.fetchAll(addresses, never)).rejects.toThrow('at most 20 images');
    expect(asked).toEqual([]);
  });

  it.each([
    [KIBIBYTE, 'fetched'],
    [KIBIBYTE + 1, 'refused'],
  ])('treats an image of %d bytes under a limit of 1024 as %s', async (length, ending) => {
    fetcher.limits = { ...fetcher.limits, bytesMax: KIBIBYTE };
    answer = (_request, response) => response.end(Buffer.concat([PNG, Buffer.alloc(length - PNG.length)]));
    const result = await fetchOne(at('/a')).catch((error: CallRefusal) => error.detail);
    if (ending === 'fetched') expect(result).toMatchObject({ mime: 'image/png' });
    else expect(result).toContain('it is larger than');
  });

  it('limits the images of a call together', async () => {
    fetcher.limits = { ...fetcher.limits, callBytesMax: PNG.length * 2 };
    const addresses = ['/a', '/b', '/c'].map(path => image(at(path)));
    await expect(fetcher.fetchAll(addresses, never)).rejects.toThrow('together are larger');
  });

  it('names its real limits', async () => {
    fetcher.limits = { ...fetcher.limits, callBytesMax: 1e9 };
    answer = (_request, response) => response.end(Buffer.concat([PNG, Buffer.alloc(20 * KIBIBYTE * KIBIBYTE)]));
    expect(await refusalOf(at('/secret?key=k'))).toBe(
      `the image at http://images.example:${port}/… could not be fetched: it is larger than 20 MiB`,
    );
  });

  it.each(['before its headers', 'in the middle'])('gives up a host that stalls %s', async when => {
    fetcher.limits = { ...fetcher.limits, timeoutMs: 50 };
    answer = (_request, response) => {
      if (when === 'in the middle') response.write(PNG);
    };
    expect(await refusalOf(at('/a'))).toContain('it takes too long');
  });

  it('ends at once when the caller leaves', async () => {
    const caller = new AbortController();
    answer = () => caller.abort();
    await expect(fetcher.fetchAll([image(at('/a'))], caller.signal)).rejects.toThrow(UpstreamFault);
  });

  it('reports that a host refuses', async () => {
    answer = (_request, response) => response.writeHead(404).end(PNG);
    expect(await refusalOf(at('/a'))).toContain('it answers 404');
  });

  it('reveals nothing of the internal network when no server listens', async () => {
    const closed = createServer();
    await new Promise<void>(resolve => closed.listen(0, '127.0.0.1', resolve));
    const { port: nobody } = closed.address() as AddressInfo;
    await new Promise<void>(resolve => closed.close(() => resolve()));
    expect(await refusalOf(`http://images.example:${nobody}/a`)).toMatch(/fetched: it cannot be reached$/);
  });
});

describe('addresses of images', () => {
  it('may redirect three times but not a fourth time', async () => {
    answer = ({ url }, response) => {
      const left = Number(url?.slice(1));
      if (left === 0) response.end(PNG);
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    };
    expect(await fetchOne(at('/3'))).toMatchObject({ mime: 'image/png' });
    expect(await refusalOf(at('/4'))).toContain('redirects more than 3 times');
  });

  it('may not redirect to a private address, by number or by name', async () => {
    answer = (_request, response) => response.writeHead(302, { location: at('/b', '127.0.0.2') }).end();
    expect(await refusalOf(at('/a'))).toContain('its address is not public');
    answer = (_request, response) => response.writeHead(302, { location: at('/b', 'inside.example') }).end();
    pretend('127.0.0.1', '10.0.0.1');
    expect(await refusalOf(at('/a'))).toContain('its address is not public');
    expect(asked.map(({ url }) => url)).toEqual(['/a', '/a']);
  });

  it.each(['http', 'https'])('are refused when their name is private over %s', async scheme => {
    const resolved = pretend('169.254.169.254');
    expect(await refusalOf(`${scheme}://inside.example/a`)).toContain('its address is not public');
    expect(resolved).toEqual(['inside.example']);
  });

  it('are refused when their name becomes private between two connections', async () => {
    const resolved = pretend('127.0.0.1', '127.0.0.2');
    answer = (_request, response) => response.writeHead(302, { location: '/again' }).end();
    expect(await refusalOf(at('/a'))).toContain('its address is not public');
    expect(resolved).toEqual(['images.example', 'images.example']);
    expect(asked.map(({ url }) => url)).toEqual(['/a']);
  });

  it('are resolved once, and the connection goes to the address that was checked', async () => {
    const resolved = pretend('127.0.0.1', '127.0.0.2');
    await fetchOne(at('/a'));
    expect([resolved.length, asked.length]).toEqual([1, 1]);
  });

  it('with private and public numbers use the public ones', async () => {
    const { isAllowed } = client.network;
    client.network = {
      isAllowed,
      lookup: (_host, _options, callback) =>
        callback(
          null,
          ['127.0.0.2', '127.0.0.1'].map(address => ({ address, family: 4 })),
        ),
    };
    await fetchOne(at('/a'));
    expect(asked[0]?.headers.host).toBe(`images.example:${port}`);
    expect(asked).toHaveLength(1);
  });

  it.each(['127.0.0.2', '2130706434', '0x7f.2', '[::1]', '[::ffff:127.0.0.2]', '[::ffff:7f00:2]', '[64:ff9b::7f00:2]'])(
    'with the host %s are refused without a connection',
    async host => {
      expect(await refusalOf(at('/a', host))).toContain('its address is not public');
      expect(asked).toEqual([]);
    },
  );

  it.each([
    ['ftp://images.example/a', 'not http or https'],
    ['file:///etc/passwd', 'not http or https'],
    ['http://user:secret@images.example/a', 'holds a user name'],
    ['http://images.example:25/a', 'port is not allowed'],
    ['http://images.example:1023/a', 'port is not allowed'],
    ['http://', 'not valid'],
  ])('are refused: %s', async (url, reason) => {
    const sentence = await refusalOf(url);
    expect(sentence).toContain(reason);
    expect(sentence).not.toContain('secret');
  });
});

describe('images by way of a worker', () => {
  let resolved: string[];
  let sent: unknown[];
  beforeEach(() => {
    Object.assign(workerOptions, { WorkerUrl: `http://127.0.0.1:${port}/fetch`, WorkerValidKey: 'worker-key' });
    resolved = pretend('127.0.0.1');
    sent = [];
    answer = (request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => (body += piece.toString()));
      request.on('end', () => {
        sent.push(JSON.parse(body));
        response.end(PNG);
      });
    };
  });

  it('are fetched by the worker alone, which is told the address and its key', async () => {
    expect(await fetchOne('https://images.example/a?b=c')).toEqual({ mime: 'image/png', data: PNG.toString('base64') });
    expect(asked.map(({ url }) => url)).toEqual(['/fetch']);
    expect(sent).toEqual([
      {
        url: 'https://images.example/a?b=c',
        key: 'worker-key',
        method: 'GET',
        headers: { accept: 'image/*,application/pdf' },
        body: '',
      },
    ]);
    expect(resolved).toEqual([]);
  });

  it.each([
    ['http://images.example/a', 'its address is not https'],
    ['https://127.0.0.1/a', 'its address is not public'],
    ['https://2130706433/a', 'its address is not public'],
    ['https://[::1]/a', 'its address is not public'],
    ['https://10.1.2.3/a', 'its address is not public'],
    ['https://localhost/a', 'its address is not public'],
    ['https://wiki/a', 'its address is not public'],
    ['https://db.internal/a', 'its address is not public'],
  ])('are refused before the worker is asked: %s', async (url, reason) => {
    expect(await refusalOf(url)).toContain(reason);
    expect([asked, resolved]).toEqual([[], []]);
  });

  it('are limited in type, size and time as others are', async () => {
    fetcher.limits = { ...fetcher.limits, bytesMax: KIBIBYTE, timeoutMs: 200 };
    answer = (_request, response) => response.end('<svg/>');
    expect(await refusalOf('https://images.example/a')).toContain('it is not an image');
    answer = (_request, response) => response.end(Buffer.concat([PNG, Buffer.alloc(KIBIBYTE)]));
    expect(await refusalOf('https://images.example/a')).toContain('it is larger than');
    answer = () => undefined;
    expect(await refusalOf('https://images.example/a')).toContain('it takes too long');
    answer = (_request, response) => response.writeHead(403).end();
    expect(await refusalOf('https://images.example/a')).toContain('it answers 403');
  });
});
