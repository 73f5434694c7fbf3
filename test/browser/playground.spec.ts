import { type LogEntry, type Page as RowPage } from '@contracts';
import { failure, PNG_BYTES, sse, type MockCall } from '../../apps/mock-upstream/src/index';
import { describeWith } from '../support/servers/databases';
import { eventually } from '../support/eventually';
import { must } from '../support/clients/factories';
import { ConsoleTour } from './console-tour';

const MODEL = 'gpt-4o-mini';
const BROKEN = 'gpt-4o';
const BLIND = 'gpt-3.5-turbo-instruct';
const POOR = { username: 'poor', password: 'correct-horse' } as const;
/** A text that has to arrive in pieces that cut words, lines and the fence of the code. */
const MARKDOWN = '# Greeting\n\nSay **hello**:\n\n```js\nconst word = "hello";\n```\n\n<b onclick="steal()">bold</b>';
const PIECE_LETTERS = 7;
const WORDS_WITHOUT_END = { kind: 'endless', event: chunk('word '), delayPerEventMs: 25 } as const;

interface Said {
  readonly role: string;
  readonly content: unknown;
}

function chunk(content: string): string {
  const choices = [{ index: 0, delta: { content }, finish_reason: null }];
  return JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: MODEL, choices });
}

function messagesOf(call: MockCall | undefined): readonly Said[] {
  return (call?.body as { messages?: readonly Said[] } | undefined)?.messages ?? [];
}

function questionOf(call: MockCall): string {
  return JSON.stringify(messagesOf(call).at(-1)?.content ?? '');
}

