import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { ok, startFakeServer } from '../../test-support/fake-server';
import { field, keepTestsApart, said, send } from '../../test-support/playground-scene';
import { makeUser, renderPage } from '../../test-support/render-page';
import { PlaygroundPage } from './PlaygroundPage';
import { readReplay } from './replay-request';

keepTestsApart();

const models: Readonly<Record<string, readonly string[]>> = { default: ['gpt-4o-mini', 'o1-mini'], vip: ['gpt-4o'] };

async function open(at: string) {
  const server = startFakeServer({
    'GET /api/groups/token': ok({ default: 'Everybody', vip: 'Guests of honour' }),
    'GET /api/user/models': call => ok(models[new URL(call.url, 'http://x').searchParams.get('group') ?? ''] ?? []),
    'POST /pg/chat/completions': { ...said('Hello'), headers: { 'x-request-id': 'req-1' } },
  });
  const page = await renderPage(<PlaygroundPage />, { user: makeUser({ group: 'default' }), at });
  const settings = () => page.store.getState().playground.settings;
  return { server, settings, ...page };
}

describe('the replay of a call from the log', () => {
  it('takes model, group and stream; its message is empty and focused, and the page gives the reason', async () => {
    const { settings, history } = await open('/playground?model=gpt-4o&group=vip&stream=0');
    await waitFor(() => expect(settings()).toMatchObject({ model: 'gpt-4o', group: 'vip', stream: false }));
    expect(await screen.findByText(/Prompts are not kept in the log, so the message is empty/)).toBeTruthy();
    expect((field() as HTMLTextAreaElement).value).toBe('');
    await waitFor(() => expect(document.activeElement).toBe(field()));
    expect(history.location.search).toBe('');
    expect(screen.queryByText(/is not available/)).toBeNull();
  });

  it('takes the reasoning effort of the call, which the settings show', async () => {
    const { server, settings } = await open('/playground?model=gpt-4o-mini&group=default&stream=1&effort=high');
    await waitFor(() => expect(settings().reasoning_effort).toBe('high'));
    const effort = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Reasoning effort' });
    expect(effort.selectedOptions[0]?.text).toBe('High');
    await send('Hi');
    await waitFor(() => expect(server.callsTo('POST', '/pg/')[0]?.body).toMatchObject({ reasoning_effort: 'high' }));
  });

  it('takes an effort that the settings do not offer, and clears the effort when the call had none', async () => {
    const { settings, history } = await open('/playground?model=gpt-4o-mini&group=default&stream=1&effort=xhigh');
    expect(await screen.findByRole('option', { name: 'xhigh', selected: true })).toBeTruthy();
    await act(() => history.push('/playground?model=gpt-4o-mini&group=default&stream=1'));
    await waitFor(() => expect(settings().reasoning_effort).toBe(''));
    expect(screen.queryByRole('option', { name: 'xhigh' })).toBeNull();
  });

  it('requests a whole answer when the call was no stream', async () => {
    const { server, settings } = await open('/playground?model=gpt-4o-mini&group=default&stream=0');
    await waitFor(() => expect(settings().stream).toBe(false));
    await send('Hi');
    await waitFor(() => expect(server.callsTo('POST', '/pg/')[0]?.body).toMatchObject({ stream: false }));
  });

  it('leads back to its question when its conversation is kept here', async () => {
    const { store } = await open('/playground');
    await screen.findByDisplayValue('gpt-4o-mini');
    await waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
    await send('What was it?');
    await waitFor(() =>
      expect(store.getState().playground.sessions[0]?.messages[1]).toMatchObject({
        status: 'complete',
        requestId: 'req-1',
      }),
    );
    await waitFor(() => expect(window.localStorage.getItem('playground')).toContain('req-1'));
    cleanup();
    const again = await open('/playground?model=gpt-4o-mini&group=default&stream=1&request=req-1');
    expect(await screen.findByText('This is the question of that call. Edit it to send it again.')).toBeTruthy();
    const question = screen.getByText('What was it?', { selector: '.plain-message' }).closest('article');
    await waitFor(() => expect(document.activeElement).toBe(question));
    expect(again.store.getState().playground.sessions).toHaveLength(1);
  });

  it('says when its conversation is not kept here', async () => {
    const { store } = await open('/playground?model=gpt-4o-mini&group=default&stream=1&request=req-7');
    expect(await screen.findByText(/The conversation of that call is not kept in this browser/)).toBeTruthy();
    expect(store.getState().playground.sessions[0]?.messages).toEqual([]);
  });

  it('says that its group and its model are not available', async () => {
    const { settings } = await open('/playground?model=gpt-gone&group=closed&stream=1');
    expect(await screen.findByText(/Group closed is not available to you/)).toBeTruthy();
    expect(await screen.findByText(/Model gpt-gone is not available in this group/)).toBeTruthy();
    await waitFor(() => expect(settings()).toMatchObject({ model: 'gpt-4o-mini', group: 'default' }));
  });

  it('does not allow models that are not offered for testing', async () => {
    const { settings } = await open('/playground?model=o1-mini&group=default&stream=1');
    expect(await screen.findByText('o1 testing is not supported yet')).toBeTruthy();
    expect(settings().model).toBe('gpt-4o-mini');
  });

  it('changes nothing when its address cannot be read', async () => {
    const { settings, history } = await open('/playground?model=gpt-4o&stream=maybe');
    expect(await screen.findByText(/The address names a call in a way that cannot be read/)).toBeTruthy();
    expect(settings()).toMatchObject({ stream: true, model: 'gpt-4o-mini' });
    expect(history.location.search).toBe('');
  });
});

describe('the address of a replay', () => {
  it.each([
    ['', null],
    ['other=1', null],
    ['model=m', { model: 'm', group: '', stream: true, effort: '', requestId: '' }],
    [
      'model=m&group=g&stream=0&effort=low&request=a-1',
      { model: 'm', group: 'g', stream: false, effort: 'low', requestId: 'a-1' },
    ],
    ['group=g', 'invalid'],
    [`model=${'m'.repeat(255)}`, { model: 'm'.repeat(255), group: '', stream: true, effort: '', requestId: '' }],
    [`model=${'m'.repeat(256)}`, 'invalid'],
    [`model=m&group=${'g'.repeat(65)}`, 'invalid'],
    ['model=m%00', 'invalid'],
    ['model=m&request=a%20b', 'invalid'],
    [`model=m&request=${'a'.repeat(65)}`, 'invalid'],
    ['model=m&stream=2', 'invalid'],
    [
      `model=m&effort=${'e'.repeat(32)}`,
      { model: 'm', group: '', stream: true, effort: 'e'.repeat(32), requestId: '' },
    ],
    [`model=m&effort=${'e'.repeat(33)}`, 'invalid'],
    ['effort=low', 'invalid'],
  ])('is read from the query "%s"', (query, wanted) => {
    expect(readReplay(new URLSearchParams(query))).toEqual(wanted);
  });
});
