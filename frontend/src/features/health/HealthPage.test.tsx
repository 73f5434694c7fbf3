import { Role, type ChannelHealthView } from '@contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, refused } from '../../test-support/fake-server';
import { makeHealth, makeModelHealth } from '../../test-support/make-health';
import { visitPage, type Visit } from '../../test-support/scene';
import { HealthPage } from './HealthPage';

const resting = makeHealth(2, {
  state: 'resting',
  rests: [
    { key_place: 1, model: '', cause: 'busy', wait_ms: 40_000 },
    { key_place: 0, model: 'gpt-4o', cause: 'model_unavailable', wait_ms: 0 },
  ],
});
const disabled = makeHealth(3, {
  state: 'auto_disabled',
  status: 3,
  status_reason: 'the key was revoked',
  status_time: 1_740_000_000,
  served: 0,
  failed: 0,
  success_rate: null,
  latency_p50: null,
  latency_p95: null,
  first_token_p50: null,
  first_token_p95: null,
  last_error: null,
});

function visit(channels: readonly ChannelHealthView[], { answers, ...options }: Visit = {}) {
  return visitPage({
    page: <HealthPage />,
    at: '/health',
    role: Role.Admin,
    ...options,
    answers: {
      'GET /api/channel/health': ok(channels),
      'GET /api/channel/health/1': ok({
        channel: makeHealth(1),
        models: [makeModelHealth('gpt-4o'), makeModelHealth('o3', { success_rate: 1, last_error: null })],
      }),
      'GET /api/channel/test/1': ok(undefined, { time: 1.482 }),
      'POST /api/channel/health/2/wake': ok(),
      'PUT /api/channel/': ok({}),
      ...answers,
    },
  });
}

async function rowOf(name: string) {
  const link = await screen.findByRole('link', { name });
  return within(link.closest('tr') ?? document.body);
}

describe('the health page', () => {
  it('shows the figures of a channel, its last error, and the way to its form and its log', async () => {
    await visit([makeHealth(1)]);
    const row = await rowOf('channel 1');
    expect(row.getByRole('img', { name: 'Success rate of channel 1: 90%' })).toBeTruthy();
    for (const text of ['90 / 10', '0.42s / 1.9s', '0.12s / 0.35s', 'Broken or unreachable (502)', 'Enabled']) {
      expect(row.getByText(text)).toBeTruthy();
    }
    expect(row.getByText('our servers are in pain')).toBeTruthy();
    expect(row.getByTitle(/Rate limited or overloaded: 4/)).toBeTruthy();
    expect(row.getByRole('link', { name: 'channel 1' }).getAttribute('href')).toBe('/channel/edit/1');
    expect(row.getByRole('link', { name: 'Log' }).getAttribute('href')).toBe('/log?channel=1');
    expect(within(row.getByRole('img', { name: /^Attempts over time/ })).getAllByText(/served/)).toHaveLength(12);
  });

  it('says what rests, why, and counts down to the next trial', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    await visit([resting]);
    const row = await rowOf('channel 2');
    expect(row.getByText('Resting')).toBeTruthy();
    expect(row.getByText('Key 1 rests')).toBeTruthy();
    expect(row.getByText('Rate limited or overloaded')).toBeTruthy();
    expect(row.getByText('gpt-4o rests')).toBeTruthy();
    expect(row.getByText('the next call is the trial')).toBeTruthy();
    const secondsLeft = () => Number(/\d+/.exec(row.getByText(/^next trial in/).textContent ?? '')?.[0]);
    const before = secondsLeft();
    expect(before).toBeLessThanOrEqual(40);
    await act(() => jest.advanceTimersByTimeAsync(5000));
    expect(before - secondsLeft()).toBeGreaterThanOrEqual(4);
    jest.useRealTimers();
  });

  it('puts what needs somebody first, and shows dashes where nothing was measured', async () => {
    await visit([makeHealth(1), resting, disabled]);
    await rowOf('channel 3');
    const names = screen.getAllByRole('link', { name: /^channel/ }).map(link => link.textContent);
    expect(names).toEqual(['channel 3', 'channel 2', 'channel 1']);
    const row = await rowOf('channel 3');
    expect(row.getByText('the key was revoked')).toBeTruthy();
    expect(row.getAllByText('–').length).toBeGreaterThanOrEqual(4);
  });

  it('wakes, tests, disables and enables', async () => {
    const { server } = await visit([makeHealth(1), resting, disabled]);
    await userEvent.click((await rowOf('channel 2')).getByRole('button', { name: 'Wake' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/channel/health/2/wake')).toHaveLength(1));
    expect((await rowOf('channel 1')).queryByRole('button', { name: 'Wake' })).toBeNull();
    await userEvent.click((await rowOf('channel 1')).getByRole('button', { name: 'Test' }));
    expect(await screen.findByText('channel 1: test passed in 1.48s')).toBeTruthy();
    await userEvent.click((await rowOf('channel 1')).getByRole('button', { name: 'Disable' }));
    await userEvent.click((await rowOf('channel 3')).getByRole('button', { name: 'Enable' }));
    await waitFor(() => expect(server.callsTo('PUT', '/api/channel/')).toHaveLength(2));
    expect(server.callsTo('PUT', '/api/channel/').map(({ body }) => body)).toEqual([
      { id: 1, status: 2 },
      { id: 3, status: 1 },
    ]);
  });

  it('opens the models of a channel', async () => {
    await visit([makeHealth(1)]);
    await userEvent.click((await rowOf('channel 1')).getByRole('button', { name: 'Show details' }));
    const models = within(await screen.findByRole('table', { name: 'Models of channel 1' }));
    expect(models.getByText('o3')).toBeTruthy();
    expect(models.getByRole('img', { name: 'Success rate of o3: 100%' })).toBeTruthy();
  });

  it('reads the span that the address names, and keeps the choice there', async () => {
    const { server, history } = await visit([makeHealth(1)], { at: '/health?span=day' });
    await rowOf('channel 1');
    expect(server.callsTo('GET', '/api/channel/health?span=day')).toHaveLength(1);
    await userEvent.click(screen.getByText('Last hour'));
    await waitFor(() => expect(server.callsTo('GET', '/api/channel/health?span=hour')).toHaveLength(1));
    expect(history.location.search).toBe('');
  });

  it('reads again every 15 seconds', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const { server } = await visit([makeHealth(1)]);
    await rowOf('channel 1');
    await act(() => jest.advanceTimersByTimeAsync(31_000));
    expect(server.callsTo('GET', '/api/channel/health?span=hour')).toHaveLength(3);
    jest.useRealTimers();
  });

  it('finds channels by name, and says when none fits', async () => {
    await visit([makeHealth(1), makeHealth(2)]);
    await rowOf('channel 1');
    await userEvent.type(screen.getByRole('searchbox'), 'nel 2{Enter}');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'channel 1' })).toBeNull());
    await userEvent.type(screen.getByRole('searchbox'), ' and more{Enter}');
    expect(await screen.findByText('No channel fits.')).toBeTruthy();
  });

  it('says that there is no channel', async () => {
    await visit([]);
    expect(await screen.findByText('There is no channel yet.')).toBeTruthy();
  });

  it('offers to try again when it could not be loaded', async () => {
    await visit([], { answers: { 'GET /api/channel/health': refused('the database is away') } });
    expect(await screen.findByText('This could not be loaded')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
