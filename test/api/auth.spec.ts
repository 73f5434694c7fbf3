import { startTestApp, type TestApp } from '../support/test-app';

describe('signing in', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ environment: { LOG_LEVEL: 'error' } });
  });
  afterAll(() => app?.close());

  it('works', async () => {
    const self = await app.user.get('/api/user/self');
    expect(self.body).toBe(1);
  });
});
