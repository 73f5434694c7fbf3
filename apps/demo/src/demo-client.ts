interface Answer<Data> {
  readonly success: boolean;
  readonly message: string;
  readonly data: Data;
}

/** A signed-in account that uses the console's API as a browser does. */
export class DemoClient {
  private cookie = '';
  private id = -1;

  constructor(private readonly url: string) {}

  async signIn(username: string, password: string): Promise<this> {
    const { id } = await this.send<{ id: number }>('POST', '/api/user/login', { username, password });
    this.id = id;
    return this;
  }

  get userId(): number {
    return this.id;
  }

  get<Data>(path: string): Promise<Data> {
    return this.send<Data>('GET', path);
  }

  post<Data>(path: string, body: object): Promise<Data> {
    return this.send<Data>('POST', path, body);
  }

  put<Data>(path: string, body: object): Promise<Data> {
    return this.send<Data>('PUT', path, body);
  }

  /** @throws Error with the reason of a refusal */
  private async send<Data>(method: string, path: string, body?: object): Promise<Data> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        'accept-language': 'en',
        'new-api-user': String(this.id),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(this.cookie === '' ? {} : { cookie: this.cookie }),
      },
      body: body ? JSON.stringify(body) : undefined,
    });
    const session = response.headers.getSetCookie().find(cookie => cookie.startsWith('session='));
    if (session !== undefined) this.cookie = session.split(';', 1)[0] ?? '';
    const answer = (await response.json()) as Answer<Data>; // the envelope of the console's API
    if (!answer.success) throw new Error(`the demo could not call ${method} ${path}: ${answer.message}`);
    return answer.data;
  }
}
