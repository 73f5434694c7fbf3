import { act, cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sessionExpired } from '../../base/session/session-slice';
import {
  answers,
  button,
  chunk,
  field,
  keepTestsApart,
  openStream,
  said,
  send,
  visitPlayground,
} from '../../test-support/playground-scene';
import { makeUser, renderPage } from '../../test-support/render-page';
import { PlaygroundPage } from './PlaygroundPage';
import { readPlayground } from './playground-storage';

keepTestsApart();

describe('the playground', () => {
  it('sends the settings and shows the formatted answer', async () => {
    const { bodies } = await visitPlayground();
    await send('Hi there');
    expect((await screen.findByText('you')).tagName).toBe('STRONG');
    expect(bodies()).toEqual([
      {
        model: 'gpt-4o-mini',
        group: 'default',
        stream: true,
        temperature: 0,
        max_tokens: 0,
        messages: [
          { role: 'system', content: 'You are a helpful assistant.' },
          { role: 'user', content: 'Hi there' },
        ],
      },
    ]);
    expect((field() as HTMLTextAreaElement).value).toBe('');
  });

  it('shows the answer while it arrives, and can stop it', async () => {
    const stream = openStream();
    await visitPlayground({ chat: stream.answer });
    await send('Tell me');
    const stop = await button('Stop');
    act(() => stream.write(chunk({ content: 'Once upon' })));
    expect(await screen.findByText('Once upon')).toBeTruthy();
    await userEvent.click(stop);
    expect(await screen.findByText('Stopped')).toBeTruthy();
    expect(screen.getByText('Once upon')).toBeTruthy();
    await waitFor(() => expect(stream.isCancelled()).toBe(true));
    expect(await button('Send')).toBeTruthy();
  });

  it('sends no second question while an answer arrives, but lets it be written', async () => {
    const { bodies } = await visitPlayground({ chat: openStream().answer });
    await send('One');
    await button('Stop');
    await send('Two');
    expect(bodies()).toHaveLength(1);
    expect((field() as HTMLTextAreaElement).value).toContain('Two');
  });

  it('begins a new line with Shift and Enter, and sends nothing while a word is composed', async () => {
    const { bodies } = await visitPlayground();
    await userEvent.type(field(), 'a{Shift>}{Enter}{/Shift}b');
    expect((field() as HTMLTextAreaElement).value).toBe('a\nb');
    const composing = createEvent.keyDown(field(), { key: 'Enter', isComposing: true, keyCode: 229 });
    fireEvent(field(), composing);
    expect(bodies()).toEqual([]);
    await userEvent.type(field(), '{Enter}');
    await waitFor(() => expect(bodies()).toHaveLength(1));
  });

  it('sends no blank text', async () => {
    const { bodies } = await visitPlayground();
    await send('   ');
    expect(bodies()).toEqual([]);
    expect((await button('Send')).hasAttribute('disabled')).toBe(true);
  });

  it('folds the reasoning of the model', async () => {
    await visitPlayground({ chat: { events: chunk({ reasoning_content: 'Let me see' }) + chunk({ content: 'Yes' }) } });
    await send('Well?');
    await screen.findByText('Yes');
    expect(screen.queryByText('Let me see')).toBeNull();
    await userEvent.click(await button('Thoughts'));
    expect(await screen.findByText('Let me see')).toBeTruthy();
  });
});

describe('a question that failed', () => {
  it("shows the reason in the answer, in the server's words", async () => {
    await visitPlayground({ chat: { status: 403, body: { error: { message: 'user quota is not enough' } } } });
    await send('Hi');
    expect((await screen.findByRole('alert')).textContent).toBe('Error: user quota is not enough');
  });

  it('says that the server cannot be reached', async () => {
    await visitPlayground({ chat: { isUnreachable: true } });
    await send('Hi');
    expect((await screen.findByRole('alert')).textContent).toBe('Cannot connect to server');
  });

  it('leads to the login when the session has ended, and loses no text', async () => {
    const { store } = await visitPlayground({
      chat: { status: 401, body: { success: false, message: 'no', expired: true } },
    });
    await send('Hi');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Not logged in or login expired, please log in again',
    );
    expect(screen.getByText('Hi', { selector: '.plain-message' })).toBeTruthy();
    await userEvent.click(await button('Log in'));
    expect(store.getState().session).toEqual({ user: null, hasExpired: true });
    expect(store.getState().playground.sessions).toHaveLength(1);
  });

  it('can be sent again', async () => {
    let count = 0;
    const { bodies } = await visitPlayground({ chat: () => (++count === 1 ? { isUnreachable: true } : said('Now')) });
    await send('Hi');
    await screen.findByRole('alert');
    await userEvent.click(await button('Ask again'));
    expect(await screen.findByText('Now')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(bodies()[1]).toEqual(bodies()[0]);
    expect(await answers()).toHaveLength(1);
  });
});

