import { Role } from '@contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok } from '../../test-support/fake-server';
import { makeOverview, makeSiteOverview } from '../../test-support/make-overview';
import { visitPage, type Visit } from '../../test-support/scene';
import { OverviewPage } from './OverviewPage';

function visitOverview({ at = '/overview', role = Role.User, status, answers }: Visit = {}) {
  return visitPage({
    ...{ at, role, status, page: <OverviewPage ownKeys={<p>own keys</p>} /> },
    answers: {
      'GET /api/user/self': ok({ quota: 5_000_000 }),
      'GET /api/overview/self': ok(makeOverview()),
      'GET /api/overview/': ok(makeSiteOverview()),
      ...answers,
    },
  });
}

/** The figure with this label, as one text. */
async function figure(label: string) {
  const shown = await screen.findByText(label, { selector: '.stat-label' });
  return shown.closest('a') ?? document.body;
}

function loaded() {
  return screen.findAllByText('Laptop');
}

describe('the overview of a person', () => {
  it('shows balance, spend, calls and failures, compared with the time before', async () => {
    const { server } = await visitOverview();
    await loaded();
    expect((await figure('Balance')).textContent).toContain('$10.00');
    expect((await figure('Spent')).textContent).toBe('Spent$3.00▲ 50%');
    expect((await figure('Calls')).textContent).toBe('Calls38▼ 5%41k tokens');
    expect((await figure('Failed calls')).textContent).toBe('Failed calls5%▲ 105%2 calls failed');
    const asked = server.callsTo('GET', '/api/overview').map(({ url }) => url.split('?')[0]);
    expect(new Set(asked)).toEqual(new Set(['/api/overview/self']));
    expect(screen.queryByText('Users who spent most')).toBeNull();
  });

  it('leads from every figure and bar to the log behind it', async () => {
    await visitOverview();
    await loaded();
    const { start, end } = makeOverview();
    const all = `start=${start}&end=${end - 1}`;
    expect((await figure('Spent')).getAttribute('href')).toBe(`/log?${all}&type=2`);
    expect((await figure('Failed calls')).getAttribute('href')).toBe(`/log?${all}&type=5`);
    const bars = within(screen.getByRole('group', { name: 'Spent by model' })).getAllByRole('link');
    expect(bars[2]?.getAttribute('href')).toBe(`/log?start=${start + 7200}&end=${end - 1}&type=2`);
    expect(screen.getByRole('link', { name: /^Laptop/ }).getAttribute('href')).toBe(
      `/log?${all}&type=2&token_name=Laptop`,
    );
  });

  it('moves between the bars of a chart with the arrow keys', async () => {
    await visitOverview();
    await loaded();
    const bars = within(screen.getByRole('group', { name: 'Calls' })).getAllByRole('link');
    bars[2]?.focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(bars[1]);
    await userEvent.keyboard('{Home}{ArrowLeft}');
    expect(document.activeElement).toBe(bars[0]);
  });

  it('keeps its time range in the address', async () => {
    const { server, history } = await visitOverview({ at: '/overview?range=7d' });
    await loaded();
    const first = new URLSearchParams(server.callsTo('GET', '/api/overview/self')[0]?.url.split('?')[1]);
    expect(Date.now() / 1000 - Number(first.get('start'))).toBeGreaterThan(6 * 86_400);
    expect(first.has('day_start')).toBe(true);
    await userEvent.click(screen.getByRole('radio', { name: '30 days' }));
    await waitFor(() => expect(history.location.search).toBe('?range=30d'));
    expect(screen.queryByText('90 days')).toBeNull();
  });

  it('keeps its figures and says so when the server is away', async () => {
    let isAway = false;
    await visitOverview({
      answers: { 'GET /api/overview/self': () => (isAway ? { isUnreachable: true } : ok(makeOverview())) },
    });
    await loaded();
    isAway = true;
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText(/Those below are from the last answer/)).toBeTruthy();
    expect((await figure('Spent')).textContent).toContain('$3.00');
  });

  it('says when nothing was called', async () => {
    const zero = { requests: 0, errors: 0, quota: 0, tokens: 0 };
    const empty = makeOverview({ totals: zero, previous: zero, models: [], keys: [], periods: [] });
    await visitOverview({ answers: { 'GET /api/overview/self': ok(empty) } });
    expect((await screen.findAllByText('Nothing was called in this time.')).length).toBe(4);
    expect((await figure('Failed calls')).textContent).toContain('–');
  });

  it('never says that no share failed when a call did', async () => {
    const totals = { requests: 1_000_000, errors: 1, quota: 1, tokens: 1 };
    await visitOverview({ answers: { 'GET /api/overview/self': ok(makeOverview({ totals })) } });
    await loaded();
    expect((await figure('Failed calls')).textContent).toContain('<0.01%');
  });
});

describe('the overview of an administrator', () => {
  it('shows how the site does and who spends most', async () => {
    await visitOverview({ role: Role.Admin });
    await screen.findByRole('link', { name: /^ann/ });
    expect((await figure('Duration, p95')).textContent).toBe('Duration, p952.4s▲ 100%half within 900ms');
    expect((await figure('Now')).textContent).toContain('0.5 calls/s');
    expect((await figure('Channels in trouble')).getAttribute('href')).toBe('/health');
    expect(screen.getByText('No channel is in trouble, and no alert fires.')).toBeTruthy();
    expect(screen.queryByText('First steps')).toBeNull();
  });

  it('names channels in trouble with the reason, and alerts that fire', async () => {
    const channel = { id: 7, name: 'West', state: 'auto_disabled', success_rate: 0.2, reason: 'the key was refused' };
    const alert = {
      id: 1,
      name: 'A channel fails often',
      kind: 'error_rate',
      severity: 'critical',
      fired_time: 1_790_000_000,
    };
    const site = {
      ...makeSiteOverview(),
      channels: [channel],
      channels_troubled: 1,
      alerts: [alert],
      alerts_firing: 1,
    };
    await visitOverview({ role: Role.Admin, answers: { 'GET /api/overview/': ok(site) } });
    expect((await screen.findByRole('link', { name: 'West' })).getAttribute('href')).toBe('/channel/edit/7');
    expect(screen.getByText('the key was refused')).toBeTruthy();
    expect((await figure('Alerts')).textContent).toContain('A channel fails often');
  });

  it('lists the first steps of a new site, ticked as far as they are done', async () => {
    const steps = { channel: true, price: true, key: false, call: false };
    await visitOverview({
      role: Role.Root,
      status: { default_password: true },
      answers: { 'GET /api/overview/': ok(makeSiteOverview({ first_steps: steps })) },
    });
    expect(await screen.findByText('2 of 5 done')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Change the default password' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Add a channel' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Create a key' }).getAttribute('href')).toBe('/token?new=true');
  });
});
