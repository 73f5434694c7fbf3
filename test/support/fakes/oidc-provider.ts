import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The most pages and redirects between the first address and the return; more would be a loop. */
const STEPS_MAX = 12;

/** A real provider, and the browser of a user who signs in there. */
export class OidcProvider {
  private constructor(
    readonly issuer: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(redirectUri: string): Promise<OidcProvider> {
    const child = spawn(process.execPath, [join(__dirname, 'oidc-provider.mjs'), redirectUri], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const died = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the provider ended with ${code}`)));
    const spoke = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
    const [issuer] = await Promise.race([spoke, died]);
    died.catch(() => undefined); // from here on it ends only on request
    return new OidcProvider(issuer, child);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill();
    await ended;
  }

  /**
   * Goes from the authorization address through the forms of the provider, as a fresh browser.
   *
   * @param login name to sign in with; null presses "cancel"
   * @returns parameters of the return address
   */
  async walk(authorizationUrl: string, login: string | null): Promise<URLSearchParams> {
    const cookies = new Map<string, string>();
    let next: { readonly url: URL; readonly form?: URLSearchParams } = { url: new URL(authorizationUrl) };
    for (let step = 0; step < STEPS_MAX; step += 1) {
      const { url } = next;
      if (url.origin !== this.issuer) return url.searchParams;
      const response = await fetch(url, {
        method: next.form ? 'POST' : 'GET',
        body: next.form,
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
      keepCookies(cookies, response.headers.getSetCookie());
      const location = response.headers.get('location');
      next = location ? { url: new URL(location, url) } : answerForm(await response.text(), url, login);
    }
    throw new Error('the provider never sent the browser back');
  }
}

function keepCookies(cookies: Map<string, string>, fields: readonly string[]): void {
  for (const field of fields) {
    const [pair = ''] = field.split(';');
    const [name = '', value = ''] = pair.split('=');
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  }
}

/** Fills in the only form of a page, or follows its link back. */
function answerForm(html: string, page: URL, login: string | null): { url: URL; form?: URLSearchParams } {
  const abort = /href="([^"]*\/abort)"/.exec(html)?.[1];
  if (login === null && abort) return { url: new URL(abort, page) };
  const action = /<form[^>]*action="([^"]+)"/.exec(html)?.[1];
  if (!action) throw new Error(`the provider showed no form: ${html.slice(0, 500)}`);
  const form = new URLSearchParams({ login: login ?? '', password: 'any' });
  for (const [, name = '', value = ''] of html.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)) {
    form.set(name, value);
  }
  return { url: new URL(action, page), form };
}
