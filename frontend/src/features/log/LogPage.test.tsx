import { Role, type LogEntry } from '@contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { changeLanguage } from '../../base/language';
import { ok, refused, type FakeAnswer } from '../../test-support/fake-server';
import { makeUser } from '../../test-support/render-page';
import { visitPage } from '../../test-support/scene';
import { LogPage } from './LogPage';

const entry: LogEntry = {
  id: 9,
  user_id: 3,
  username: 'bob',
  created_at: 1_740_000_000,
  type: 2,
  content: 'model ratio 1.25',
  token_name: 'laptop',
  token_id: 4,
  token_group: 'vip',
  model_name: 'gpt-4o',
  quota: 41,
  prompt_tokens: 9,
  completion_tokens: 6,
  use_time: 2,
  duration_ms: 1_850,
  is_stream: true,
  channel: 7,
  channel_name: 'main',
  client_ip: '203.0.113.9',
  request_id: 'req-9',
  other: JSON.stringify({
    model_ratio: 1.25,
    frt: 640,
    format: 'anthropic',
    converted: true,
    dropped: ['container', 'top_k'],
    mended: ['tool_calls.index'],
    answer_limit: 812,
    receipt: { version: 1, units: 41, usage: { promptTokens: 9 }, price: { mode: 'token' } },
    admin_info: { use_channel: ['3', '7'] },
  }),
};

/** A change of a user's balance, as administrators read it. */
const change: LogEntry = {
  ...entry,
  type: 3,
  content: "administrator changed the user's quota from $1 to $2",
  client_ip: '',
  other: JSON.stringify({
    admin_info: {
      actor: 'alice',
      actor_id: 2,
      actor_ip: '198.51.100.7',
      target: 'user 3',
      before: { quota: 500_000, group: '' },
      after: { quota: 1_000_000, group: 'vip', password: 'changed' },
      reason: 'paid by invoice',
    },
  }),
};

function pageOf(row: LogEntry) {
  return { items: [row], total: 1, page: 1, page_size: 10 };
}

const stat = { quota: 500_000, count: 321, token: 45_600, rpm: 4, tpm: 5120 };

async function start(
  role: typeof Role.User | typeof Role.Admin,
  at = '/log',
  row = entry,
  file?: FakeAnswer,
  further: Readonly<Record<string, FakeAnswer>> = {},
) {
  const answers = {
    'GET /api/log/': ok(pageOf(row)),
    'GET /api/log/stat': ok(stat),
    'GET /api/log/self/': ok(pageOf(row)),
    'GET /api/log/self/stat': ok(stat),
    ...(file && { 'GET /api/log/export': file, 'GET /api/log/self/export': file }),
    ...further,
    'GET /api/user/3': ok({
      ...makeUser({ id: 3, username: 'bob' }),
      quota: 1_000_000,
      used_quota: 0,
      request_count: 5,
    }),
  };
  const scene = await visitPage({ page: <LogPage />, at, role, answers });
  await screen.findByRole('cell', { name: /gpt-4o/ });
  return scene;
}

