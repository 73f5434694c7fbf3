import { type LogEntry, type Page as RowPage } from '@contracts';
import OpenAI from 'openai';
import { createMockUpstream, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { TestClient } from '../support/clients/client';
import { describeWith } from '../support/servers/databases';
import { eventually } from '../support/eventually';
import { must } from '../support/clients/factories';
import { ServerProcess } from '../support/servers/server-process';
import { openFromNavigation, Visitor } from './visitor';

const WARNING = 'You are using the default password, change it immediately.';
const MODEL = 'gpt-4o-mini';
/**
 * The cost of a call: 11 prompt tokens at 0.15 and 6 completion tokens at 0.60 dollars per million are 5.25 millionths
 * of a dollar, or 2.625 units of two millionths, rounded half up.
 */
const COST = '$0.000006';

describeWith('chromium', 'the first day of an operator', () => {
  let server: ServerProcess;
  let upstream: MockUpstream;
  let visitor: Visitor;
  let key = '';

  beforeAll(async () => {
    upstream = await createMockUpstream();
    server = await ServerProcess.start();
    visitor = await Visitor.at(server.url);
  });
  afterAll(async () => {
    await visitor?.close();
    await server?.dispose();
    await upstream?.close();
  });

  /** Runs one step of the day, which needs the steps before it. */
  const step = (name: string, body: (page: Visitor['page']) => Promise<void>) =>
    it(name, () => visitor.step(name, () => body(visitor.page)));

  step('signs in and is warned about the default password', async page => {
    await visitor.go('/login');
    await page.getByLabel('Username or e-mail address').fill('root');
    await page.getByLabel('Password', { exact: true }).fill('123456');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('dialog').getByText(WARNING).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Later' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('main').getByText(WARNING).waitFor();
  });

  step('adds a channel through the form', async page => {
    await page.getByRole('link', { name: 'Channels', exact: true }).click();
    await page.getByRole('button', { name: 'Add channel' }).first().click();
    const form = page.locator('.drawer-form');
    await form.getByLabel(/^Name/).fill('our provider');
    await form.getByLabel(/^Key/).fill('sk-upstream-secret');
    await form.getByLabel(/^Proxy address/).fill(upstream.url);
    await form.getByRole('button', { name: 'Clear' }).click();
    await form.getByLabel('Custom model names').fill(MODEL);
    await form.getByLabel('Custom model names').press('Enter');
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Channel created').waitFor();
    await page.getByRole('row').filter({ hasText: 'our provider' }).waitFor();
  });

  step('makes a key through the form and copies it', async page => {
    await page.getByRole('link', { name: 'Tokens' }).click();
    await page.getByRole('button', { name: 'Add token' }).first().click();
    const form = page.locator('.drawer-form');
    await form.getByLabel(/^Name/).fill('my laptop');
    await form.getByLabel(/^Token group/).selectOption('default');
    await form.getByText('Unlimited', { exact: true }).click();
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('1 token created').waitFor();
    const use = page.getByRole('dialog', { name: 'Use the key my laptop' });
    await use.getByLabel('Code for curl').filter({ hasText: MODEL }).waitFor();
    await page.keyboard.press('Escape');
    await use.waitFor({ state: 'hidden' });
    const row = page.getByRole('row').filter({ hasText: 'my laptop' });
    await row.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Key copied').waitFor();
    key = await visitor.clipboard();
    expect(key).toMatch(/^sk-[0-9A-Za-z]{48}$/);
  });

  step('calls the relay with the official client', async () => {
    const client = new OpenAI({ apiKey: key, baseURL: `${server.url}/v1`, maxRetries: 0 });
    const stream = await client.chat.completions.create({
      model: MODEL,
      messages: [{ role: 'user', content: 'Say hello.' }],
      stream: true,
    });
    let text = '';
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
    expect(text).toBe('Hello from the mock upstream.');
    expect(upstream.calls.at(-1)?.headers.authorization).toBe('Bearer sk-upstream-secret');
    const root = await new TestClient(server.url).signIn('root', '123456');
    await eventually(
      () => must(root.get<RowPage<LogEntry>>('/api/log/?p=1&page_size=1&type=2')),
      ({ items }) => items.length === 1,
    ); // its row follows the last byte
  });

  step('finds the call in the log with its amount', async page => {
    await openFromNavigation(page, 'Request log');
    const row = page.getByRole('row').filter({ hasText: 'my laptop' }).filter({ hasText: MODEL });
    await row.waitFor();
    const cell = (label: string) => row.locator(`td[data-label="${label}"]`).innerText();
    expect(await cell('Model')).toContain(MODEL);
    expect(await cell('Channel')).toContain('our provider');
    expect(await cell('Input')).toBe('11');
    expect(await cell('Output')).toBe('6');
    expect(await cell('Cost')).toBe(COST);
    expect(await cell('Duration')).toContain('Stream');
  });

  step('reads the console in Chinese and in English again', async page => {
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('link', { name: '渠道', exact: true }).waitFor();
    await page.locator('html[lang=zh]').waitFor();
    await page.reload();
    await page.getByRole('button', { name: '语言' }).click();
    await page.getByRole('link', { name: 'Channels', exact: true }).waitFor();
    await page.locator('html[lang=en]').waitFor();
  });

  step('turns the light off and on, also for the next visit', async page => {
    const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const light = await background();
    await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
    await page.locator('body.bp6-dark').waitFor();
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.reload();
    await page.getByRole('button', { name: 'Switch to the light theme' }).click();
    await page.locator('body:not(.bp6-dark)').waitFor();
    expect(await background()).toBe(light);
  });

  step('needs no sideways scrolling in a window of 600 pixels', async page => {
    await visitor.resize(600);
    const overflows: Record<string, number> = {};
    for (const path of ['/', '/channel', '/token', '/log', '/setting', '/login']) {
      await visitor.go(path);
      await page.waitForLoadState('networkidle');
      overflows[path] = await visitor.overflow();
    }
    expect(overflows).toEqual(Object.fromEntries(Object.keys(overflows).map(path => [path, 0])));
    await visitor.go('/log');
    await page.getByText('my laptop').first().waitFor();
    await visitor.resize(1280);
  });

  step('signs out', async page => {
    await page.getByRole('button', { name: 'Menu of Root User' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByLabel('Username or e-mail address').waitFor();
  });

  step('saw no error, no breach of the content policy and no call to strangers', async page => {
    expect(visitor.complaints).toEqual([]);
    // This proves that such faults would have been seen.
    await page.evaluate(`
      console.error('a control');
      document.head.append(Object.assign(document.createElement('script'), { textContent: 'window.hasRun = true' }));
      fetch('http://192.0.2.1/').catch(() => undefined);`);
    await eventually(
      () => Promise.resolve(visitor.complaints.join('\n')),
      text => ['a control', 'script-src', 'connect-src'].every(part => text.includes(part)),
    );
    expect(await page.evaluate('window.hasRun')).toBeUndefined();
  });
});
