import { Role, type UsageRank } from '@contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import dayjs from 'dayjs';
import { ok, refused, type FakeAnswer } from '../../test-support/fake-server';
import { makeUsage } from '../../test-support/make-usage';
import { visitPage } from '../../test-support/scene';
import { DashboardPage } from './DashboardPage';

const thisHour = dayjs().startOf('hour').unix();

function usage(model: string, hoursAgo: number, quota: number) {
  return makeUsage(model, thisHour - hoursAgo * 3600, { quota, count: 2, token_used: 700 });
}

const rows = [usage('gpt-4o', 1, 500_000), usage('<b>o3</b>', 2, 1_500_000), usage('gpt-4o', 3, 250_000)];

const ranks: readonly UsageRank[] = [
  { id: 3, name: 'bob', username: '', token_used: 12_000, count: 40, quota: 1_500_000 },
  { id: 4, name: 'eve', username: '', token_used: 900, count: 3, quota: 500_000 },
];

interface Scene {
  readonly role?: typeof Role.User | typeof Role.Admin;
  readonly at?: string;
  readonly answer?: FakeAnswer;
  readonly status?: object;
}

function start({ role = Role.User, at = '/detail', answer = ok(rows), status = {} }: Scene = {}) {
  return visitPage({
    page: <DashboardPage />,
    at,
    role,
    status: { enable_data_export: true, ...status },
    answers: {
      'GET /api/data/': answer,
      'GET /api/data/self': answer,
      'GET /api/data/ranking': ok(ranks),
      'GET /api/data/self/ranking': ok(ranks),
    },
  });
}

function spanOf(url = ''): readonly number[] {
  const { searchParams } = new URL(url, 'http://x');
  return [Number(searchParams.get('start_timestamp')), Number(searchParams.get('end_timestamp'))];
}

// The library is loaded and compiled once; no single test should wait for that.
beforeAll(() => import('./EChart'), 60_000);

describe('the data dashboard', () => {
  it('requests the own usage for users, and for administrators the usage of all users or of one', async () => {
    const own = await start();
    await screen.findByText('Models by quota');
    expect(own.server.callsTo('GET', '/api/data/').map(({ url }) => url.split('?')[0])).toEqual([
      '/api/data/self',
      '/api/data/self/ranking',
    ]);
    expect(screen.queryByLabelText('Username')).toBeNull();
  });

  it('lets administrators choose one user, whose name goes into the address', async () => {
    const { server, history } = await start({ role: Role.Admin });
    await userEvent.type(await screen.findByLabelText('Username'), 'bob{Enter}');
    await waitFor(() => expect(server.calls.at(-1)?.url).toContain('username=bob'));
    expect(server.calls.at(-1)?.url).toMatch(/^\/api\/data\/\?/);
    expect(history.location.search).toBe('?username=bob');
  });

  it('adds up the cost, the requests and the tokens', async () => {
    await start();
    expect(await screen.findByText('$4.50')).toBeTruthy();
    expect(screen.getByText('2,100')).toBeTruthy();
    expect(screen.getByText('$0.7500')).toBeTruthy();
  });

  it('draws cost, shares, requests and tokens, and describes the charts in words', async () => {
    await start();
    const images = await screen.findAllByRole('img', { name: /Quota|Share|Requests|Tokens/ });
    expect(images.map(image => image.getAttribute('aria-label'))).toEqual([
      'Quota over time: $4.50 in all, spent on 2 models',
      'Share of quota by model: <b>o3</b> has the largest with 66.7%',
      'Requests by model: most went to gpt-4o, 4 in all',
      'Tokens over time: 2,100 in all',
    ]);
    for (const image of images) expect(image.querySelectorAll('svg path').length).toBeGreaterThan(3);
    expect(document.querySelector('b')).toBeNull();
  });

  it('ranks who spent most; a name leads to its calls of the span', async () => {
    const { server } = await start({ role: Role.Admin });
    const table = await screen.findByRole('table', { name: 'Who spent most' });
    const [, first] = within(table).getAllByRole('row');
    expect(first?.textContent).toContain('bob');
    expect(first?.textContent).toContain('75.0%');
    const link = within(table).getByRole('link', { name: 'bob' }).getAttribute('href') ?? '';
    expect(link).toMatch(/^\/log\?username=bob&type=2&start=\d+&end=\d+$/);
    await userEvent.click(screen.getByRole('tab', { name: 'Channel' }));
    await waitFor(() => expect(server.calls.at(-1)?.url).toContain('/api/data/ranking?by=channel'));
  });

  it('ranks the own keys, models and groups for users', async () => {
    await start();
    await screen.findByRole('table', { name: 'Who spent most' });
    const tabs = within(screen.getByRole('tablist')).getAllByRole('tab');
    expect(tabs.map(tab => tab.textContent)).toEqual(['Key', 'Model', 'Group']);
  });

  it('offers each chart as a table too', async () => {
    await start();
    await userEvent.click(await screen.findByRole('button', { name: 'Quota by model over time: Show as a table' }));
    const table = within(screen.getByRole('table', { name: 'Quota by model over time' }));
    expect(table.getAllByRole('columnheader').map(head => head.textContent)).toEqual(['Period', '<b>o3</b>', 'gpt-4o']);
    // The rows are newest first, and only hours with usage are shown.
    expect(table.getAllByRole('row')).toHaveLength(1 + 3);
    expect(table.getByRole('cell', { name: '$0.50' })).toBeTruthy();
  });

  it('lists the most expensive models and the busiest periods', async () => {
    await start({ at: '/detail?time=day' });
    const models = within(await screen.findByRole('table', { name: 'Models by quota' }));
    expect(models.getAllByRole('row')).toHaveLength(1 + 2);
    expect(models.getByRole('cell', { name: '66.7%' })).toBeTruthy();
    expect(screen.getByRole('table', { name: 'Busiest periods' })).toBeTruthy();
  });
});

