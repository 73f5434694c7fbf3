import { Role, type OwnUser } from '@contracts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PersonalTab } from '../features/account/PersonalTab';
import { ok, startFakeServer, type FakeAnswer, type SeenCall } from './fake-server';
import { makeAdminUser } from './make-admin-user';
import { makeUser, renderPage } from './render-page';

type Answers = Readonly<Record<string, FakeAnswer | ((call: SeenCall) => FakeAnswer)>>;

export interface PersonalVisit {
  readonly status?: object;
  readonly self?: Partial<OwnUser>;
  readonly answers?: Answers;
  readonly at?: string;
}

/**
 * Opens the personal page of one account, with a server that knows all of its calls; only the given responses differ.
 */
export async function visitPersonal({ status = {}, self = {}, answers = {}, at = '/setting' }: PersonalVisit = {}) {
  const server = startFakeServer({
    'GET /api/status': ok(status),
    'GET /api/user/self': ok(makeAdminUser(7, { username: 'ann', role: Role.User, ...self })),
    'GET /api/groups/token': ok({ default: 'Everybody', vip: '' }),
    'GET /api/user/models': ok(['gpt-4o']),
    'GET /api/user/totp': ok({ enabled: false, recovery_codes_left: 0 }),
    'GET /api/user/passkeys': ok([]),
    'GET /api/user/sessions': ok([]),
    'GET /api/user/logout': ok(),
    ...answers,
  });
  const page = await renderPage(<PersonalTab />, { user: makeUser(), at });
  const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
  const fill = async (label: string | RegExp, text: string) =>
    userEvent.type(await screen.findByLabelText(label), text);
  return { server, press, fill, ...page };
}
