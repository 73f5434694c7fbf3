import { TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

/** Acceptance checks of accounts that cover several areas, and so have no suite of one area to stand in. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const SELF = '/api/user/self';

describe('one account on all its routes', () => {
  const withKey = (secret: string) => new TestClient(app.url, { authorization: `Bearer ${secret}` });

  it.each([
    ['disable', 403],
    ['delete', 401],
  ])('%s takes effect on session, access token and key at once', async (action, keyStatus) => {
    const person = await app.make.signedIn();
    const id = person.user?.id ?? 0;
    const { secret } = await app.make.token(person);
    const accessToken = await must(person.get<string>('/api/user/token'));
    const script = new TestClient(app.url, { authorization: accessToken, 'new-api-user': String(id) });
    expect((await withKey(secret).get('/v1/models')).status).toBe(200);
    expect((await script.get(SELF)).body.success).toBe(true);

    await must(app.root.post('/api/user/manage', { id, action }));

    expect((await withKey(secret).get('/v1/models')).status).toBe(keyStatus);
    expect((await script.get(SELF)).body.success).toBe(false);
    const first = await person.get(SELF);
    const second = await person.get(SELF);
    // The session of a banned user gets one message about the ban; a deleted user counts as signed out at once.
    expect([first.status, second.status]).toEqual(action === 'disable' ? [200, 401] : [401, 401]);
    if (action === 'disable') expect(first.body.message).toContain('banned');
  });

  it('refuses administrators’ calls of a demoted administrator from the next one on', async () => {
    const admin = await app.make.signedIn({ role: 10 });
    expect((await admin.get('/api/user/')).body.success).toBe(true);
    await must(app.root.post('/api/user/manage', { id: admin.user?.id, action: 'demote' }));
    expect((await admin.get('/api/user/')).status).toBe(401);
  });
});
