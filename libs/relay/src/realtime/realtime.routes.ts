import { type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import { type Duplex } from 'node:stream';
import { AppError, isAppError } from '@kernel';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, isDatabaseAway, Logger, TRACING, type Config, type Tracing } from '@platform';
import { TokenGate, type ApiCaller } from '@token';
import { WebSocketServer } from 'ws';
import { presentedKey } from '../call/caller-key';
import { readCall, type RelayCall } from '../call/relay-call';
import { toCallerError } from '../dialect/caller-error';
import { dialects } from '../dialect/dialect';
import { CallTrace } from '../tracing/call-trace';
import { operationOf } from '../tracing/gen-ai-names';
import { RunningCalls } from '../http/running-calls';
import { clientAddressIn } from '../http/client-address';
import { checkHandshake } from './handshake';
import { type RealtimeSession } from './realtime-session';
import { RealtimeSessions } from './realtime-sessions';
import { RealtimeWatch } from './realtime-watch';

const PATH = /^(\/openai)?(\/v1){0,2}\/realtime\/?$/;
/** The path as the log shows it. */
const SHOWN_PATH = '/v1/realtime';
/** Clients that try a socket first fall back to HTTP at once when they are told so. */
const HTTP_ONLY_PATH = /^(\/openai)?(\/v1){0,2}\/responses\/?$/;
/** A response with this status names what is spoken instead: RFC 9110, section 15.5.22. */
const UPGRADE_REQUIRED = 426;
/** The status of a connection that became a socket. */
const SWITCHED = 101;
const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;

/** A request for a socket. */
interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** The first bytes behind the request. */
  readonly head: Buffer;
  readonly requestId: string;
  readonly trace: CallTrace | null;
}

/**
 * The routes for WebSockets: the key, the model and the quota are checked before the connection is upgraded, so that a
 * refusal is an ordinary HTTP response.
 */
@Injectable()
export class RealtimeRoutes {
  private readonly sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_BYTES_MAX,
    perMessageDeflate: false,
    handleProtocols: protocols => (protocols.has('realtime') ? 'realtime' : false),
  });

  private readonly addressOf: (request: IncomingMessage) => string;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly gate: TokenGate,
    private readonly sessions: RealtimeSessions,
    private readonly running: RunningCalls,
    private readonly watch: RealtimeWatch,
    private readonly logger: Logger,
    @Inject(TRACING) private readonly tracing: Tracing | null,
  ) {
    this.addressOf = clientAddressIn(config.trustedProxies);
  }

  register(server: Server, nextRequestId: () => string): void {
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      const requestId = nextRequestId();
      socket.on('error', () => undefined); // a broken socket is also reported as a close
      const trace = this.traceOf(request, requestId);
      this.open({ request, socket, head, requestId, trace }).catch((error: unknown) => {
        this.refuse(socket, error, requestId, trace);
      });
    });
  }

  /** Null for other paths, and where nothing is traced. */
  private traceOf({ url = '/', headers }: IncomingMessage, requestId: string): CallTrace | null {
    if (this.tracing === null || !PATH.test(url.split('?', 1)[0] ?? '')) return null;
    const startedAt = performance.now();
    return CallTrace.begin(this.tracing, { method: 'GET', path: SHOWN_PATH, headers, requestId, startedAt });
  }

  private async open(upgrade: Upgrade): Promise<void> {
    const { request, requestId, trace } = upgrade;
    const url = new URL(request.url ?? '/', 'http://server');
    if (HTTP_ONLY_PATH.test(url.pathname)) throw new AppError('RELAY_SOCKET_UNKNOWN');
    if (!PATH.test(url.pathname)) {
      throw new AppError('RELAY_ROUTE_UNKNOWN', { params: { method: 'GET', path: url.pathname } });
    }
    checkHandshake(request);
    const caller = await this.admit(request, url);
    // Azure's clients name the model as a deployment.
    const model = url.searchParams.get('model') ?? url.searchParams.get('deployment') ?? '';
    if (model === '') throw new AppError('RELAY_TEXT_INVALID', { params: { detail: 'model is required' } });
    const { userId, tokenId } = caller;
    trace?.asks({ operation: operationOf('realtime', 'openai'), model, isStream: true, userId, tokenId });
    const session = await this.sessions.prepare({
      requestId,
      caller,
      call: realtimeCall(model, request.headers),
      clientIp: this.addressOf(request),
      path: SHOWN_PATH,
      headers: request.headers,
      startedAt: performance.now(),
      ...(trace && { trace }),
    });
    await this.upgrade(session, upgrade);
  }

  /**
   * Upgrades the connection; a session that does not begin, for whatever reason, leaves nothing open and nothing
   * reserved.
   */
  private async upgrade(session: RealtimeSession, { request, socket, head, trace }: Upgrade): Promise<void> {
    let hasBegun = false;
    try {
      // The upgrade does no asynchronous work, so the callback runs before it returns or never.
      this.sockets.handleUpgrade(request, socket, head, client => {
        hasBegun = true;
        const done = this.running.track(session, () => session.run(client));
        this.watch.watch(session, done);
        if (trace) void done.finally(() => trace.end(SWITCHED));
      });
    } finally {
      if (!hasBegun) await session.abandon();
    }
  }

  private admit(request: IncomingMessage, url: URL): ApiCaller | Promise<ApiCaller> {
    const key = presentedKey({ headers: request.headers, query: url.search.slice(1) });
    if (key === null) throw new AppError('RELAY_TOKEN_MISSING');
    return this.gate.admit(key, this.addressOf(request), { isCounted: true, client: request.headers['user-agent'] });
  }

  private refuse(socket: Duplex, error: unknown, requestId: string, trace: CallTrace | null): void {
    if (!isAppError(error) && !isDatabaseAway(error)) {
      this.logger.error({ err: error, requestId }, 'a realtime session could not be opened');
    }
    const known = isAppError(error) ? error : new AppError(isDatabaseAway(error) ? 'DATABASE_BUSY' : 'RELAY_INTERNAL');
    const shown = toCallerError(known);
    trace?.end(shown.status);
    const body = dialects.openai.errorBody(shown, requestId);
    const lines = [
      `HTTP/1.1 ${shown.status} Refused`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      ...(shown.status === UPGRADE_REQUIRED ? ['upgrade: HTTP/1.1'] : []),
      ...(shown.isFinal ? ['x-should-retry: false'] : []),
      'connection: close',
    ];
    // The socket is destroyed, because a caller may never close its side.
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  }
}

/** A session as a call: its body holds nothing but the model. */
function realtimeCall(model: string, headers: IncomingHttpHeaders): RelayCall {
  const beta = headers['openai-beta'];
  const parsed = { model };
  return readCall({
    endpoint: 'realtime',
    format: 'openai',
    body: Buffer.from(JSON.stringify(parsed)),
    parsed,
    callerHeaders: typeof beta === 'string' ? { 'openai-beta': beta } : {},
    requestHeaders: headers,
  });
}
