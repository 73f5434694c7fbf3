import { Role, type OwnUser } from '@contracts';
import { PersonalTab } from '../features/account/PersonalTab';
import { ok } from './fake-server';
import { makeAdminUser } from './make-admin-user';
import { visitPage, type Visit } from './scene';

interface PersonalVisit extends Visit {
  readonly self?: Partial<OwnUser>;
}

/**
 * Opens the personal page of one account, with a server that knows all of its calls; only the given responses differ.
 */
export function visitPersonal({ at = '/setting', status = {}, self = {}, answers, ...visit }: PersonalVisit = {}) {
  return visitPage({
    page: <PersonalTab />,
    at,
    ...visit,
    answers: {
      'GET /api/status': ok(status),
      'GET /api/user/self': ok(makeAdminUser(7, { username: 'ann', role: Role.User, ...self })),
      'GET /api/groups/token': ok({ default: 'Everybody', vip: '' }),
      'GET /api/user/models': ok(['gpt-4o']),
      'GET /api/user/totp': ok({ enabled: false, recovery_codes_left: 0 }),
      'GET /api/user/passkeys': ok([]),
      'GET /api/user/sessions': ok([]),
      'GET /api/user/logout': ok(),
      ...answers,
    },
  });
}
