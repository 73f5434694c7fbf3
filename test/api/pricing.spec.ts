import { type PricingItem } from '@contracts';
import { Options } from '@option';
import { UnitOfWork } from '@platform';
import { PriceBook } from '@pricing';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';
import { type TestClient } from '../support/clients/client';

let app: TestApp;
let member: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  await app.make.option('GroupRatio', { default: 1, vip: 0.8, secret: 0.5 });
  await app.make.option('GroupDisplayNames', { default: 'Default group', secret: 'Inner circle' });
  await app.make.option('HiddenGroups', ['secret']);
  const base_url = 'http://127.0.0.1:9';
  await app.make.channel({ base_url, models: 'gpt-4o,dall-e-3,nobody-priced-this', group: 'default,vip' });
  await app.make.channel({ base_url, models: 'gpt-4o,o3', group: 'secret,not-a-group' });
  member = await app.make.signedIn({ group: 'vip,secret' });
});
afterAll(() => app.close());

async function pricing(client: TestClient) {
  const { body } = await client.get<PricingItem[]>('/api/pricing');
  return { items: body.data ?? [], ratios: body.group_ratio, labels: body.usable_group };
}

async function namesFor(client: TestClient) {
  return (await pricing(client)).items.map(item => item.model_name);
}

describe('the price list', () => {
  it('names the models that every user may use, sorted, with their prices', async () => {
    const { items, ratios } = await pricing(app.guest);
    const common = { owner_by: '', enable_groups: ['default', 'vip'] };
    expect(items).toEqual([
      { model_name: 'dall-e-3', quota_type: 1, model_ratio: 0, model_price: 0.04, completion_ratio: 0, ...common },
      { model_name: 'gpt-4o', quota_type: 0, model_ratio: 1.25, model_price: 0, completion_ratio: 4, ...common },
      {
        model_name: 'nobody-priced-this',
        quota_type: 0,
        model_ratio: 0,
        model_price: 0,
        completion_ratio: 0,
        ...common,
        unpriced: true,
      },
    ]);
    expect(ratios).toEqual({ default: 1, vip: 0.8 });
  });

  it('has a price for every model in self-use mode', async () => {
    await app.make.option('SelfUseModeEnabled', true);
    const { items } = await pricing(app.guest);
    await app.make.option('SelfUseModeEnabled', false);
    const item = items.find(({ model_name: name }) => name === 'nobody-priced-this');
    expect(item).toMatchObject({ model_ratio: 37.5, completion_ratio: 1 });
    expect(item).not.toHaveProperty('unpriced');
  });

  it('shows a hidden group and its models to its members only', async () => {
    expect(await namesFor(app.admin)).not.toContain('o3');
    const { items, ratios } = await pricing(member);
    expect(items.find(item => item.model_name === 'o3')?.enable_groups).toEqual(['secret']);
    expect(items.find(item => item.model_name === 'gpt-4o')?.enable_groups).toEqual(['default', 'secret', 'vip']);
    expect(ratios).toEqual({ default: 1, vip: 0.8, secret: 0.5 });
  });

  it('contains the names of the groups, without those that are hidden from the reader', async () => {
    expect((await pricing(app.guest)).labels).toEqual({ default: 'Default group', vip: 'vip' });
    expect((await pricing(member)).labels).toEqual({ default: 'Default group', secret: 'Inner circle', vip: 'vip' });
  });

  it('changes at once with prices, groups and channels', async () => {
    const book = app.nest.get(PriceBook).current;
    await app.make.option('Notice', 'not about prices');
    expect(app.nest.get(PriceBook).current).toBe(book);
    await app.make.option('ModelRatio', { 'gpt-4o': 7 });
    expect((await pricing(app.guest)).items.find(item => item.model_name === 'gpt-4o')?.model_ratio).toBe(7);
    const id = await app.make.channel({ base_url: 'http://127.0.0.1:9', models: 'brand-new', group: 'default' });
    expect(await namesFor(app.guest)).toContain('brand-new');
    await must(app.admin.put('/api/channel/', { id, status: 2 }));
    expect(await namesFor(app.guest)).not.toContain('brand-new');
    await must(app.admin.post('/api/option/rest_model_ratio'));
    expect((await pricing(app.guest)).items.find(item => item.model_name === 'gpt-4o')?.model_ratio).toBe(1.25);
  });
});

describe('the manufacturers', () => {
  it('come as the text that was saved', async () => {
    expect((await app.guest.get('/api/model-info')).body.data).toBe('[]');
    const text = '[{"Manufacturer":"OpenAI","icon":"","description":"<p>x</p>","models":[]}]';
    await app.make.option('Manufacturers', text);
    expect((await app.guest.get('/api/model-info')).body.data).toBe(text);
  });
});