describe('the request log', () => {
  it('reads the own rows for users, without channels, users and retries', async () => {
    const { server } = await start(Role.User);
    expect(server.callsTo('GET', '/api/log/').every(({ url }) => url.startsWith('/api/log/self/'))).toBe(true);
    for (const name of ['Channel', 'User', 'Retry']) {
      expect(screen.queryByRole('columnheader', { name })).toBeNull();
    }
  });

  it('reads the rows of all users for administrators, with the channels that were tried', async () => {
    await start(Role.Admin);
    expect(screen.getByRole('cell', { name: '7 · main 1 retried' })).toBeTruthy();
    expect(screen.getByTitle('3 → 7')).toBeTruthy();
  });

  it('shows sums, and the cost of a call to a single unit', async () => {
    await start(Role.User);
    expect(await screen.findByText('$1.00')).toBeTruthy();
    expect(screen.getByText('45.6k')).toBeTruthy();
    expect(screen.getByText('$0.000082')).toBeTruthy();
  });

  it('reloads with the chosen type, which goes into the address', async () => {
    const { server, history } = await start(Role.User);
    await userEvent.click(screen.getByRole('tab', { name: 'Error' }));
    await waitFor(() => expect(server.calls.at(-1)?.url).toContain('type=5'));
    expect(history.location.search).toBe('?type=5');
  });

  it('turns its pages from the rows that are shown, but the first', async () => {
    const page = (number: number) => ({
      ...{ items: [entry], total: 30, page: number, page_size: 10 },
      ...{ next_cursor: `after-${number}`, previous_cursor: `before-${number}` },
    });
    const { server } = await visitPage({
      page: <LogPage />,
      at: '/log',
      role: Role.User,
      answers: {
        'GET /api/log/self/': ({ url }) => ok(page(Number(new URL(url, 'http://x').searchParams.get('p')))),
        'GET /api/log/self/stat': ok(stat),
      },
    });
    const cursors = () =>
      server
        .callsTo('GET', '/api/log/self/?')
        .map(({ url }) => new URL(url, 'http://x').searchParams)
        .map(asked => `${asked.get('p')} ${asked.get('cursor')}`);
    await screen.findByRole('cell', { name: /gpt-4o/ });
    const turn = async (name: string, text: string) => {
      await userEvent.click(screen.getByRole('button', { name }));
      await screen.findByText(text);
    };
    await turn('Next page', 'Page 2 of 3');
    await waitFor(() => expect(cursors()).toEqual(['1 ', '2 after-1']));
    await turn('Next page', 'Page 3 of 3');
    await waitFor(() => expect(cursors().at(-1)).toBe('3 after-2'));
    await turn('Previous page', 'Page 2 of 3');
    await waitFor(() => expect(cursors().at(-1)).toBe('2 before-3'));
    await turn('Previous page', 'Page 1 of 3');
    expect(cursors().filter(text => text.startsWith('1') && text !== '1 ')).toEqual([]);
  });

  it('opens a row with its receipt', async () => {
    await start(Role.User);
    await userEvent.click(screen.getByRole('button', { name: 'Show details' }));
    expect(await screen.findByText('41 ($0.000082)')).toBeTruthy();
    expect(screen.getByText('203.0.113.9')).toBeTruthy();
    expect(screen.getByText('container, top_k')).toBeTruthy();
    expect(screen.getByText('Mended').nextSibling?.textContent).toBe('tool_calls.index');
    expect(screen.getByText('Limit of the answer by balance').nextSibling?.textContent).toBe('812');
  });

  it('shows the actor, the target, the reason, and the old and new values of an administrative change', async () => {
    await start(Role.Admin, '/log', change);
    await userEvent.click(screen.getByRole('button', { name: 'Show details' }));
    const texts = [
      'alice · #2 · 198.51.100.7',
      'user 3',
      'paid by invoice',
      '500000 → 1000000',
      '– → vip',
      '– → changed',
    ];
    for (const text of texts) expect(screen.getByText(text)).toBeTruthy();
  });

  it('opens a row by a click on it, goes to the rows beside it by key, and closes', async () => {
    await start(Role.Admin);
    await userEvent.click(screen.getByRole('cell', { name: '$0.000082' }));
    const drawer = within(await screen.findByRole('dialog'));
    expect(drawer.getByText('req-9')).toBeTruthy();
    const row = screen.getByRole('cell', { name: '$0.000082' }).closest('tr');
    expect(row?.className).toContain('row-opened');
    for (const name of ['Newer row', 'Older row']) {
      expect(drawer.getByRole('button', { name }).hasAttribute('disabled')).toBe(true);
    }
    await userEvent.click(drawer.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('lists the calls of the key around an opened one, and narrows the log to its key', async () => {
    const { server, history } = await start(Role.Admin);
    await userEvent.click(screen.getByRole('button', { name: 'Show details' }));
    const drawer = within(await screen.findByRole('dialog'));
    await drawer.findByRole('button', { name: /gpt-4o \$0\.000082/ });
    const asked = new URL(server.callsTo('GET', '/api/log/?').at(-1)?.url ?? '', 'http://localhost').searchParams;
    expect([asked.get('token_name'), asked.get('username')]).toEqual(['laptop', 'bob']);
    expect(Number(asked.get('end_timestamp')) - Number(asked.get('start_timestamp'))).toBe(1800);
    await userEvent.click(drawer.getByRole('button', { name: 'Same key' }));
    await waitFor(() => expect(history.location.search).toBe('?token_name=laptop'));
  });

  it('lists the calls of the same session, and narrows the log to them', async () => {
    const row = { ...entry, other: JSON.stringify({ session: 'a1b2c3d4e5f6' }) };
    const { server, history } = await start(Role.Admin, '/log', row);
    await userEvent.click(screen.getByRole('button', { name: 'Show details' }));
    const drawer = within(await screen.findByRole('dialog'));
    await drawer.findByText('Calls of this session around it');
    expect(server.callsTo('GET', '/api/log/?').some(({ url }) => url.includes('session=a1b2c3d4e5f6'))).toBe(true);
    await userEvent.click(drawer.getByRole('button', { name: 'Same session' }));
    await waitFor(() => expect(history.location.search).toContain('session=a1b2c3d4e5f6'));
    expect(history.location.search).toContain(`start=${entry.created_at - 24 * 3600}`);
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Session' }).value).toBe('a1b2c3d4e5f6');
  });

  it('suggests the names that were used, and takes one that is picked', async () => {
    const ranks = [{ id: 4, name: 'laptop', username: '', token_used: 1, count: 1, quota: 1 }];
    const { history } = await start(Role.User, '/log', entry, undefined, {
      'GET /api/data/self/ranking': ok(ranks),
    });
    const field = screen.getByRole('searchbox', { name: 'Token name' });
    await userEvent.click(field);
    await waitFor(() => expect(document.querySelector('datalist option')?.getAttribute('value')).toBe('laptop'));
    fireEvent.change(screen.getByRole('combobox', { name: 'Token name' }), { target: { value: 'laptop' } });
    await waitFor(() => expect(history.location.search).toBe('?token_name=laptop'));
  });

  it('moves a column by key, and remembers its place', async () => {
    await start(Role.User);
    const heads = () => screen.getAllByRole('columnheader').map(head => head.textContent);
    expect(heads().slice(1, 3)).toEqual(['Time', 'Type']);
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    const menu = within(await screen.findByRole('listbox', { name: 'Columns' }));
    fireEvent.keyDown(menu.getByText('Time'), { key: 'ArrowDown', shiftKey: true });
    expect(heads().slice(1, 3)).toEqual(['Type', 'Time']);
    expect(localStorage.getItem('column-order')).toContain('time');
  });

  it('shows administrators the user of a row', async () => {
    await start(Role.Admin);
    await userEvent.click(screen.getByRole('button', { name: 'bob' }));
    expect(await screen.findByText('$2.00')).toBeTruthy();
  });

  it('remembers the hidden columns', async () => {
    await start(Role.User);
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    const menu = within(await screen.findByRole('listbox', { name: 'Columns' }));
    await userEvent.click(menu.getByText('Model'));
    expect(screen.queryByRole('columnheader', { name: 'Model' })).toBeNull();
    expect(localStorage.getItem('hidden-columns')).toContain('model');
  });

  it('narrows the log to the user of a row', async () => {
    const { server, history } = await start(Role.Admin);
    await userEvent.click(screen.getByRole('button', { name: 'bob' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Show only rows of this user' }));
    await waitFor(() => expect(server.callsTo('GET', '/api/log/?').at(-1)?.url).toContain('username=bob'));
    expect(history.location.search).toBe('?username=bob');
  });

  it('begins with the filters of a link from another page', async () => {
    const { server } = await start(Role.Admin, '/log?username=bob&type=99&start=0&end=0');
    const [call] = server.callsTo('GET', '/api/log/?');
    expect(call?.url).toContain('username=bob');
    expect(call?.url).toContain('type=99');
    expect(screen.getByRole('tab', { name: 'Reward' }).getAttribute('aria-selected')).toBe('true');
  });

  it('reloads rows and sums', async () => {
    const { server } = await start(Role.User, '/log?start=1000&end=2000');
    const sums = () => server.callsTo('GET', '/api/log/self/stat').length;
    const before = sums();
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(sums()).toBe(before + 1));
  });
});

/** Collects the files that the page saves. */
function watchFiles(): readonly Blob[] {
  const files: Blob[] = [];
  URL.createObjectURL = file => {
    files.push(file as Blob); // saveFile passes a Blob
    return '#file'; // an address that the simulated browser can follow
  };
  URL.revokeObjectURL = () => undefined;
  return files;
}

describe('the export of the log', () => {
  it.each([
    [Role.User, '/api/log/self/export'],
    [Role.Admin, '/api/log/export'],
  ])('calls for role %i the path %s with the filters', async (role, path) => {
    const files = watchFiles();
    const file = { file: '"id"\r\n"1"\r\n' };
    const { server } = await start(role, '/log?token_name=laptop', entry, file);
    await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText('The log was exported')).toBeTruthy();
    expect(await files[0]?.text()).toBe('"id"\r\n"1"\r\n');
    const [call] = server.callsTo('GET', path);
    expect(call?.url).toContain('token_name=laptop');
    expect(call?.url).not.toContain('isAdmin');
    expect(call?.headers.get('New-API-User')).toBe('7');
  });

  it('saves nothing when the server refuses', async () => {
    const files = watchFiles();
    const { server } = await start(Role.User, '/log', entry, refused('too many'));
    const before = server.calls.length;
    await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(server.calls.length).toBeGreaterThan(before));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Export CSV' }).hasAttribute('disabled')).toBe(false),
    );
    expect(files).toEqual([]);
  });
});

describe('the replay of a call', () => {
  const playgroundRow: LogEntry = { ...entry, token_name: 'playground-vip', user_id: 7 };

  const replay = async (row: LogEntry, role: typeof Role.User | typeof Role.Admin = Role.User) => {
    const { history } = await start(role, '/log', row);
    await userEvent.click(screen.getByRole('button', { name: 'Show details' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Try again in playground' }));
    await waitFor(() => expect(history.location.pathname).toBe('/playground'));
    return Object.fromEntries(new URLSearchParams(history.location.search));
  };

  it('opens the playground with its model, group and stream', async () => {
    expect(await replay(entry)).toEqual({ model: 'gpt-4o', group: 'vip', stream: '1' });
  });

  it('passes the request id only when the reader made the call in the playground', async () => {
    expect(await replay(playgroundRow)).toMatchObject({ request: 'req-9' });
  });

  it("does not pass the request id of another user's call in the playground", async () => {
    expect(await replay({ ...playgroundRow, user_id: 3, is_stream: false }, Role.Admin)).toEqual({
      model: 'gpt-4o',
      group: 'vip',
      stream: '0',
    });
  });

  it('is not offered for rows that are no calls', async () => {
    await start(Role.Admin, '/log', change);
    await userEvent.click(screen.getByRole('button', { name: 'Show details' }));
    expect(screen.queryByRole('button', { name: 'Try again in playground' })).toBeNull();
  });
});

describe('the texts of rows in Chinese', () => {
  const reward: LogEntry = {
    ...entry,
    type: 99,
    content: 'daily check-in reward 500 points of quota, day 2 in a row',
    other: JSON.stringify({ said: { key: 'check_in', amount: { key: 'quota_points', amount: '500' }, streak: 2 } }),
  };
  const refusal: LogEntry = { ...entry, type: 5, content: 'Incorrect API key provided.', other: '{"status_code":401}' };

  afterEach(() => act(() => changeLanguage('en')));

  /** Switches to Chinese after the start, because every page in the tests begins in English. */
  const startInChinese = async (row: LogEntry) => {
    await start(Role.User, '/log', row);
    await act(() => changeLanguage('zh'));
    await userEvent.click(screen.getByRole('button', { name: '展开详情' }));
  };

  it('are Chinese in the table and in the detail', async () => {
    await startInChinese(reward);
    expect(screen.getAllByText('每日签到奖励 500 点额度，连续第 2 天')).toHaveLength(2);
    expect(screen.queryByText(reward.content)).toBeNull();
  });

  it('of upstreams and of older rows stay unchanged', async () => {
    await startInChinese(refusal);
    expect(screen.getAllByText('Incorrect API key provided.')).toHaveLength(2);
  });
});
