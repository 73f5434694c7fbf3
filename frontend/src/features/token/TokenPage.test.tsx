import { Role } from '@contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, refused, type FakeAnswer } from '../../test-support/fake-server';
import { makeToken } from '../../test-support/make-token';
import { dialogWith, rowOf, visitPage, watchCopies, type Visit } from '../../test-support/scene';
import { TokenPage } from './TokenPage';

const laptop = makeToken(2, { name: 'laptop', key: 'key2'.padEnd(48, 'x') });
const phone = makeToken(1, { name: 'phone', key: 'key1'.padEnd(48, 'x') });

function visit({ at = '/token', status, answers, ...options }: Visit = {}) {
  return visitPage({
    page: <TokenPage />,
    at,
    status: { server_address: 'https://api.example.com', ...status },
    ...options,
    answers: {
      'GET /api/token/': ok([laptop, phone], { total: 12 }),
      'GET /api/token/search': ok([laptop]),
      'POST /api/token/': ok(),
      'PUT /api/token/': ok(laptop),
      'DELETE /api/token/2/': ok(),
      'GET /api/groups/token': ok({ default: 'Default group', $vip: 'Sold' }),
      'GET /api/token-channel-description': ok(''),
      'GET /api/debug-document': ok(''),
      ...answers,
    },
  });
}

describe('the token page', () => {
  it('lists the own tokens with their quota and the label of their group', async () => {
    await visit();
    const row = await rowOf('laptop');
    expect(row.getByText('$1.00')).toBeTruthy();
    expect(row.getByText('Default group')).toBeTruthy();
    expect(screen.getByText('Page 1 of 2')).toBeTruthy();
  });

  it('never shows a complete key', async () => {
    await visit();
    await rowOf('laptop');
    expect(document.body.textContent).not.toContain(laptop.key);
  });

  it('requests the page in the address, counting from 0', async () => {
    const { server } = await visit({ at: '/token?page=2&size=20' });
    await rowOf('laptop');
    expect(server.callsTo('GET', '/api/token/?').map(({ url }) => url)).toEqual(['/api/token/?p=1&size=20']);
  });

  it('searches by name', async () => {
    const { server, history } = await visit();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Token name' }), 'lap{Enter}');
    await waitFor(() => expect(screen.queryByRole('cell', { name: 'phone' })).toBeNull());
    expect(server.callsTo('GET', '/api/token/search').at(-1)?.url).toContain('keyword=lap');
    expect(history.location.search).toBe('?keyword=lap');
  });

  it('switches a token off with a call that carries only its status', async () => {
    const { server } = await visit();
    await userEvent.click((await rowOf('laptop')).getByRole('button', { name: 'Disable' }));
    await waitFor(() => expect(server.callsTo('PUT', '/api/token/')).toHaveLength(1));
    expect(server.callsTo('PUT', '/api/token/')[0]).toMatchObject({
      url: '/api/token/?status_only=true',
      body: { id: 2, status: 2 },
    });
  });

  it('moves the switch at once, and back when the server refuses', async () => {
    let answer: (value: FakeAnswer) => void = () => undefined;
    const { server } = await visit();
    const row = await rowOf('laptop');
    const send = globalThis.fetch;
    globalThis.fetch = async (...call) => {
      const response = await send(...call);
      const isSwitch = (call[0] as Request).method === 'PUT';
      if (!isSwitch) return response;
      const { body } = await new Promise<FakeAnswer>(resolve => (answer = resolve));
      return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
    };
    await userEvent.click(row.getByRole('button', { name: 'Disable' }));
    expect(await row.findByRole('button', { name: 'Enable' })).toBeTruthy();
    await waitFor(() => expect(server.callsTo('PUT', '/api/token/')).toHaveLength(1));
    answer(refused('the token has expired'));
    expect(await row.findByRole('button', { name: 'Disable' })).toBeTruthy();
  });

  it('leads from a row to the access report of its key', async () => {
    const { history } = await visit();
    await userEvent.click((await rowOf('laptop')).getByRole('button', { name: 'Reachable channels of laptop' }));
    await waitFor(() => expect(history.location).toMatchObject({ pathname: '/reach', search: '?token=2' }));
  });

  it('deletes only after a second click', async () => {
    const { server } = await visit();
    await userEvent.click((await rowOf('laptop')).getByRole('button', { name: 'Delete' }));
    expect(server.callsTo('DELETE', '/api/token/')).toEqual([]);
    const dialog = await dialogWith('Delete the token laptop?');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.callsTo('DELETE', '/api/token/2/')).toHaveLength(1));
  });
});

