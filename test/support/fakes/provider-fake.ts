import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

/** A call to the fake, as it arrived. */
export interface ProviderCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** The response of a fake; a `body` that is a text is sent as it is, any other as JSON. */
export interface ProviderAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/**
 * The fault at a path: another response than the true one, none at all, one that never ends, one that is cut in its
 * middle, or a dropped connection.
 */
export type Misbehaviour = ProviderAnswer | 'silent' | 'endless' | 'cut' | 'dropped';

/** A provider on a local socket that records its calls; faults can be set by path. */
export abstract class ProviderFake {
  readonly calls: ProviderCall[] = [];
  /** Runs while a call is being handled, before its response. */
  meanwhile: ((call: ProviderCall) => Promise<void>) | null = null;
  private readonly faults = new Map<string, Misbehaviour>();
  private readonly server: Server;

  protected constructor() {
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  protected async listen(): Promise<this> {
    await new Promise<void>(resolve => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise(resolve => this.server.close(resolve));
  }

  misbehave(path: string, fault: Misbehaviour): void {
    this.faults.set(path, fault);
  }

  behave(): void {
    this.faults.clear();
    this.meanwhile = null;
  }

  callsOf(path: string): readonly ProviderCall[] {
    return this.calls.filter(call => call.path === path);
  }

  /** Responds as the real protocol does. */
  protected abstract answer(call: ProviderCall): ProviderAnswer;

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', this.url);
    const body = Buffer.concat(parts).toString();
    const call = { method: request.method ?? '', path, query, headers: request.headers, body };
    this.calls.push(call);
    await this.meanwhile?.(call);
    const fault = this.faults.get(path);
    if (fault === 'silent') return;
    if (fault === 'dropped') return void request.socket.destroy();
    if (fault === 'endless') return pourForever(response);
    const { status = 200, headers = {}, body: answered } = fault === 'cut' || !fault ? this.answer(call) : fault;
    const text = typeof answered === 'string' ? answered : JSON.stringify(answered);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    if (fault !== 'cut') return void response.end(text);
    response.write(text.slice(0, text.length / 2), () => request.socket.destroy());
  }
}

function pourForever(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = Buffer.alloc(64 * 1024, ' ');
  const pour = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', pour);
  pour();
}
