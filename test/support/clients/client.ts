import { type UserSession } from './session-user';

/** The response to a console or relay call. */
export interface ClientAnswer<Data = unknown> {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON, or the text when it is no JSON. */
  readonly body: { success?: boolean; message?: string; data?: Data } & Record<string, unknown>;
  readonly text: string;
}

/** A client of one user: it keeps the session cookie and sends the user header, as the console does. */
export class TestClient {
  private cookie: string | null = null;
  user: UserSession | null = null;

  constructor(
    private readonly baseUrl: string,
    private readonly fixedHeaders: Readonly<Record<string, string>> = {},
  ) {}

  /** The cookie and the user, for calls that are made in another way. */
  get headers(): Record<string, string> {
    return { cookie: this.cookie ?? '', 'new-api-user': String(this.user?.id ?? -1) };
  }

  /** @throws when the sign-in is refused */
  async signIn(username: string, password: string): Promise<this> {
    const answer = await this.post<UserSession>('/api/user/login', { username, password });
    if (!answer.body.success || !answer.body.data) throw new Error(`sign-in of ${username} failed: ${answer.text}`);
    this.user = answer.body.data;
    return this;
  }

  get<Data = unknown>(path: string, headers?: Record<string, string>): Promise<ClientAnswer<Data>> {
    return this.send('GET', path, undefined, headers);
  }

  post<Data = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<ClientAnswer<Data>> {
    return this.send('POST', path, body, headers);
  }

  put<Data = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<ClientAnswer<Data>> {
    return this.send('PUT', path, body, headers);
  }

  delete<Data = unknown>(path: string, headers?: Record<string, string>): Promise<ClientAnswer<Data>> {
    return this.send('DELETE', path, undefined, headers);
  }

  async send<Data>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ClientAnswer<Data>> {
    const response = await fetch(this.baseUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        'accept-language': 'en',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.cookie ? { cookie: this.cookie } : {}),
        ...(this.user ? { 'new-api-user': String(this.user.id) } : {}),
        ...this.fixedHeaders,
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const setCookie = response.headers.getSetCookie().find(cookie => cookie.startsWith('session='));
    if (setCookie) this.cookie = setCookie.split(';', 1)[0] ?? null;
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: parse(text) as ClientAnswer<Data>['body'],
    };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { text }; // not every response is JSON
  }
}