describe('the key of a token', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const open = async (answers: Record<string, FakeAnswer>, token = laptop) => {
    const visited = await visit({ answers: { 'GET /api/token/': ok([token, phone]), ...answers } });
    const row = await rowOf('laptop');
    await userEvent.click(row.getByRole('button', { name: 'Replace the key of laptop' }));
    return { ...visited, dialog: await dialogWith('Replace the key of laptop') };
  };

  it('is replaced with the chosen time of grace, and the new one can be copied', async () => {
    const copied = watchCopies();
    const rotated = { ...laptop, key: 'new1'.padEnd(48, 'y'), rotated_time: now(), previous_ends_time: now() + 3600 };
    const { server, dialog } = await open({ 'POST /api/token/2/rotate': ok(rotated) });
    await userEvent.selectOptions(dialog.getByLabelText('The old key works for'), '1 hour');
    await userEvent.click(dialog.getByRole('button', { name: 'Replace the key' }));
    expect(await dialog.findByText(/The new key works now, and the old one until/)).toBeTruthy();
    const [call] = server.callsTo('POST', '/api/token/2/rotate');
    expect(call?.body).toEqual({ grace_seconds: 3600, ends_previous: true });
    await userEvent.click(dialog.getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(copied).toEqual([`sk-${rotated.key}`]));
    expect(document.body.textContent).not.toContain(rotated.key);
  });

  it('that others have seen ends at once, and its calls lead to the log', async () => {
    const uses = [{ client_ip: '203.0.113.9', calls: 3, quota: 500_000, first_time: now() - 60, last_time: now() }];
    const token = { ...laptop, rotated_time: now(), previous_ends_time: now() };
    const { server, history, dialog } = await open({ 'POST /api/token/2/leak': ok({ token, uses }) });
    await userEvent.click(dialog.getByLabelText('Others have seen the key'));
    const since = dialog.getByLabelText('Since when they may have it');
    fireEvent.change(since, { target: { value: '' } });
    await userEvent.click(dialog.getByRole('button', { name: 'Replace the key' }));
    expect(await dialog.findByText('Enter a date and a time')).toBeTruthy();
    expect(server.callsTo('POST', '/api/token/2/leak')).toEqual([]);
    fireEvent.change(since, { target: { value: '2026-01-02T03:04' } });
    await userEvent.click(dialog.getByRole('button', { name: 'Replace the key' }));
    expect(await dialog.findByText(/203\.0\.113\.9: 3 calls, \$1\.00/)).toBeTruthy();
    const seconds = Math.floor(new Date('2026-01-02T03:04').getTime() / 1000);
    expect(server.callsTo('POST', '/api/token/2/leak')[0]?.body).toEqual({ since: seconds });
    await userEvent.click(dialog.getByRole('link', { name: 'Show these calls in the log' }));
    await waitFor(() => expect(history.location.pathname).toBe('/log'));
    expect(history.location.search).toBe(`?token_name=laptop&start=${seconds}`);
  });

  it('that was replaced can be ended before its time', async () => {
    const token = { ...laptop, rotated_time: now(), previous_ends_time: now() + 3600 };
    const { server, dialog } = await open({ 'DELETE /api/token/2/previous': ok(laptop) }, token);
    expect((await rowOf('laptop')).getByText('Two keys work')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'End the old key now' }));
    await waitFor(() => expect(server.callsTo('DELETE', '/api/token/2/previous')).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText('Replace the key of laptop')).toBeNull());
  });
});

