import { Role, type AccessChannel, type AccessModel, type AccessReport } from '@contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, refused, type FakeAnswer, type SeenCall } from '../../test-support/fake-server';
import { visitPage } from '../../test-support/scene';
import { AccessReportPage } from './AccessReportPage';

function served(model: string, changes: Partial<AccessModel> = {}): AccessModel {
  return {
    model,
    is_served: true,
    group: 'default',
    ratio: 1.5,
    channels: 2,
    priority: 10,
    refusals: [],
    ...changes,
  };
}

const denied = served('o1', {
  is_served: false,
  group: '',
  ratio: null,
  channels: 0,
  priority: null,
  refusals: [{ code: 'model_not_allowed', message: 'this token may not call o1' }],
});

function channel(id: number, changes: Partial<AccessChannel> = {}): AccessChannel {
  return {
    id,
    name: `channel-${id}`,
    type: 1,
    status: 1,
    status_reason: '',
    status_time: 0,
    groups: ['default'],
    priority: 10,
    weight: 5,
    share: 60,
    upstream_model: 'gpt-4o',
    max_input_tokens: 0,
    keys: { total: 1, out: 0, resting: 0 },
    is_reachable: true,
    reasons: [],
    ...changes,
  };
}

function reach(changes: Partial<AccessReport> = {}): AccessReport {
  return {
    view: 'full',
    token: { id: 12, name: 'laptop', username: 'bob', is_ip_limited: false },
    groups: [{ name: 'default', ratio: 1.5 }],
    refusals: [],
    models: [served('gpt-4o'), denied],
    models_left_out: 0,
    detail: null,
    ...changes,
  };
}

const detailed = reach({
  models: [served('gpt-4o')],
  detail: {
    endpoint: 'chat',
    prompt_tokens: 0,
    pinned_channel: 0,
    strategy: 'weighted',
    keeps_sessions: false,
    channels_left_out: 4,
    channels: [
      channel(7),
      channel(8, { share: 0, priority: 1, upstream_model: 'deployment-8' }),
      channel(9, {
        share: null,
        is_reachable: false,
        reasons: ['status', 'promptTokens'],
        status: 3,
        status_reason: 'the key is bad',
        status_time: 1_740_000_000,
        max_input_tokens: 4000,
      }),
      channel(10, { share: null, is_reachable: false, reasons: ['group'], groups: ['vip'] }),
    ],
    attempts: [
      { number: 1, channels: [{ id: 7, share: 60 }] },
      { number: 2, channels: [{ id: 8, share: 100 }] },
    ],
  },
});

type Answer = FakeAnswer | ((call: SeenCall) => FakeAnswer);

function byModel(call: SeenCall): FakeAnswer {
  return ok(call.url.includes('model=') ? detailed : reach());
}

function start(
  at: string,
  { answer = byModel, role = Role.Admin, own = true }: { answer?: Answer; role?: 1 | 10; own?: boolean } = {},
) {
  const answers = {
    'GET /api/token/': ok(own ? [{ id: 3, name: 'phone' }] : [], { total: own ? 1 : 0 }),
    'GET /api/token/12/reach': answer,
    'GET /api/token/3/reach': answer,
  };
  return visitPage({ page: <AccessReportPage />, at, role, answers });
}

function rowOf(cell: HTMLElement) {
  return within(cell.closest('tr') ?? document.body);
}

describe('the access report of a key', () => {
  it('asks for a key first, and offers the own ones', async () => {
    const { server, history } = await start('/reach');
    expect(await screen.findByText('No key is chosen')).toBeTruthy();
    expect(server.callsTo('GET', '/api/token/12')).toEqual([]);
    await screen.findByRole('option', { name: 'phone' });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Key' }), 'phone');
    expect(await screen.findByRole('table', { name: 'Models of the key' })).toBeTruthy();
    expect(history.location.search).toBe('?token=3');
  });

  it('leads a user without keys to the page where keys are created', async () => {
    const { history } = await start('/reach', { role: Role.User, own: false });
    await userEvent.click(await screen.findByRole('button', { name: 'To the keys' }));
    expect(history.location.pathname).toBe('/token');
  });

  it('lists the served models, and says in words why the others are not served', async () => {
    await start('/reach?token=12');
    const good = rowOf((await screen.findByRole('button', { name: 'Details of gpt-4o' })).closest('td')!);
    expect(good.getAllByRole('cell').map(cell => cell.textContent)).toEqual([
      'gpt-4o',
      'Served',
      'default',
      '1.5',
      '2',
      '10',
      '',
    ]);
    const bad = rowOf(screen.getByRole('button', { name: 'Details of o1' }).closest('td')!);
    expect([bad.getByText('Not served'), bad.getByText('this token may not call o1')]).toHaveLength(2);
  });

  it('shows an owner no columns about channels', async () => {
    const own = reach({ view: 'own', models: [served('gpt-4o', { channels: null, priority: null })] });
    await start('/reach?token=12', { answer: ok(own), role: Role.User });
    await screen.findByRole('button', { name: 'Details of gpt-4o' });
    expect(screen.queryByRole('columnheader', { name: 'Channels' })).toBeNull();
    expect(screen.queryByRole('searchbox', { name: 'Number of any key' })).toBeNull();
    expect(screen.queryByText(/Key laptop of/)).toBeNull();
  });

  it('shows at the top why every call is refused, and at each model that the key is the reason', async () => {
    const refusals = [{ code: 'token_disabled', message: 'token is not enabled' }];
    const models = [served('gpt-4o', { is_served: false })];
    await start('/reach?token=12', { answer: ok(reach({ refusals, models })) });
    expect(await screen.findByText('Every call with this key is refused')).toBeTruthy();
    expect(screen.getByText('token is not enabled')).toBeTruthy();
    expect(screen.getByText('the key is refused')).toBeTruthy();
  });

  it('finds a model by a part of its name', async () => {
    const { history } = await start('/reach?token=12');
    await screen.findByRole('button', { name: 'Details of o1' });
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find a model' }), '4O{Enter}');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Details of o1' })).toBeNull());
    expect(history.location.search).toContain('find=4O');
    await userEvent.clear(screen.getByRole('searchbox', { name: 'Find a model' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find a model' }), 'nothing{Enter}');
    expect(await screen.findByText('No model has this name')).toBeTruthy();
  });
});

