import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';

/** What a request for an object may be answered with instead of being served. */
export type BucketFault = 'forbidden' | 'broken' | 'cut' | 'silent' | 'altered';

/** A request as the bucket saw it: `PUT part`, `POST complete` and so on. */
type Operation = 'put' | 'begin' | 'part' | 'complete' | 'abort' | 'list' | 'get' | 'delete';

const ACCESS_KEY = 'AKIATESTBUCKET';
const SECRET_KEY = 'a secret key that signs the requests of a test';
const REGION = 'eu-test-1';
const BUCKET = 'backups';
const PAGE_KEYS = 2;
/** Bytes of an answer before a scripted cut. */
const CUT_AFTER = 1_000;

/** A store that speaks the protocol of S3 over a socket, with one bucket, and checks every signature. */
export class BucketServer {
  readonly objects = new Map<string, Buffer>();
  private readonly completed = new Map<string, string>();
  readonly uploads = new Map<string, { readonly key: string; readonly parts: Map<number, Buffer> }>();
  /** Every request that was signed well, in their order. */
  readonly seen: Operation[] = [];
  /** The largest number of bytes that one request carried. */
  largestBody = 0;
  private readonly faults: { readonly operation: Operation; readonly fault: BucketFault }[] = [];
  private sequence = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<BucketServer> {
    const server = createServer();
    const bucket = new BucketServer(server);
    server.on('request', (request, response) => {
      void bucket.serve(request, response).catch(() => response.destroy());
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return bucket;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** What a client has to know. */
  get settings() {
    return {
      endpoint: this.endpoint,
      region: REGION,
      bucket: BUCKET,
      prefix: 'nightly',
      isPathStyle: true,
      credentials: { accessKeyId: ACCESS_KEY, secretAccessKey: SECRET_KEY },
    };
  }

  /** The variables of a program that uses the bucket. */
  get environment(): Readonly<Record<string, string>> {
    return {
      AWS_ENDPOINT_URL_S3: this.endpoint,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: ACCESS_KEY,
      AWS_SECRET_ACCESS_KEY: SECRET_KEY,
    };
  }

  /** The next requests of an operation go wrong. */
  fail(operation: Operation, fault: BucketFault, times = 1): void {
    for (let left = times; left > 0; left--) this.faults.push({ operation, fault });
  }

  heal(): void {
    this.faults.length = 0;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise(resolve => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.endpoint);
    const operation = operationOf(request.method ?? '', url);
    const at = this.faults.findIndex(planned => planned.operation === operation);
    const fault = at === -1 ? null : this.faults.splice(at, 1)[0]?.fault;
    if (fault === 'cut' && operation !== 'get') {
      request.once('data', () => request.socket.destroy());
      return;
    }
    const body = await bytesOf(request);
    this.largestBody = Math.max(this.largestBody, body.length);
    if (fault === 'silent') return; // until the client gives up
    if (fault === 'forbidden') return refuse(response, 403, 'AccessDenied');
    if (fault === 'broken') return refuse(response, 500, 'InternalError');
    if (!(await isSigned(request, url, body))) return refuse(response, 403, 'SignatureDoesNotMatch');
    const [, bucket, ...rest] = url.pathname.split('/').map(decodeURIComponent);
    if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket');
    this.seen.push(operation);
    this.answer({ operation, key: rest.join('/'), url, body, isCut: fault === 'cut' }, request, response);
    if (fault === 'altered') this.alter(rest.join('/'));
  }

  private answer(
    call: {
      readonly operation: Operation;
      readonly key: string;
      readonly url: URL;
      readonly body: Buffer;
      readonly isCut: boolean;
    },
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const { operation, key, url, body } = call;
    const upload = url.searchParams.get('uploadId') ?? '';
    switch (operation) {
      case 'put':
        this.objects.set(key, body);
        return void response.setHeader('etag', tagOf(body)).end();
      case 'begin': {
        const id = `upload-${++this.sequence}`;
        this.uploads.set(id, { key, parts: new Map() });
        const inner = `<Bucket>${BUCKET}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId>`;
        return sendXml(response, 'InitiateMultipartUploadResult', inner);
      }
      case 'part':
        this.uploads.get(upload)?.parts.set(Number(url.searchParams.get('partNumber')), body);
        return void response.setHeader('etag', tagOf(body)).end();
      case 'complete':
        return this.complete(upload, body, response);
      case 'abort':
        this.uploads.delete(upload);
        return void response.writeHead(204).end();
      case 'list':
        return this.list(url, response);
      case 'get':
        return this.give(key, request, response, call.isCut);
      case 'delete':
        this.objects.delete(key);
        return void response.writeHead(204).end();
    }
  }

  /** A store that keeps other bytes than it was given. */
  private alter(key: string): void {
    const kept = Buffer.from(this.objects.get(key) ?? []);
    kept.writeUInt8(kept.readUInt8(kept.length >> 1) ^ 1, kept.length >> 1);
    this.objects.set(key, kept);
  }

  /** Puts the parts together that the client names, when it names all that it sent with their right tags. */
  private complete(id: string, body: Buffer, response: ServerResponse): void {
    const upload = this.uploads.get(id);
    // As Amazon's, it takes a repeated completion for the first one, whose answer may have been lost.
    const done = this.completed.get(id);
    if (done !== undefined) return sendXml(response, 'CompleteMultipartUploadResult', done);
    if (!upload) return refuse(response, 404, 'NoSuchUpload');
    const named = [...body.toString().matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      tag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll('&quot;', '"'),
    }));
    const pieces = named.map(({ number, tag }) => {
      const piece = upload.parts.get(number);
      return piece && tagOf(piece) === tag ? piece : null;
    });
    if (pieces.length === 0 || pieces.includes(null)) return refuse(response, 400, 'InvalidPart');
    this.uploads.delete(id);
    const whole = Buffer.concat(pieces.filter(piece => piece !== null));
    this.objects.set(upload.key, whole);
    const inner = `<Key>${upload.key}</Key><ETag>${tagOf(whole)}</ETag>`;
    this.completed.set(id, inner);
    sendXml(response, 'CompleteMultipartUploadResult', inner);
  }

  /** In pages of two, so that a client has to ask for more. */
  private list(url: URL, response: ServerResponse): void {
    const prefix = url.searchParams.get('prefix') ?? '';
    const after = url.searchParams.get('continuation-token') ?? '';
    const keys = [...this.objects.keys()].filter(key => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, PAGE_KEYS);
    const isCut = keys.length > page.length;
    const contents = page.map(
      key => `<Contents><Key>${key}</Key><Size>${this.objects.get(key)?.length}</Size></Contents>`,
    );
    const next = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    sendXml(response, 'ListBucketResult', `<IsTruncated>${isCut}</IsTruncated>${next}${contents.join('')}`);
  }

  private give(key: string, { headers }: IncomingMessage, response: ServerResponse, isCut: boolean): void {
    const whole = this.objects.get(key);
    if (!whole) return refuse(response, 404, 'NoSuchKey');
    if (headers['if-match'] && headers['if-match'] !== tagOf(whole)) {
      return refuse(response, 412, 'PreconditionFailed');
    }
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    const sent = whole.subarray(from);
    response.writeHead(from > 0 ? 206 : 200, { etag: tagOf(whole), 'content-length': sent.length });
    if (!isCut) return void response.end(sent);
    response.write(sent.subarray(0, CUT_AFTER), () => response.destroy());
  }
}

function operationOf(method: string, { searchParams, pathname }: URL): Operation {
  if (method === 'POST') return searchParams.has('uploads') ? 'begin' : 'complete';
  if (method === 'PUT') return searchParams.has('partNumber') ? 'part' : 'put';
  if (method === 'DELETE') return searchParams.has('uploadId') ? 'abort' : 'delete';
  return pathname.split('/').filter(Boolean).length === 1 ? 'list' : 'get';
}

/** Signs the request again with the official signer, and compares. */
async function isSigned(request: IncomingMessage, url: URL, body: Buffer): Promise<boolean> {
  const authorization = request.headers.authorization ?? '';
  const signed = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? [];
  const date = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(request.headers['x-amz-date']));
  if (!date) return false;
  const hash = request.headers['x-amz-content-sha256'];
  if (hash !== createHash('sha256').update(body).digest('hex')) return false; // every body is hashed by its sender
  const signer = new SignatureV4({
    service: 's3',
    region: REGION,
    credentials: { accessKeyId: ACCESS_KEY, secretAccessKey: SECRET_KEY },
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  });
  const [year = 0, month = 1, ...clock] = date.slice(1).map(Number);
  const again = await signer.sign(
    {
      method: request.method ?? '',
      protocol: 'http:',
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(signed.map(name => [name, String(request.headers[name])])),
      body,
    },
    { signingDate: new Date(Date.UTC(year, month - 1, ...(clock as [number, number, number, number]))) },
  );
  return again.headers.authorization === authorization;
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function tagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

function sendXml(response: ServerResponse, name: string, inner: string): void {
  response.setHeader('content-type', 'application/xml');
  response.end(`<?xml version="1.0" encoding="UTF-8"?><${name}>${inner}</${name}>`);
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<Error><Code>${code}</Code><Message>as the test says</Message></Error>`);
}
