import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { type AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { eventually } from '../eventually';
import { spansInJson, spansInProtobuf } from './otlp-spans';

type Value = string | number | boolean;

/** A span as a collector got it. */
export interface ReceivedSpan {
  readonly name: string;
  /** 2 for a server's, 3 for a client's. */
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for a root. */
  readonly parentSpanId: string;
  readonly traceState: string;
  /** 2 for an error. */
  readonly status: number;
  readonly statusMessage: string;
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly attributes: Readonly<Record<string, Value>>;
  readonly events: readonly { readonly name: string; readonly timeNs: bigint }[];
  readonly resource: Readonly<Record<string, Value>>;
}

export const SERVER = 2;
export const CLIENT = 3;
export const ERROR = 2;

/** A collector: it keeps the spans that come over OTLP, in JSON or Protocol Buffers. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** The headers of each request. */
  readonly requests: IncomingHttpHeaders[] = [];
  /** All bytes that came, as text. */
  text = '';
  /** The status with which it answers. */
  status = 200;

  private constructor(
    readonly url: string,
    private readonly stop: () => Promise<void>,
  ) {}

  static async start(): Promise<OtlpReceiver> {
    const server = createServer((request, response) => {
      void bodyOf(request).then(body => {
        receiver.take(request, body);
        response.writeHead(receiver.status, { 'content-type': request.headers['content-type'] }).end();
      });
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const receiver = new OtlpReceiver(`http://127.0.0.1:${port}`, async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    });
    return receiver;
  }

  /** Waits for the whole trace of a call: the server's span comes last. */
  async trace(
    requestId: string,
  ): Promise<{ readonly server: ReceivedSpan; readonly attempts: readonly ReceivedSpan[] }> {
    const find = () =>
      this.spans.find(({ kind, attributes }) => kind === SERVER && attributes['sluice.request.id'] === requestId);
    const server = await eventually(async () => Promise.resolve(find()), Boolean);
    if (!server) throw new Error('no span');
    const attempts = this.spans.filter(span => span.traceId === server.traceId && span.kind === CLIENT);
    return { server, attempts: attempts.sort((left, right) => Number(left.startNs - right.startNs)) };
  }

  close(): Promise<void> {
    return this.stop();
  }

  private take({ headers, url }: IncomingMessage, body: Buffer): void {
    this.requests.push(headers);
    this.text += body.toString('latin1');
    if (url !== '/v1/traces' || this.status !== 200) return;
    const isJson = headers['content-type'] === 'application/json';
    this.spans.push(...(isJson ? spansInJson(body) : spansInProtobuf(body)));
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  return request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
}