describe('the channels for a model', () => {
  it('are listed with share, upstream name and every reason in words', async () => {
    const { server } = await start('/reach?token=12');
    await userEvent.click(await screen.findByRole('button', { name: 'Details of gpt-4o' }));
    const table = within(await screen.findByRole('table', { name: 'Channels for gpt-4o' }));
    expect(table.getByRole('meter', { name: '60 % of first attempts' })).toBeTruthy();
    expect(rowOf(table.getByText(/channel-8/)).getByText('only after others')).toBeTruthy();
    expect(rowOf(table.getByText(/channel-8/)).getByText('deployment-8')).toBeTruthy();
    const off = rowOf(table.getByText(/channel-9/));
    expect(off.getByText('Not reachable')).toBeTruthy();
    expect(off.getByText(/switched off by the server, .*: the key is bad/)).toBeTruthy();
    expect(off.getByText('the prompt is longer than 4000 tokens')).toBeTruthy();
    expect(table.getByText('is in none of the groups of the key: vip')).toBeTruthy();
    expect(screen.getByText('4 more channels are not shown.')).toBeTruthy();
    expect(within(screen.getByRole('listitem', { name: 'Attempt 2' })).getByText(/channel-8/)).toBeTruthy();
    expect(server.callsTo('GET', '/api/token/12/reach?').at(-1)?.url).toBe(
      '/api/token/12/reach?model=gpt-4o&endpoint=chat&prompt_tokens=0',
    );
  });

  it('have no shares where the strategy of the group chooses among them', async () => {
    const { detail } = detailed;
    const answer = reach({
      models: [served('gpt-4o')],
      detail: detail && {
        ...detail,
        strategy: 'fastest',
        keeps_sessions: true,
        channels: [channel(7, { share: null }), channel(8, { share: null }), channel(9, { share: 0 })],
        attempts: [
          {
            number: 1,
            channels: [
              { id: 7, share: null },
              { id: 8, share: null },
            ],
          },
        ],
      },
    });
    await start('/reach?token=12&model=gpt-4o', { answer: ok(answer) });
    const table = within(await screen.findByRole('table', { name: 'Channels for gpt-4o' }));
    expect(screen.getByText('Choice among channels of one priority: Fastest.')).toBeTruthy();
    expect(table.getAllByText('Fastest')).toHaveLength(2);
    expect(screen.queryByRole('meter')).toBeNull();
    expect(screen.getByText('Which of several channels is asked shows only when the call comes.')).toBeTruthy();
    expect(screen.getByText(/whatever the strategy; it is drawn by weight/)).toBeTruthy();
  });

  it('are requested with the values of the address, and no other value gets through', async () => {
    const { server } = await start('/reach?token=12&model=gpt-4o&endpoint=fly&tokens=-5&channel=1e3');
    await screen.findByRole('table', { name: 'Channels for gpt-4o' });
    expect(server.callsTo('GET', '/api/token/12/reach?').map(({ url }) => url)).toEqual([
      '/api/token/12/reach?model=gpt-4o&endpoint=chat&prompt_tokens=0',
    ]);
  });

  it('are requested for a prompt size, an endpoint and a named channel', async () => {
    const { server } = await start('/reach?token=12&model=gpt-4o');
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Endpoint' }), 'Embeddings');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Tokens of the prompt' }), '5000{Enter}');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Channel behind the key' }), '7{Enter}');
    const last = () =>
      new URLSearchParams(server.callsTo('GET', '/api/token/12/reach?model').at(-1)?.url.split('?')[1]);
    await waitFor(() =>
      expect(Object.fromEntries(last())).toEqual({
        model: 'gpt-4o',
        endpoint: 'embeddings',
        prompt_tokens: '5000',
        channel: '7',
      }),
    );
  });

  it.each(['/reach?token=abc', '/reach?token=0', '/reach?token=1.5'])('%s names no key', async at => {
    const { server } = await start(at);
    expect(await screen.findByText('No key is chosen')).toBeTruthy();
    expect(server.calls.filter(({ url }) => url.includes('/reach'))).toEqual([]);
  });

  it('can be requested again after a failure', async () => {
    let isDown = true;
    await start('/reach?token=12', { answer: () => (isDown ? refused('away') : ok(reach())) });
    expect(await screen.findByText('This could not be loaded')).toBeTruthy();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Details of gpt-4o' })).toBeTruthy();
  });
});