describe('an administrator’s text about manufacturers', () => {
  const shown = async (fields: Record<string, unknown>) => {
    await app.make.option('Manufacturers', [
      { Manufacturer: 'OpenAI', icon: '', description: '', models: [], ...fields },
    ]);
    const [first] = JSON.parse(String((await app.guest.get('/api/model-info')).body.data)) as Record<string, string>[];
    return first ?? {};
  };
  const image = 'data:image/png;base64,iVBORw0KGgo=';

  it.each([
    ['<p>x</p><script>alert(1)</script>', '<p>x</p>'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<a href="javascript:alert(1)">x</a>', '<a target="_blank" rel="noopener noreferrer">x</a>'],
    ['<svg onload=alert(1)></svg><b>y</b>', '<b>y</b>'],
    ['[x](javascript:alert(1))', '<p><a target="_blank" rel="noopener noreferrer">x</a></p>'],
    [
      'Makers of **GPT**: see [their page](https://openai.com)',
      'Makers of **GPT**: see [their page](https://openai.com)',
    ],
  ])('is stored and returned without parts that run in a page: %s', async (description, kept) => {
    expect((await shown({ description })).description).toBe(kept);
    const options = await must(app.root.get<{ key: string; value: string }[]>('/api/option/'));
    expect(options.find(({ key }) => key === 'Manufacturers')?.value).toContain(JSON.stringify(kept));
  });

  it.each([
    [image, image],
    ['https://a.example/x.png', 'https://a.example/x.png'],
    ['/logo.png', '/logo.png'],
    ['data:image/svg+xml;base64,PHN2Zy8+', 'data:image/svg+xml;base64,PHN2Zy8+'],
    ['data:image/svg+xml,<svg onload=alert(1)>', ''],
    ['javascript:alert(1)', ''],
    ['data:text/html;base64,PHNjcmlwdD4=', ''],
    ['//evil.example/x.png', ''],
  ])('has images for icons only: %s', async (icon, kept) => expect((await shown({ icon })).icon).toBe(kept));

  it('is cleaned when it was stored before, and loses unknown fields', async () => {
    const stored = [{ Manufacturer: 'A', description: '<b onclick=x()>a</b>', extra: '<script>', models: [{}] }];
    await app.nest.get(UnitOfWork).run(async manager => {
      await manager.query(`DELETE FROM options WHERE option_key = 'Manufacturers'`);
      await manager.query(
        `INSERT INTO options (option_key, option_value) VALUES ('Manufacturers', '${JSON.stringify(stored)}')`,
      );
    });
    await app.nest.get(Options).reload();
    const models = [{ model_name: '', type: [], illustrate: '' }];
    const received = JSON.parse(String((await app.guest.get('/api/model-info')).body.data)) as unknown;
    expect(received).toEqual([{ Manufacturer: 'A', icon: '', description: '<b>a</b>', models }]);
    await app.make.option('Manufacturers', []);
  });
});

describe('the lists of groups', () => {
  it('hold all groups for administrators, default first', async () => {
    expect((await app.guest.get('/api/group/')).status).toBe(401);
    expect((await app.user.get('/api/group/')).body.success).toBe(false);
    expect((await app.admin.get('/api/group/')).body.data).toEqual(['default', 'secret', 'vip']);
  });

  it('hold labels for tokens: of groups that are not hidden, and of the own ones', async () => {
    expect((await app.guest.get('/api/groups/token')).status).toBe(401);
    expect((await app.user.get('/api/groups/token')).body.data).toEqual({ default: 'Default group', vip: 'vip' });
    expect((await app.admin.get('/api/groups/token')).body.data).toEqual({ default: 'Default group', vip: 'vip' });
    expect((await member.get('/api/groups/token')).body.data).toEqual({
      default: 'Default group',
      vip: 'vip',
      secret: 'Inner circle',
    });
  });
});

describe('the models of a user', () => {
  const models = async (client: TestClient, query = '') => (await client.get(`/api/user/models${query}`)).body.data;

  it('are those of all usable groups, or of one of them', async () => {
    expect((await app.guest.get('/api/user/models')).status).toBe(401);
    expect(await models(app.user)).toEqual(['dall-e-3', 'gpt-4o', 'nobody-priced-this']);
    expect(await models(member)).toEqual(['dall-e-3', 'gpt-4o', 'nobody-priced-this', 'o3']);
    expect(await models(member, '?group=secret')).toEqual(['gpt-4o', 'o3']);
  });

  it('leave out models without a price where only priced ones are requested', async () => {
    expect(await models(app.user, '?priced=true')).toEqual(['dall-e-3', 'gpt-4o']);
    expect(await models(app.user, '?group=vip&priced=true')).toEqual(['dall-e-3', 'gpt-4o']);
  });

  it('are none for a group that the user may not use', async () => {
    expect(await models(app.user, '?group=secret')).toEqual([]);
    expect(await models(app.user, '?group=not-a-group')).toEqual([]);
  });
});