describe('the keys of everybody', () => {
  const { key: _key, ...facts } = makeToken(9, { name: 'build', rpm_limit: 5 });
  const theirs = { ...facts, username: 'ann' };
  const open = (at = '/token?tab=all') =>
    visit({
      at,
      role: Role.Admin,
      answers: {
        'GET /api/keys/': ok([theirs], { total: 1 }),
        'PUT /api/keys/9': ok(theirs),
        'DELETE /api/keys/9': ok(),
        'GET /api/group/': ok(['default']),
      },
    });

  it('are not shown to users', async () => {
    await visit({ at: '/token?tab=all' });
    await rowOf('laptop');
    expect(screen.queryByRole('tab', { name: 'Keys of everybody' })).toBeNull();
  });

  it('are filtered by the address, and no filter is sent that is not set', async () => {
    const { server } = await open('/token?tab=all&username=ann&unused=30');
    const row = await rowOf('build');
    expect(row.getByRole('link', { name: 'ann' })).toBeTruthy();
    expect(row.getByText('Requests per minute: 5')).toBeTruthy();
    expect(server.callsTo('GET', '/api/keys/').at(-1)?.url).toBe('/api/keys/?p=0&size=10&username=ann&unused_days=30');
  });

  it('are limited, disabled, and revoked after a question', async () => {
    const { server } = await open();
    const row = await rowOf('build');
    await userEvent.click(row.getByRole('button', { name: 'Limit' }));
    const dialog = await dialogWith('Limits of build, a key of ann');
    const field = dialog.getByLabelText('Requests per minute');
    await userEvent.clear(field);
    await userEvent.type(field, '7');
    await userEvent.click(dialog.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.callsTo('PUT', '/api/keys/9')).toHaveLength(1));
    const limits = { rpm_limit: 7, tpm_limit: 0, max_concurrency: 0, rpd_limit: 0 };
    expect(server.callsTo('PUT', '/api/keys/9')[0]?.body).toEqual(limits);
    await userEvent.click((await rowOf('build')).getByRole('button', { name: 'Disable' }));
    await waitFor(() => expect(server.callsTo('PUT', '/api/keys/9').at(-1)?.body).toEqual({ status: 2 }));
    await userEvent.click((await rowOf('build')).getByRole('button', { name: 'Revoke' }));
    const question = await dialogWith('Revoke the key build of ann?');
    expect(server.callsTo('DELETE', '/api/keys/9')).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(server.callsTo('DELETE', '/api/keys/9')).toHaveLength(1));
  });
});

it('shows when, from where and with what a token was used last', async () => {
  const used = { ...laptop, accessed_ip: '203.0.113.9', accessed_client: 'my-client/2' };
  await visit({ answers: { 'GET /api/token/': ok([used, phone]) } });
  const row = await rowOf('laptop');
  expect(row.getByText('203.0.113.9')).toBeTruthy();
  expect(row.getByText('my-client/2')).toBeTruthy();
});

describe('the debug document', () => {
  const open = async (document: FakeAnswer) => {
    await visit({ answers: { 'GET /api/debug-document': document } });
    await userEvent.click(await screen.findByRole('tab', { name: 'Debug document' }));
  };

  it('is shown in a frame when it is an address', async () => {
    await open(ok('https://docs.example.com/debug'));
    const frame = await screen.findByTitle<HTMLIFrameElement>('Debug document');
    expect(frame.src).toBe('https://docs.example.com/debug');
  });

  it('is shown as text otherwise, without active content', async () => {
    await open(ok('<p>Use <b>curl</b><script>document.title = "taken"</script></p>'));
    expect((await screen.findByText('curl')).tagName).toBe('B');
    expect(document.querySelector('.rich-text script')).toBeNull();
  });

  it('says that it is empty', async () => {
    await open(ok(''));
    expect(await screen.findByText('There is no debug document.')).toBeTruthy();
  });

  it('says that it could not be fetched', async () => {
    await open(refused('no'));
    expect(await screen.findByText('Failed to get debug document')).toBeTruthy();
  });
});

describe('the copy buttons of the token page', () => {
  let written: readonly string[];
  beforeEach(() => {
    written = watchCopies();
  });

  it('copy the base address of the site', async () => {
    await visit();
    await rowOf('laptop');
    fireEvent.click(screen.getByRole('button', { name: 'Copy base URL' }));
    await waitFor(() => expect(written).toEqual(['https://api.example.com']));
  });

  it('copy names and keys of the marked tokens, and ask for a choice when there is none', async () => {
    await visit();
    await rowOf('laptop');
    fireEvent.click(screen.getByRole('button', { name: 'Copy selected tokens' }));
    expect(await screen.findByText('Please select at least one token')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select row laptop' }));
    fireEvent.click(screen.getByRole('button', { name: 'Copy selected tokens (1)' }));
    await waitFor(() => expect(written).toEqual([`laptop    sk-${laptop.key}`]));
  });

  it('also copy marked tokens that a search has hidden', async () => {
    await visit();
    await rowOf('laptop');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select row phone' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Token name' }), 'lap{Enter}');
    await waitFor(() => expect(screen.queryByRole('cell', { name: 'phone' })).toBeNull());
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select row laptop' }));
    fireEvent.click(screen.getByRole('button', { name: 'Copy selected tokens (2)' }));
    expect(await screen.findByText('2 tokens copied')).toBeTruthy();
    const lines = [`phone    sk-${phone.key}`, `laptop    sk-${laptop.key}`];
    expect(written).toEqual([lines.join('\n')]);
  });

  it('leave out a token that was deleted', async () => {
    await visit();
    const row = await rowOf('laptop');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select row laptop' }));
    await userEvent.click(row.getByRole('button', { name: 'Delete' }));
    const dialog = await dialogWith('Delete the token laptop?');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('button', { name: 'Copy selected tokens' })).toBeTruthy();
  });
});