describeWith('chromium', 'the playground', () => {
  const tour = ConsoleTour.begin({
    prepare: async ({ upstream, make }) => {
      const pieces = MARKDOWN.match(new RegExp(`[^]{1,${PIECE_LETTERS}}`, 'g')) ?? [];
      upstream.script(call => (questionOf(call).includes('code') ? sse(pieces.map(chunk)) : null));
      upstream.script(call => (questionOf(call).includes('forever') ? WORDS_WITHOUT_END : null));
      upstream.onModel(BROKEN, failure(400, { message: 'The image is too large.', type: 'invalid_request_error' }));
      await make.option('ModelRatio', { [MODEL]: 1000, [BROKEN]: 1.25, [BLIND]: 1 });
      await make.user({ ...POOR, quota: 0 });
    },
  });
  const field = () => tour.page.getByLabel('Message', { exact: true });
  const answers = () => tour.page.getByRole('article', { name: 'Answer' });
  const ask = async (text: string) => {
    await field().fill(text);
    await field().press('Enter');
  };
  /** Waits until the last answer is complete: then a new one can be requested. */
  const isAnswered = () => answers().last().getByRole('button', { name: 'Ask again' }).waitFor();
  const lastCall = () => tour.served.upstream.calls.at(-1);
  const setting = (label: string) => tour.page.getByLabel(label, { exact: true });
  const choose = async (model: string, label = 'Model') => {
    await setting(label).fill(model);
    await setting(label).press('Enter');
    await tour.hasValue(setting(label), model);
  };

  tour.step('writes an answer as it comes, formatted, with its code in colours', async page => {
    await tour.enter('/playground');
    await choose(MODEL);
    await ask('Show me code');
    await isAnswered();
    const answer = answers().last();
    await answer.getByRole('heading', { name: 'Greeting' }).waitFor();
    await answer.locator('pre code .hljs-keyword', { hasText: 'const' }).waitFor();
    await answer.getByText('<b onclick="steal()">bold</b>').waitFor(); // HTML of a model is text
    await answer.locator('pre').hover();
    await answer.locator('.code-block').getByRole('button', { name: 'Copy' }).click();
    await eventually(
      () => tour.visitor.clipboard(),
      text => text === 'const word = "hello";\n',
    );
    await answer.locator('.message-actions').getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Message copied').waitFor();
    expect(await tour.visitor.clipboard()).toBe(MARKDOWN);
  });

  tour.step('stops an answer, and only what came is paid', async page => {
    const [before] = await logged();
    await ask('Go on forever');
    await answers().last().getByText('word word word').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await answers().last().getByText('Stopped').waitFor();
    const call = lastCall();
    if (!call) throw new Error('the call did not arrive');
    await tour.served.upstream.waitForClose(call);
    const shown = (await answers().last().locator('.markdown').innerText()).trim().split(/\s+/).length;
    const [row] = await eventually(logged, ([newest]) => newest !== undefined && newest.id !== before?.id);
    // Pieces that were on their way when the reader stopped are paid too, but no more than these.
    expect(row?.completion_tokens).toBeGreaterThanOrEqual(shown);
    expect(row?.completion_tokens).toBeLessThan(shown + 100);
    expect(row?.quota).toBe(1000 * (Number(row?.prompt_tokens) + 4 * Number(row?.completion_tokens)));
  });

  const logged = async (): Promise<readonly LogEntry[]> =>
    (await must(tour.served.root.get<RowPage<LogEntry>>('/api/log/?p=1&page_size=1&type=2'))).items;

  tour.step('forgets what was said before when told so', async page => {
    await page.getByRole('button', { name: 'Clear context' }).click();
    await page.getByText('Context cleared: the model is told of nothing above this line').waitFor();
    await ask('And now?');
    await isAnswered();
    expect(messagesOf(lastCall()).map(({ role }) => role)).toEqual(['system', 'user']);
    expect(messagesOf(lastCall()).at(-1)?.content).toBe('And now?');
  });

  tour.step('plays a role in a conversation of its own', async page => {
    await page.getByRole('button', { name: 'New session' }).click();
    await setting('Preset').selectOption({ label: 'Translator' });
    const prompt = await setting('System prompt').inputValue();
    expect(prompt).toContain('translator');
    await ask('Bonjour');
    await isAnswered();
    expect(messagesOf(lastCall())).toEqual([
      { role: 'system', content: prompt },
      { role: 'user', content: 'Bonjour' },
    ]);
  });

  tour.step('keeps both conversations for the next visit, and deletes one after a question', async page => {
    await page.reload();
    await answers().first().getByText('Hello from the mock upstream.').waitFor();
    const sessions = setting('Session');
    await sessions.selectOption({ label: 'Show me code' });
    await page.getByRole('heading', { name: 'Greeting' }).waitFor();
    await page.getByRole('button', { name: 'Delete session' }).click();
    await page.getByText('Confirm delete this session?').waitFor();
    await tour.agree('Cancel');
    await page.getByRole('heading', { name: 'Greeting' }).waitFor();
    await page.getByRole('button', { name: 'Delete session' }).click();
    await tour.agree('Delete');
    await page.getByText('Session deleted').waitFor();
    await eventually(
      () => sessions.locator('option').allInnerTexts(),
      labels => labels.join() === 'Bonjour',
    );
  });

  tour.step('gives a session another name, which is there after a reload', async page => {
    const renaming = page.getByRole('button', { name: 'Rename session' });
    const name = setting('Name of the session');
    await renaming.press('Enter');
    await page.keyboard.type('Something else');
    await page.keyboard.press('Escape');
    expect(await setting('Session').locator('option:checked').innerText()).toBe('Bonjour');
    await renaming.click();
    await name.fill('');
    await name.press('Enter');
    await page.getByText('A session cannot be without a name').waitFor();
    await name.fill('French lesson');
    await name.press('Enter');
    await name.waitFor({ state: 'detached' });
    await eventually(
      () => page.evaluate<string>('document.activeElement?.getAttribute("aria-label")'),
      label => label === 'Session',
    );
    await renaming.click();
    await page.keyboard.type('French lesson, again');
    await page.getByRole('button', { name: 'Delete session' }).click(); // leaves the field, and is met where it stood
    await tour.agree('Cancel');
    await page.reload();
    expect(await setting('Session').locator('option:checked').innerText()).toBe('French lesson, again');
  });

  tour.step('asks for a reasoning effort, and takes it over from a row of the log', async page => {
    const effort = setting('Reasoning effort');
    await effort.selectOption({ label: 'High' });
    await ask('Think hard');
    await isAnswered();
    expect(lastCall()?.body).toMatchObject({ reasoning_effort: 'high' });
    await effort.selectOption({ label: 'Left to the model' });
    await ask('Think as you like');
    await isAnswered();
    expect(lastCall()?.body).not.toHaveProperty('reasoning_effort');
    await tour.visitor.go('/log?type=2');
    const rows = page.getByRole('button', { name: 'Show details' });
    await rows.nth(1).click(); // newest first
    await page.getByRole('button', { name: 'Try again in playground' }).click();
    await page.getByText('This is the question of that call.').waitFor();
    await tour.hasValue(effort, 'high'); // once the groups are known
    await effort.selectOption({ label: 'Left to the model' });
  });

  tour.step('shows an image to a model that looks at images', async page => {
    const files = page.locator('input[type=file]');
    await files.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('text') });
    await page.getByText('Only PNG, JPEG, WebP and GIF images').waitFor();
    await files.setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: PNG_BYTES });
    await page.getByRole('img', { name: 'Image 1' }).waitFor();
    await ask('What is this?');
    await isAnswered();
    expect(messagesOf(lastCall()).at(-1)?.content).toEqual([
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG_BYTES.toString('base64')}` } },
    ]);
    await choose(BLIND);
    await page.getByRole('button', { name: 'Add images' }).waitFor({ state: 'detached' });
  });

  tour.step('tells what the provider refused, and asks again on request', async () => {
    tour.expectComplaint('status of 400');
    await choose(BROKEN);
    await ask('Too large');
    await answers().last().getByRole('alert').getByText('The image is too large.').waitFor();
    await choose(MODEL);
    await answers().last().getByRole('button', { name: 'Ask again' }).click();
    await answers().last().getByText('Hello from the mock upstream.').waitFor();
    expect(await answers().getByRole('alert').count()).toBe(0);
  });

  tour.step('has its settings in a dialog where the window is narrow', async page => {
    await tour.visitor.resize(600);
    await page.getByRole('region', { name: 'Settings' }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Max tokens').fill('5');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await ask('Shortly');
    await isAnswered();
    expect((lastCall()?.body as { max_tokens?: number }).max_tokens).toBe(5);
    expect(await tour.visitor.overflow()).toBe(0);
    await tour.visitor.resize(1280);
  });

  tour.step('asks two models side by side, and says what each answer cost', async page => {
    await choose(MODEL);
    await choose(BLIND, 'Second model');
    await ask('Who are you?');
    const pair = page.locator('.answer-pair').last();
    await pair.getByRole('article', { name: 'Answer' }).nth(1).waitFor();
    await isAnswered();
    for (const model of [MODEL, BLIND]) {
      const answer = pair.getByRole('article').filter({ has: page.locator('.answer-facts', { hasText: model }) });
      await answer.getByText(/^\d+ in, \d+ out$/).waitFor();
      await answer.getByRole('link', { name: /^\$/ }).waitFor();
    }
    await page.getByRole('button', { name: 'View code' }).click();
    await page.getByLabel('Code for curl').filter({ hasText: 'Who are you?' }).waitFor();
    await page.keyboard.press('Escape');
    await setting('Second model').fill('None');
    await setting('Second model').press('Enter');
  });

  tour.step('sends somebody whose session has ended to the login page, and keeps the conversation', async page => {
    tour.expectComplaint('status of 401');
    await page.context().clearCookies();
    await ask('Still there?');
    const alert = answers().last().getByRole('alert');
    await alert.getByText('Not logged in or login expired, please log in again').waitFor();
    await alert.getByRole('button', { name: 'Log in' }).click();
    await page.getByLabel('Username or e-mail address').waitFor();
    await tour.enter('/playground');
    await page.getByText('Still there?').first().waitFor();
  });

  tour.step('shows nobody the conversations of others, and tells when there is no balance', async page => {
    tour.expectComplaint('status of 403');
    await page.context().clearCookies();
    await tour.enter('/playground', POOR);
    await page.getByText('Try a model').waitFor();
    await choose(MODEL);
    await ask('Is it free?');
    await answers()
      .last()
      .getByRole('alert')
      .getByText(/quota|balance/i)
      .waitFor();
  });

  tour.ends();
});
