import { startTestApp, type TestApp } from '../support/test-app';

describe('tokens', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app?.close());

  it('works', async () => {
    const t = await app.make.token(app.user);
    console.log(t, (await app.user.put('/api/token/', { id: t.id, name: 'x', remain_quota: 10 })).text);
  });
});
