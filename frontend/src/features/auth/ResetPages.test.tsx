import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, refused, startFakeServer } from '../../test-support/fake-server';
import { renderPage } from '../../test-support/render-page';
import { ResetConfirmPage } from './ResetConfirmPage';
import { ResetRequestPage } from './ResetRequestPage';

afterEach(() => jest.restoreAllMocks());

describe('the request for a reset mail', () => {
  async function ask(email: string, answer = ok()) {
    const server = startFakeServer({ 'GET /api/reset_password': answer, 'GET /api/status': ok({}) });
    await renderPage(<ResetRequestPage />, { at: '/reset' });
    if (email) await userEvent.type(screen.getByLabelText('E-mail address'), email);
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    return { sent: () => server.callsTo('GET', '/api/reset_password') };
  }

  it('sends the address and waits thirty seconds before the next', async () => {
    const { sent } = await ask(' ann+home@example.org ');
    expect(await screen.findByText('Reset mail sent, check mailbox')).toBeTruthy();
    expect(sent().map(({ url }) => url)).toEqual(['/api/reset_password?email=ann%2Bhome%40example.org']);
    const waiting = await screen.findByRole<HTMLButtonElement>('button', { name: 'Retry (30)' });
    expect(waiting.disabled).toBe(true);
    const later = Date.now() + 30_000;
    jest.spyOn(Date, 'now').mockReturnValue(later);
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Submit' })).disabled).toBe(false);
  });

  it('sends nothing without an address', async () => {
    const { sent } = await ask('');
    expect(sent()).toEqual([]);
  });

  it('lets a wrong address be corrected at once', async () => {
    const { sent } = await ask('ann', refused('invalid e-mail address'));
    await waitFor(() => expect(sent()).toHaveLength(1));
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Submit' });
    await waitFor(() => expect(button.disabled).toBe(false));
  });
});

describe('the link of the reset mail', () => {
  const LINK = '/user/reset?email=ann%2Bhome%40example.org&token=0123';

  async function open(at: string, answer = ok('k7Qm2xWb9TzR4nHc')) {
    const server = startFakeServer({ 'POST /api/user/reset': answer });
    await renderPage(<ResetConfirmPage />, { at });
    return { sent: () => server.callsTo('POST', '/api/user/reset') };
  }
  const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Reset password' }));

  it('shows whose password is reset, and changes nothing without a click', async () => {
    const { sent } = await open(LINK);
    const field = screen.getByLabelText<HTMLInputElement>('E-mail address');
    expect([field.value, field.readOnly]).toEqual(['ann+home@example.org', true]);
    expect(sent()).toEqual([]);
  });

  it('gives a new password, which a click copies', async () => {
    const user = userEvent.setup(); // provides a clipboard
    const { sent } = await open(LINK);
    await user.click(screen.getByRole('button', { name: 'Reset password' }));
    const field = await screen.findByLabelText<HTMLInputElement>('New password');
    expect([field.value, field.readOnly]).toEqual(['k7Qm2xWb9TzR4nHc', true]);
    expect(sent().map(({ body }) => body)).toEqual([{ email: 'ann+home@example.org', token: '0123' }]);
    await user.click(field);
    expect(await screen.findByText('New password copied to clipboard')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe('k7Qm2xWb9TzR4nHc');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Password reset completed' });
    expect(button.disabled).toBe(true);
  });

  it('can be tried again when the server refuses', async () => {
    const { sent } = await open(LINK, refused('the reset link is invalid or has expired'));
    await confirm();
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(screen.queryByLabelText('New password')).toBeNull();
    expect(screen.getByRole('link', { name: 'Ask for another link' }).getAttribute('href')).toBe('/reset');
  });

  it.each(['/user/reset', '/user/reset?email=ann%40example.org', '/user/reset?token=0123'])(
    'has no effect when a part of it is missing: %s',
    async at => {
      await open(at);
      expect(screen.getByText(/This link is not complete/)).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Reset password' })).toBeNull();
    },
  );
});