describe('the time span of the dashboard', () => {
  it.each([
    ['hour', 25],
    ['day', 7 * 24 + 1],
    ['week', 30 * 24 + 1],
  ])('is the usual one of the operator’s granularity %s', async (data_export_default_time, hours) => {
    const { server } = await start({ status: { data_export_default_time } });
    await screen.findByText('Models by quota');
    await waitFor(() => {
      const [from = 0, to = 0] = spanOf(server.callsTo('GET', '/api/data/').at(-1)?.url);
      expect((to - from) / 3600).toBe(hours);
    });
    expect(localStorage.getItem('data_export_default_time')).toBe(data_export_default_time);
  });

  it('follows the chosen granularity, which goes into the address', async () => {
    const { history } = await start({ status: { data_export_default_time: 'hour' } });
    await screen.findByText('Models by quota');
    await userEvent.click(screen.getByRole('radio', { name: 'Week' }));
    expect(history.location.search).toBe('?time=week');
    expect((await screen.findByRole('table', { name: 'Busiest periods' })).textContent).toMatch(
      /[A-Z][a-z]{2} \d+\s–\s.*\d+, \d{4}/,
    );
  });

  it('is not requested when the server would refuse it', async () => {
    const { server } = await start({ at: '/detail?start=1700000000&end=1710000000' });
    expect(await screen.findByText('The time span must not exceed one month')).toBeTruthy();
    expect(server.callsTo('GET', '/api/data/')).toEqual([]);
  });

  it('may be a year for administrators, drawn by the day', async () => {
    const { server } = await start({ role: Role.Admin, at: '/detail?time=hour&start=1700000000&end=1710000000' });
    await screen.findByText('Models by quota');
    expect(spanOf(server.callsTo('GET', '/api/data/')[0]?.url)).toEqual([1_700_000_000, 1_710_000_000]);
    expect(screen.getByRole('radio', { name: 'Day' }).getAttribute('aria-checked')).toBe('true');
  });
});

describe('a dashboard without usage', () => {
  it('says that nothing was used', async () => {
    await start({ answer: ok([]) });
    expect(await screen.findByText('Nothing was used in this span. Choose a longer one.')).toBeTruthy();
  });

  it('offers to try again after a failure', async () => {
    const { server } = await start({ answer: refused('no') });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(server.callsTo('GET', '/api/data/').length).toBeGreaterThan(1));
  });

  it('says when collecting is switched off', async () => {
    await start({ status: { enable_data_export: false } });
    expect(await screen.findByText(/The data dashboard is switched off/)).toBeTruthy();
  });
});
