/**
 * A real OpenID Connect provider in a process of its own, because its package consists of ES modules that Jest would
 * have to convert. Usage: `node oidc-provider.mjs <redirect address>`; the first line it prints is its issuer.
 */
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const [redirectUri] = process.argv.slice(2);

/** The account of a login name. Every name may sign in, with any password, and decides the claims of the provider. */
function accountOf(name) {
  return {
    accountId: name,
    claims: () => ({
      sub: name,
      name: `${name} of the provider`,
      preferred_username: name,
      email: `${name}@provider.example`,
      email_verified: !name.startsWith('unverified'),
      // The part of a name before a dash: `staff-ann` is in the groups `staff` and `everybody`.
      realm_access: { groups: ['everybody', name.split('-')[0]] },
    }),
  };
}

let answer;
const server = createServer((request, response) => answer(request, response));
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'sluice', client_secret: 'secret of sluice', redirect_uris: [redirectUri] }],
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username', 'realm_access'],
      email: ['email', 'email_verified'],
    },
    findAccount: (_, name) => accountOf(name),
    cookies: { keys: ['a key of the test'] },
    pkce: { required: () => true },
  });
  answer = provider.callback();
  console.log(issuer);
});
