import { type TokenTemplate } from '@contracts';
import { type TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const TEMPLATES = '/api/token_template/';

const values = {
  name: 'team',
  remain_quota: 500_000,
  unlimited_quota: false,
  expires_in_seconds: 2_592_000,
  model_limits_enabled: true,
  model_limits: 'gpt-4o, gpt-4o-mini,gpt-4o',
  ip_limits: '10.0.0.0/8',
  rate_limit_enabled: false,
  rate_limit_interval: 60,
  rate_limit_count: 10,
  rpm_limit: 5,
  tpm_limit: 0,
  max_concurrency: 2,
  rpd_limit: 0,
  default_model: 'gpt-4o',
  group: 'default',
  is_site: false,
};

describe('templates of tokens', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.closeWithEvenLedger());

  const list = (client: TestClient) => must(client.get<TokenTemplate[]>(TEMPLATES));
  const save = (client: TestClient, changes: object = {}) =>
    must(client.post<TokenTemplate>(TEMPLATES, { ...values, ...changes }));
  const refusalOf = async (client: TestClient, changes: object) =>
    (await client.post(TEMPLATES, { ...values, ...changes })).body.message;

  it('keep the values of a new token, cleaned', async () => {
    const ann = await app.make.signedIn();
    const saved = await save(ann);
    expect(saved).toEqual({ ...values, id: saved.id, model_limits: 'gpt-4o,gpt-4o-mini' });
    expect(await list(ann)).toEqual([saved]);
  });

  it('are replaced by name, and belong to one owner', async () => {
    const ann = await app.make.signedIn();
    const bob = await app.make.signedIn();
    const first = await save(ann);
    const second = await save(ann, { rpm_limit: 7 });
    expect(second).toMatchObject({ id: first.id, rpm_limit: 7 });
    expect(await list(bob)).toEqual([]);
    const refused = await bob.delete(`${TEMPLATES}${first.id}`);
    expect(refused.body).toMatchObject({ success: false, message: 'record not found' });
    await must(ann.delete(`${TEMPLATES}${first.id}`));
    expect(await list(ann)).toEqual([]);
  });

  it('of the site are saved by administrators alone, and offered to everybody first', async () => {
    const ann = await app.make.signedIn();
    expect(await refusalOf(ann, { is_site: true })).toBe('not permitted: insufficient permission');
    const site = await save(app.admin, { is_site: true, name: 'zebra' });
    const own = await save(ann, { name: 'ant' });
    expect(await list(ann)).toEqual([site, own]);
    expect((await ann.delete(`${TEMPLATES}${site.id}`)).body.success).toBe(false);
    await must(app.root.delete(`${TEMPLATES}${site.id}`));
  });

  it('are refused with a sentence when a value is wrong', async () => {
    const ann = await app.make.signedIn();
    const refusals = [
      [{ name: ' ' }, 'a template needs a name'],
      [{ name: 'x'.repeat(31) }, 'token name too long'],
      [{ expires_in_seconds: 0 }, 'the time to the expiry must be -1, or 1 to 315360000 seconds'],
      [{ remain_quota: -1 }, 'token quota is not valid'],
      [{ ip_limits: 'nowhere' }, 'IP limit is not valid: nowhere'],
    ] as const;
    for (const [changes, message] of refusals) expect(await refusalOf(ann, changes)).toBe(message);
    expect(await list(ann)).toEqual([]);
  });

  it('are at most fifty for an owner', async () => {
    const ann = await app.make.signedIn();
    for (let count = 0; count < 50; count++) await save(ann, { name: `template ${count}` });
    expect(await refusalOf(ann, { name: 'one more' })).toBe('too many templates: at most 50');
    await save(ann, { name: 'template 7' });
  });
});