describe('a conversation', () => {
  it('is sent to the model as a whole, until its context is cleared', async () => {
    const { bodies } = await visitPlayground({ chat: () => said('Fine') });
    await send('One');
    await screen.findByText('Fine');
    await send('Two');
    await waitFor(async () => expect(await screen.findAllByText('Fine')).toHaveLength(2));
    expect(
      bodies()[1]
        ?.messages.slice(1)
        .map(({ content }) => content),
    ).toEqual(['One', 'Fine', 'Two']);
    await userEvent.click(await button('Clear context'));
    expect(screen.getByText(/Context cleared/)).toBeTruthy();
    await send('Three');
    await waitFor(() => expect(bodies()).toHaveLength(3));
    expect(
      bodies()[2]
        ?.messages.slice(1)
        .map(({ content }) => content),
    ).toEqual(['Three']);
  });

  it('lets a question be edited', async () => {
    const { bodies } = await visitPlayground({ chat: () => said('Fine') });
    await send('Wrong');
    await screen.findByText('Fine');
    await userEvent.click(await button('Edit and send again'));
    const [editor] = screen.getAllByRole('textbox', { name: 'Message' });
    await userEvent.clear(editor!);
    await userEvent.type(editor!, 'Right');
    await userEvent.click(within(editor!.closest('form')!).getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(bodies()).toHaveLength(2));
    expect(bodies()[1]?.messages.slice(1)).toEqual([{ role: 'user', content: 'Right' }]);
    expect(screen.queryByText('Wrong')).toBeNull();
  });

  it('loses only a message that is deleted', async () => {
    await visitPlayground({ chat: () => said('Fine') });
    await send('One');
    const answer = within((await screen.findByText('Fine')).closest('article')!);
    await userEvent.click(answer.getByRole('button', { name: 'Delete message' }));
    expect(screen.queryByText('Fine')).toBeNull();
    expect(screen.getByText('One', { selector: '.plain-message' })).toBeTruthy();
  });

  it('is restored after a reload', async () => {
    const { store } = await visitPlayground();
    await send('Remember me');
    await screen.findByText('you');
    const keptAnswer = () => readPlayground()?.sessions[0]?.messages[1];
    await waitFor(() => expect(keptAnswer()).toMatchObject({ status: 'complete', wasStopped: false }));
    cleanup();
    const { store: fresh } = await renderPage(<PlaygroundPage />, { user: makeUser() });
    expect(fresh.getState().playground).toEqual(store.getState().playground);
    expect(screen.getByText('Remember me', { selector: '.plain-message' })).toBeTruthy();
  });

  it('is not shown to another user', async () => {
    await visitPlayground();
    await send('Secret');
    await waitFor(() => expect(window.localStorage.getItem('playground')).toContain('Secret'));
    cleanup();
    await renderPage(<PlaygroundPage />, { user: makeUser({ id: 8 }) });
    expect(await screen.findByText('Try a model')).toBeTruthy();
    expect(document.body.textContent).not.toContain('Secret');
  });

  it("stops its answer when the user's session ends", async () => {
    const stream = openStream();
    const { store } = await visitPlayground({ chat: stream.answer });
    await send('Hi');
    await button('Stop');
    act(() => void store.dispatch(sessionExpired()));
    await waitFor(() => expect(store.getState().playground.sessions[0]?.messages[1]?.status).toBe('complete'));
  });
});

describe('playground sessions', () => {
  it('exist beside each other', async () => {
    await visitPlayground({ chat: () => said('Fine') });
    await send('First');
    await screen.findByText('Fine');
    await userEvent.click(await button('New session'));
    expect(await screen.findByText('Try a model')).toBeTruthy();
    await send('Second');
    await screen.findByText('Fine');
    const choice = screen.getByRole('combobox', { name: 'Session' });
    await userEvent.selectOptions(choice, 'First');
    expect(screen.getByText('First', { selector: '.plain-message' })).toBeTruthy();
    expect(screen.queryByText('Second', { selector: '.plain-message' })).toBeNull();
  });

  it('are deleted only after a second click', async () => {
    await visitPlayground({ chat: () => said('Fine') });
    await send('First');
    await screen.findByText('Fine');
    await userEvent.click(await button('Delete session'));
    expect(await screen.findByText('Confirm delete this session?')).toBeTruthy();
    expect(screen.getByText('Fine')).toBeTruthy();
    await userEvent.click(await button('Delete'));
    expect(await screen.findByText('Session deleted')).toBeTruthy();
    expect(screen.queryByText('Fine')).toBeNull();
  });
});