describe('the token form', () => {
  const open = async (answers: Parameters<typeof visit>[0] = {}) => {
    const page = await visit(answers);
    await userEvent.click(await screen.findByRole('button', { name: 'Add token' }));
    await screen.findByRole('option', { name: 'Default group' });
    return page;
  };

  it('chooses the only group by itself', async () => {
    const { server } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/token/')).toHaveLength(1));
    expect(server.callsTo('POST', '/api/token/')[0]?.body).toMatchObject({ group: 'default' });
  });

  it('needs a group before it sends a request', async () => {
    const { server } = await open({
      answers: { 'GET /api/groups/token': ok({ default: 'Default group', vip: 'Guests' }) },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect((await screen.findAllByText('Please select token group')).length).toBeGreaterThan(0);
    expect(server.callsTo('POST', '/api/token/')).toEqual([]);
  });

  it('does not offer groups that are sold as packages', async () => {
    await open();
    expect(screen.queryByRole('option', { name: 'Sold' })).toBeNull();
  });

  it('creates the requested number of tokens', async () => {
    const { server } = await open();
    await userEvent.type(screen.getByLabelText(/^Name/), 'batch');
    await userEvent.selectOptions(screen.getByLabelText(/^Token group/), 'default');
    await userEvent.clear(screen.getByLabelText('Number of tokens'));
    await userEvent.type(screen.getByLabelText('Number of tokens'), '3');
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/token/')).toHaveLength(3));
    for (const { body } of server.callsTo('POST', '/api/token/')) {
      expect(body).toMatchObject({ name: expect.stringMatching(/^batch-[a-z0-9]{6}$/), group: 'default' });
    }
  });
});

describe('a key whose calls are recorded', () => {
  const until = Math.round(Date.now() / 1000) + 3600;
  const notice = {
    token_id: 2,
    model_name: '',
    is_own: true,
    per_mille: 1000,
    only_failures: false,
    expired_time: until,
  };
  const told = (notices: readonly object[], mayRecord = true) => ({
    'GET /api/inspector/notices': ok({
      notices,
      may_record: mayRecord,
      administrators_read: false,
      retention_hours: 24,
    }),
    'POST /api/inspector/own': ok(),
    'DELETE /api/inspector/own/2': ok(),
  });

  it('is marked, and its owner is told by whom and until when, and may end it', async () => {
    const { server } = await visit({ status: { inspector: true }, answers: told([notice]) });
    const row = await rowOf('laptop');
    expect(await row.findByText('recorded')).toBeTruthy();
    expect((await rowOf('phone')).queryByText('recorded')).toBeNull();
    expect(screen.getByText(/^You record the calls of key laptop until /)).toBeTruthy();
    await userEvent.click(row.getByRole('button', { name: 'Stop recording the calls of laptop' }));
    await waitFor(() => expect(server.callsTo('DELETE', '/api/inspector/own/2')).toHaveLength(1));
  });

  it('can be recorded after a question where the site allows it', async () => {
    const { server } = await visit({ status: { inspector: true }, answers: told([]) });
    const button = await (await rowOf('laptop')).findByRole('button', { name: 'Record the calls of laptop' });
    await userEvent.click(button);
    await userEvent.click(
      (await dialogWith(/^Record the content of all calls of laptop/)).getByRole('button', { name: 'Confirm' }),
    );
    await waitFor(() => expect(server.callsTo('POST', '/api/inspector/own')).toHaveLength(1));
    expect(server.callsTo('POST', '/api/inspector/own')[0]?.body).toEqual({ token_id: 2, hours: 1 });
  });

  it('names the operator’s rules with their share, and offers nothing where owners may not record', async () => {
    const rule = { ...notice, token_id: 0, is_own: false, per_mille: 25, only_failures: true, model_name: 'gpt-*' };
    await visit({ status: { inspector: true }, answers: told([rule], false) });
    expect(
      await screen.findByText(
        /^The operator of this site records all your calls with model gpt-\* \(a share of 2.5%, failures only\) until /,
      ),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Record the calls of/ })).toBeNull();
  });

  it('costs nothing where the site records nothing', async () => {
    const { server } = await visit();
    await rowOf('laptop');
    expect(server.callsTo('GET', '/api/inspector')).toHaveLength(0);
  });
});
