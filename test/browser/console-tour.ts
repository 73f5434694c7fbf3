import { type Locator, type Page } from 'playwright-core';
import { eventually } from '../support/eventually';
import { startServedScene, ROOT_PASSWORD, type ServedScene } from '../support/scenes/served-scene';
import { type ServerProcessOptions } from '../support/servers/server-process';
import { Visitor } from './visitor';

export interface ConsoleTourOptions extends ServerProcessOptions {
  /** Prepares the site before the browser opens. */
  readonly prepare?: (served: ServedScene) => Promise<void>;
}

/** The site that the browser visits. */
interface Site {
  readonly url: string;
  /** The server, when it runs in its own process. */
  readonly served?: ServedScene;
  dispose(): Promise<void>;
}

/** An account that can sign in. */
export interface Account {
  readonly username: string;
  readonly password: string;
}

const ROOT: Account = { username: 'root', password: ROOT_PASSWORD };
/** A text of an expected complaint. Calls to other servers that belong to the tour are recognised by their address. */
type Expected = string | RegExp;

/** A built server with its mock upstream and one browser window, shared by the steps of a file. */
export class ConsoleTour {
  private readonly expected: Expected[] = [];
  private readonly parts: { site?: Site; visitor?: Visitor } = {};

  private constructor(private readonly start: () => Promise<Site>) {}

  /** Starts the built server in its own process, from before the first to after the last test of this `describe`. */
  static begin({ prepare, ...options }: ConsoleTourOptions = {}): ConsoleTour {
    return ConsoleTour.beginAt(async () => {
      const served = await startServedScene(options);
      await prepare?.(served);
      return { url: served.server.url, served, dispose: () => served.close() };
    });
  }

  /** Starts any site for the same time. */
  static beginAt(start: () => Promise<Site>): ConsoleTour {
    const tour = new ConsoleTour(start);
    beforeAll(() => tour.open());
    afterAll(() => tour.close());
    return tour;
  }

  get served(): ServedScene {
    const served = this.parts.site?.served;
    if (!served) throw new Error('no server was started in a process of its own');
    return served;
  }

  get visitor(): Visitor {
    if (!this.parts.visitor) throw new Error('the browser has not started');
    return this.parts.visitor;
  }

  get page(): Page {
    return this.visitor.page;
  }

  /** Runs one step, which needs the steps before it. */
  step(name: string, body: (page: Page) => Promise<void>): void {
    it(name, () => this.visitor.step(name, () => body(this.page)));
  }

  /** The last test of a file: there was no hidden fault, except those that the steps expect. */
  ends(): void {
    it('shows no error, no failed call and no outside call except the expected ones', () => {
      const isExpected = (text: string) =>
        this.expected.some(known => (typeof known === 'string' ? text.includes(known) : known.test(text)));
      expect(this.visitor.complaints.filter(text => !isExpected(text))).toEqual([]);
      const missed = this.expected.filter(
        known =>
          !this.visitor.complaints.some(text => (typeof known === 'string' ? text.includes(known) : known.test(text))),
      );
      expect(missed).toEqual([]);
    });
  }

  /** Expects a complaint that a step causes on purpose; it has to come. */
  expectComplaint(text: Expected): void {
    this.expected.push(text);
  }

  /** Signs in as the login page does, without its form, and opens a page. */
  async enter(path: string, account: Account = ROOT): Promise<void> {
    const { page, visitor } = this;
    // A page of the same origin, without the console, which could still ask in the name of the account before.
    await visitor.go('/api/status');
    const answer = await page.context().request.post(`${visitor.origin}/api/user/login`, { data: account });
    const { data } = (await answer.json()) as { data?: unknown };
    if (!data) throw new Error(`sign-in of ${account.username} failed`);
    await page.evaluate(`localStorage.setItem('user', ${JSON.stringify(JSON.stringify(data))})`);
    await visitor.go(path);
  }

  row(text: string | RegExp): Locator {
    return this.page.getByRole('row').filter({ hasText: text });
  }

  /** The cell of a row under a column. */
  cell(row: Locator, column: string): Locator {
    return row.locator(`td[data-label="${column}"]`);
  }

  /** The form of the open drawer. */
  get form(): Locator {
    return this.page.locator('.drawer-form');
  }

  /** Waits until an element has the focus, which often comes a moment after the action. */
  async hasFocus(element: Locator): Promise<void> {
    await eventually(
      () => element.evaluate(one => one.matches(':focus')),
      isFocused => isFocused,
    );
  }

  /** Waits until a field holds a value, which may need a response of the server. */
  async hasValue(field: Locator, value: string): Promise<void> {
    await eventually(
      () => field.inputValue(),
      held => held === value,
    );
  }

  /** Presses a button of the open confirmation dialog. */
  async agree(button: string): Promise<void> {
    const question = this.page.getByRole('alertdialog');
    await question.getByRole('button', { name: button }).click();
    await question.waitFor({ state: 'detached' });
  }

  private async open(): Promise<void> {
    this.parts.site = await this.start();
    this.parts.visitor = await Visitor.at(this.parts.site.url);
  }

  private async close(): Promise<void> {
    await this.parts.visitor?.close();
    await this.parts.site?.dispose();
  }
}
