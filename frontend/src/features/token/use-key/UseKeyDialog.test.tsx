import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Role } from '@contracts';
import { ok } from '../../../test-support/fake-server';
import { makeToken } from '../../../test-support/make-token';
import { visitPage } from '../../../test-support/scene';
import { TokenPage } from '../TokenPage';

/** Answers of the relay to the tried call; null stands for a server that is away. */
type Tried = { readonly status: number; readonly body: object } | null;

async function openUse(tried: Tried = null, changes = {}) {
  const rows = [makeToken(1, { name: 'laptop', key: 'abc', ...changes })];
  const answers = {
    'GET /api/token/': ok(rows),
    'GET /api/user/models': ok(['gpt-4o', 'claude-sonnet-4-5']),
    'GET /api/user_group_map': ok({ default: 'usual' }),
    'GET /api/token-channel-description': ok(''),
    'POST /v1/chat/completions': tried ?? { isUnreachable: true as const },
  };
  const scene = await visitPage({ page: <TokenPage />, at: '/token', role: Role.User, answers });
  await userEvent.click(await screen.findByRole('button', { name: 'Use the key laptop' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('option', { name: 'gpt-4o' });
  return { ...scene, dialog };
}

describe('the use of a key', () => {
  it('shows each client with address, key and model filled in', async () => {
    const { dialog } = await openUse();
    expect(dialog.getByLabelText('Code for curl').textContent).toContain('Bearer sk-abc');
    await userEvent.selectOptions(dialog.getByLabelText('Model'), 'claude-sonnet-4-5');
    await userEvent.click(dialog.getByRole('tab', { name: 'Claude Code' }));
    const text = (await dialog.findByLabelText('Code for Claude Code')).textContent;
    expect(text).toContain("ANTHROPIC_AUTH_TOKEN='sk-abc'");
    expect(text).toContain("claude --model 'claude-sonnet-4-5'");
  });

  it('offers the models that the key is limited to', async () => {
    const { dialog } = await openUse(null, { model_limits_enabled: true, model_limits: 'gpt-4o' });
    expect(dialog.getAllByRole('option').map(option => option.textContent)).toEqual(['gpt-4o']);
  });

  it('begins with the default model of the key', async () => {
    const { dialog } = await openUse(null, { default_model: 'claude-sonnet-4-5' });
    expect(dialog.getByLabelText<HTMLSelectElement>('Model').value).toBe('claude-sonnet-4-5');
  });

  it('tries the key itself, and shows the answer and its tokens', async () => {
    const body = {
      choices: [{ message: { role: 'assistant', content: 'Hello there.' } }],
      usage: { prompt_tokens: 9, completion_tokens: 4 },
    };
    const { dialog, server } = await openUse({ status: 200, body });
    await userEvent.click(dialog.getByRole('button', { name: 'Try it now' }));
    expect(await dialog.findByText('Hello there.')).toBeTruthy();
    expect(dialog.getByText(/input tokens: 9, output tokens: 4/)).toBeTruthy();
    const [call] = server.callsTo('POST', '/v1/chat/completions');
    expect(call?.body).toMatchObject({ model: 'gpt-4o', max_tokens: 64 });
  });

  it('shows why a call was refused', async () => {
    const { dialog } = await openUse({ status: 403, body: { error: { message: 'The quota of the key is used up.' } } });
    await userEvent.click(dialog.getByRole('button', { name: 'Try it now' }));
    expect(await dialog.findByText('Refused with status 403')).toBeTruthy();
    expect(dialog.getByText('The quota of the key is used up.')).toBeTruthy();
  });

  it('says when the server does not answer', async () => {
    const { dialog } = await openUse();
    await userEvent.click(dialog.getByRole('button', { name: 'Try it now' }));
    await waitFor(() => expect(dialog.getByText(/^The server did not answer/)).toBeTruthy());
  });
});
