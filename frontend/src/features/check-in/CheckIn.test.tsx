import { type SessionUser } from '@contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, refused, startFakeServer, type FakeAnswer } from '../../test-support/fake-server';
import { makeUser, renderPage } from '../../test-support/render-page';
import { CheckInButton, CheckInOverlay } from './CheckInButton';

function dates(signed: readonly string[], canSignIn: boolean) {
  return ok({ sign_in_dates: signed, status: { can_sign_in_today: canSignIn, today: '2026-11-22' } });
}

interface Visit {
  readonly user?: SessionUser | null;
  readonly isEnabled?: boolean;
  readonly days?: FakeAnswer | (() => FakeAnswer);
  readonly signIn?: FakeAnswer;
}

async function visit({ user = makeUser(), isEnabled = true, days = dates([], true), signIn }: Visit = {}) {
  localStorage.clear();
  const server = startFakeServer({
    'GET /api/status': ok({ quota_per_unit: 500_000, display_in_currency: true, sign_in_enabled: isEnabled }),
    'GET /api/user/sign-in-dates': days,
    'POST /api/user/sign-in': signIn ?? refused('no'),
  });
  await renderPage(
    <>
      <CheckInButton />
      <CheckInOverlay />
    </>,
    { user },
  );
  return server;
}

async function open() {
  return userEvent.click(await screen.findByRole('button', { name: 'Daily check-in' }));
}

async function cellOf(day: string) {
  return (await screen.findByText(day, { selector: 'time' })).closest('td');
}

describe('the daily check-in', () => {
  it('is not offered when the operator gives no rewards', async () => {
    const server = await visit({ isEnabled: false });
    await waitFor(() => expect(server.callsTo('GET', '/api/status')).toHaveLength(1));
    expect(screen.queryByRole('button')).toBeNull();
  });

  it("shows the state of each day of the server's month", async () => {
    await visit({ days: dates(['2026-11-20'], true) });
    await open();
    expect(await screen.findByRole('table', { name: 'November 2026' })).toBeTruthy();
    expect((await cellOf('20'))?.title).toBe('Signed in');
    expect((await cellOf('21'))?.title).toBe('Missed');
    expect((await cellOf('22'))?.title).toBe('Today can sign');
    expect((await cellOf('22'))?.getAttribute('aria-current')).toBe('date');
    expect((await cellOf('23'))?.title).toBe('Waiting');
  });

  it('collects the reward of today and marks the day', async () => {
    let signed: readonly string[] = [];
    const server = await visit({
      days: () => dates(signed, signed.length === 0),
      signIn: ok({ quota_awarded: 20_700, sign_in_date: '2026-11-22', streak: 8 }),
    });
    await open();
    const button = await screen.findByRole('button', { name: 'Check in' });
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
    signed = ['2026-11-22'];
    await userEvent.click(button);
    expect(await screen.findByText('Check-in succeeded: $0.04, day 8 in a row')).toBeTruthy();
    expect(server.callsTo('POST', '/api/user/sign-in')).toHaveLength(1);
    await waitFor(async () => expect((await cellOf('22'))?.title).toBe('Today already signed'));
    expect(screen.getByRole('button', { name: 'Already signed in today' })).toHaveProperty('disabled', true);
    // The clicked button is gone, but the keyboard still closes the dialog.
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it("shows the server's reason for a refusal", async () => {
    await visit({ signIn: refused('check-in is not enabled') });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Check in' }));
    expect(await screen.findByText('check-in is not enabled')).toBeTruthy();
  });

  it('asks to try later when the server cannot be reached', async () => {
    await visit({ signIn: { isUnreachable: true } });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Check in' }));
    expect(await screen.findByText('Check-in failed, please try later')).toBeTruthy();
  });

  it('shows earlier months, but none after today', async () => {
    await visit({ days: dates(['2026-10-31'], true) });
    await open();
    expect(await screen.findByRole('button', { name: 'Next month' })).toHaveProperty('disabled', true);
    await userEvent.click(screen.getByRole('button', { name: 'Previous month' }));
    const table = await screen.findByRole('table', { name: 'October 2026' });
    expect(within(table).getByText('31').closest('td')?.title).toBe('Signed in');
    expect(screen.getByRole('button', { name: 'Next month' })).toHaveProperty('disabled', false);
  });

  it('tells guests that they are not logged in, and sends nothing to the server', async () => {
    const server = await visit({ user: null });
    await open();
    expect(await screen.findByRole('button', { name: 'Not logged in' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy();
    expect(server.callsTo('GET', '/api/user')).toEqual([]);
  });

  it('offers to try again when the dates cannot be loaded', async () => {
    let isUp = false;
    await visit({ days: () => (isUp ? dates([], true) : { isUnreachable: true }) });
    await open();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    isUp = true;
    await userEvent.click(retry);
    expect(await cellOf('22')).toBeTruthy();
  });
});
