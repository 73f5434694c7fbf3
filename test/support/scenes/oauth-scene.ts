import { Database, UnitOfWork } from '@platform';
import { type OwnUser, type SessionUser } from '@contracts';
import { TestClient, type ClientAnswer } from '../clients/client';
import { must } from '../clients/factories';
import { type TestApp } from '../servers/test-app';

/** A provider from which users return with a code. */
export interface CodeProvider {
  readonly options: Readonly<Record<string, string>>;
  newCode(): string;
}

/** Browsers that go to a sign-in provider and return. */
class OAuthScene {
  constructor(
    readonly app: TestApp,
    private readonly path: string,
    private readonly provider: CodeProvider,
  ) {}

  /** Saves the options that the provider needs; the switch comes last. */
  async setUp(): Promise<void> {
    for (const [key, value] of Object.entries(this.provider.options)) await this.app.make.option(key, value);
  }

  /** A browser without a signed-in user. */
  stranger(): TestClient {
    return new TestClient(this.app.url);
  }

  begin(browser: TestClient, affCode = ''): Promise<string> {
    return must(browser.get<string>(`/api/oauth/state?aff=${affCode}`));
  }

  /** Returns with these parameters and nothing else. */
  arrive<Data = SessionUser>(
    browser: TestClient,
    parameters: Readonly<Record<string, string>>,
    headers?: Record<string, string>,
  ): Promise<ClientAnswer<Data>> {
    return browser.get(`${this.path}?${new URLSearchParams(parameters).toString()}`, headers);
  }

  /** Makes the whole round trip, with a valid state and a valid code. */
  async comeBack(
    browser: TestClient,
    parameters: Readonly<Record<string, string>> = {},
    headers?: Record<string, string>,
  ): Promise<ClientAnswer<SessionUser>> {
    const state = await this.begin(browser);
    return this.arrive(browser, { code: this.provider.newCode(), state, ...parameters }, headers);
  }

  /** Signs in, and creates an account where there is none. */
  async signIn(browser: TestClient = this.stranger()): Promise<TestClient> {
    browser.user = await must(this.comeBack(browser));
    return browser;
  }

  self(browser: TestClient): Promise<OwnUser> {
    return must(browser.get<OwnUser>('/api/user/self'));
  }

  query<Row>(sql: string): Promise<Row[]> {
    return this.app.nest.get(Database).read.query(sql);
  }

  execute(sql: string): Promise<unknown> {
    return this.app.nest.get(UnitOfWork).run(manager => manager.query(sql));
  }

  async countUsers(): Promise<number> {
    const [row] = await this.query<{ count: number }>('SELECT count(*) AS count FROM users');
    return Number(row?.count);
  }

  /** The browser's own system log rows, newest first. */
  async systemLog(browser: TestClient): Promise<readonly string[]> {
    const page = await must(browser.get<{ items: { content: string }[] }>('/api/log/self?p=0&page_size=50&type=4'));
    return page.items.map(item => item.content);
  }
}

export { type OAuthScene };

/** The server goes on running; the scene needs no closing, because it starts nothing of its own. */
export async function startOAuthScene(app: TestApp, path: string, provider: CodeProvider): Promise<OAuthScene> {
  const scene = new OAuthScene(app, path, provider);
  await scene.setUp();
  return scene;
}
