import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, type Socket } from 'node:net';
import { type Behaviour } from './call/behaviour';
import { type MockCall } from './call/mock-call';
import { perform } from './perform';
import { answerOpenAi } from './chat/openai';

/** Decides how a call is handled; null leaves it to the next rule, and finally to the OpenAI script. */
export type Script = (call: MockCall) => Behaviour | null;

/** A real HTTP server in the role of an upstream, for tests and local work. */
export interface MockUpstream {
  /** Without a trailing slash; to be used as a channel's base address. */
  readonly url: string;
  /** All calls since the start or the last `reset`, oldest first. */
  readonly calls: readonly MockCall[];
  /** Adds a rule in front of all others. */
  script(rule: Script): void;
  /** Sets the behaviours for calls of this model, in turn; the last one stays. */
  onModel(model: string, ...behaviours: readonly Behaviour[]): void;
  /** Waits until this many calls have arrived. @throws Error after `timeoutMs` */
  waitForCalls(count: number, timeoutMs?: number): Promise<readonly MockCall[]>;
  /** Waits until the response to a call has ended. @throws Error after `timeoutMs` */
  waitForClose(call: MockCall, timeoutMs?: number): Promise<number>;
  /** Forgets calls and rules. */
  reset(): void;
  /** Ends all connections and the server. */
  close(): Promise<void>;
}

export interface MockUpstreamOptions {
  /** 0 takes a free port. */
  readonly port?: number;
  readonly host?: string;
}

const WAIT_MS = 5_000;

/** Starts a mock upstream; it uses the OpenAI protocol unless rules are added. */
export async function createMockUpstream(options: MockUpstreamOptions = {}): Promise<MockUpstream> {
  const host = options.host ?? '127.0.0.1';
  const state = new MockState();
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    // A peer that disconnects during its request is one of the cases that tests produce.
    state.answer(request, response).catch(() => response.destroy());
  });
  // Longer than any pause of a test, so that a pooled connection is not closed just when it is used.
  server.keepAliveTimeout = 60_000;
  server.on('connection', socket => {
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  // An address object, because the server listens on a port and not on a pipe.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    get calls() {
      return state.calls;
    },
    script: rule => state.rules.unshift(rule),
    onModel: (model, ...behaviours) => state.rules.unshift(inTurn(model, behaviours)),
    waitForCalls: async (count, timeoutMs = WAIT_MS) => {
      await state.until(() => state.calls.length >= count, timeoutMs, `${count} calls`);
      return state.calls;
    },
    waitForClose: async (call, timeoutMs = WAIT_MS) => {
      await state.until(() => call.closedAtMs !== null, timeoutMs, 'the end of a call');
      return call.closedAtMs ?? 0;
    },
    reset: () => state.reset(),
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function inTurn(model: string, behaviours: readonly Behaviour[]): Script {
  let next = 0;
  return call => {
    if (call.model !== model) return null;
    const behaviour = behaviours[Math.min(next, behaviours.length - 1)];
    next += 1;
    return behaviour ?? null;
  };
}

class MockState {
  calls: MockCall[] = [];
  rules: Script[] = [];
  private watchers = new Set<() => void>();

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = callOf(request, await readBody(request));
    this.calls.push(call);
    response.on('finish', () => {
      call.finished = true;
    });
    response.on('close', () => {
      call.closedAtMs = Date.now();
      this.announce();
    });
    this.announce();
    await perform(this.behaviourFor(call), response);
  }

  /** Resolves once the condition holds; it is checked whenever a call arrives or ends. */
  until(condition: () => boolean, timeoutMs: number, what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = (): void => {
        if (!condition()) return;
        clearTimeout(timer);
        this.watchers.delete(check);
        resolve();
      };
      const timer = setTimeout(() => {
        this.watchers.delete(check);
        reject(new Error(`the mock upstream waited ${timeoutMs} ms for ${what} and saw ${this.calls.length} calls`));
      }, timeoutMs);
      this.watchers.add(check);
      check();
    });
  }

  reset(): void {
    this.calls = [];
    this.rules = [];
  }

  private announce(): void {
    for (const watcher of [...this.watchers]) watcher();
  }

  private behaviourFor(call: MockCall): Behaviour {
    for (const rule of this.rules) {
      const behaviour = rule(call);
      if (behaviour) return behaviour;
    }
    return answerOpenAi(call);
  }
}

function callOf(request: IncomingMessage, rawBody: Buffer): MockCall {
  const body = parse(rawBody);
  const model = typeof body === 'object' && body !== null && 'model' in body ? body.model : '';
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    rawBody,
    body,
    model: typeof model === 'string' ? model : '',
    receivedAtMs: Date.now(),
    closedAtMs: null,
    finished: false,
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer); // a request without encoding yields buffers
  return Buffer.concat(pieces);
}

function parse(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString()) as unknown;
  } catch {
    return undefined; // multipart forms and empty bodies are no JSON, and that is fine
  }
}
