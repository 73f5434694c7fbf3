import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { eventually } from '../eventually';

/** A request as it came. */
export interface Posted {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const GOOD: Answer = { status: 200, body: 'ok' };

/** A real HTTP server that takes messages, as chat services do; what it answers is told it. */
export class AlertReceiver {
  /** Oldest first. */
  readonly posts: Posted[] = [];
  private answers: Answer[] = [];
  private always: Answer = GOOD;
  private port = 0;

  private constructor(private server: Server) {}

  static async start(): Promise<AlertReceiver> {
    const receiver = new AlertReceiver(createServer());
    await receiver.open();
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** What comes next, then what comes ever after. */
  answerWith(always: Answer = GOOD, ...first: readonly Answer[]): void {
    this.always = always;
    this.answers = [...first];
  }

  /** Everything that came to a path. */
  to(path: string): readonly Posted[] {
    return this.posts.filter(post => post.path === path);
  }

  async waitFor(path: string, count = 1): Promise<readonly Posted[]> {
    return eventually(
      () => Promise.resolve(this.to(path)),
      posts => posts.length >= count,
    );
  }

  /** Listens at the same port as before. */
  async open(): Promise<void> {
    this.server = createServer((request, response) => {
      void text(request).then(raw => {
        const { pathname, searchParams } = new URL(request.url ?? '/', 'http://receiver');
        const body = (raw === '' ? {} : JSON.parse(raw)) as Posted['body'];
        this.posts.push({ path: pathname, query: searchParams, headers: request.headers, raw, body });
        const answer = this.answers.shift() ?? this.always;
        const written = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
        response.writeHead(answer.status, answer.headers ?? {}).end(written);
      });
    });
    await new Promise<void>(resolve => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise(resolve => this.server.close(resolve));
  }
}
