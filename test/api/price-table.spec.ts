import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import {
  PRICE_VERSIONS_MAX,
  type AlertRuleTest,
  type PriceChange,
  type PriceListComparison,
  type PriceTable,
  type PriceTableRow,
  type PriceVersion,
  type PriceVersionDetail,
} from '@contracts';
import { Options } from '@option';
import { PriceBook, PriceListService } from '@pricing';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { AlertScene } from '../support/scenes/alert-scene';

const PATH = '/api/option/prices';

let scene: AlertScene;
let app: AlertScene['app'];
beforeAll(async () => {
  scene = await AlertScene.start();
  ({ app } = scene);
  const channel = { type: 1, name: 'one', key: 'k', group: 'default', base_url: 'http://127.0.0.1:1' };
  await must(app.root.post('/api/channel/', { ...channel, models: 'gpt-4o,unpriced-one,shared' }));
  await must(app.root.post('/api/channel/', { ...channel, name: 'two', models: 'shared' }));
});
afterAll(() => scene?.close());

async function rows(): Promise<readonly PriceTableRow[]> {
  return (await must(app.admin.get<PriceTable>(PATH))).rows;
}

async function rowOf(model: string): Promise<PriceTableRow | undefined> {
  return (await rows()).find(row => row.model === model);
}

function save(...changes: readonly PriceChange[]) {
  return app.admin.put<{ changed: number }>(PATH, { origin: 'table', changes });
}

function change(
  model: string,
  key: PriceChange['key'],
  value: number | null,
  before: number | null = null,
): PriceChange {
  return { model, key, before, value };
}

async function versions(): Promise<readonly PriceVersion[]> {
  return must(app.admin.get<PriceVersion[]>(`${PATH}/versions`));
}

function priceOf(model: string) {
  return app.nest.get(PriceBook).current.priceFor({ model, group: 'default' });
}

describe('the table of prices', () => {
  it('has models in use without a price on top, then those in use, then all others', async () => {
    const all = await rows();
    expect(all.slice(0, 3).map(({ model, channels, priced }) => [model, channels, priced])).toEqual([
      ['shared', 2, false],
      ['unpriced-one', 1, false],
      ['gpt-4o', 1, true],
    ]);
    expect(all.length).toBeGreaterThan(400);
    expect(await rowOf('gpt-4o')).toMatchObject({
      set: { ModelRatio: 1.25, CacheRatio: 0.5 },
      standard: { CompletionRatio: 4, SearchPrice: 25 },
      locked: true,
      changed: [],
    });
  });

  it('saves cells of several columns together, for the very next call', async () => {
    const { length: before } = await versions();
    const changes = [change('shared', 'ModelRatio', 2), change('shared', 'CreateCacheHourRatio', 3)];
    await must(save(...changes, change('shared', 'SearchPrice', 7), change('shared', 'CacheRatio', 0.25)));
    expect(priceOf('shared')).toMatchObject({
      modelRatio: 2,
      createCacheHourRatio: 3,
      searchPrice: 7,
      cacheRatio: 0.25,
    });
    const after = await versions();
    // The state before the first change is kept too.
    expect(after).toHaveLength(before + 2);
    expect(after[0]).toMatchObject({ origin: 'table', username: app.admin.user?.username, changed: 4 });
    expect(await rowOf('shared')).toMatchObject({ priced: true, changed: expect.arrayContaining(['ModelRatio']) });
  });

  it('refuses what somebody else has changed meanwhile, and saves nothing of it', async () => {
    await must(save(change('raced', 'ModelRatio', 1)));
    const answer = await save(change('raced', 'ModelRatio', 5), change('raced', 'CacheRatio', 0.5));
    expect(answer.body.message).toBe('somebody else has changed the prices of raced meanwhile; nothing was saved');
    expect((await rowOf('raced'))?.set).toEqual({ ModelRatio: 1 });
    // A change of another cell of the same model is no conflict.
    await must(save(change('raced', 'CacheRatio', 0.5)));
  });

  it('lets one of several savers at a time win', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(value => save(change('contested', 'ModelRatio', value))));
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
  });

  it.each([
    ['a negative price', [change('m', 'ModelRatio', -1)]],
    ['a price above the limit', [change('m', 'ModelRatio', 1_000_001)]],
    ['a name that is too long', [change('m'.repeat(256), 'ModelRatio', 1)]],
    ['one cell twice', [change('m', 'ModelRatio', 1), change('m', 'ModelRatio', 2)]],
    ['another option', [change('m', 'GroupRatio' as 'ModelRatio', 1)]],
    ['no cell', []],
  ])('refuses %s', async (_what, changes) => {
    expect((await save(...changes)).body.success).toBe(false);
    expect(await rowOf('m')).toBeUndefined();
  });

  it('is for administrators', async () => {
    expect((await app.user.get(PATH)).body.success).toBe(false);
    expect((await app.guest.get(PATH)).status).toBe(401);
  });
});

describe('the versions of the prices', () => {
  it('have what an option saved as a whole changed, and go back to any state', async () => {
    const [last] = await versions();
    const ratios = app.nest.get(Options).current.ModelRatio;
    await app.make.option('ModelRatio', { ...ratios, 'by-hand': 4 });
    const [byHand] = await versions();
    expect(byHand).toMatchObject({ origin: 'option', changed: 1 });
    const detail = await must(app.admin.get<PriceVersionDetail>(`${PATH}/versions/${last?.id}`));
    expect(detail.restore).toEqual([change('by-hand', 'ModelRatio', null, 4)]);
    await must(app.admin.post(`${PATH}/versions/${last?.id}/restore`));
    expect(await rowOf('by-hand')).toBeUndefined();
    expect((await versions())[0]).toMatchObject({ origin: 'restore', changed: 1 });
    const gone = await app.admin.get(`${PATH}/versions/999999`);
    expect(gone.body.message).toBe('this version of the prices is no longer kept');
  });

  it('are kept up to a number', async () => {
    for (let value = 1; value <= PRICE_VERSIONS_MAX + 2; value += 1) {
      await must(save(change('often', 'SearchPrice', value, value === 1 ? null : value - 1)));
    }
    const kept = await versions();
    expect(kept).toHaveLength(PRICE_VERSIONS_MAX);
    expect(kept[0]?.changed).toBe(1);
  });
});

describe('a public price list', () => {
  let server: Server;
  let answer = { status: 200, text: '' };
  let address = '';
  beforeAll(async () => {
    server = createServer((_request, response) => {
      response.writeHead(answer.status).end(answer.text);
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  const list = { openai: { models: { 'unpriced-one': { cost: { input: 3, output: 15 } } } } };

  it('is compared by address or as a text, and changes nothing by itself', async () => {
    answer = { status: 200, text: JSON.stringify(list) };
    const before = await rowOf('unpriced-one');
    const byAddress = await must(app.admin.post<PriceListComparison>(`${PATH}/compare`, { address: `${address}/x` }));
    expect(byAddress).toMatchObject({ format: 'models.dev', matched: 1 });
    expect(byAddress.rows).toEqual([
      {
        model: 'unpriced-one',
        listed_as: 'openai/unpriced-one',
        channels: 1,
        changes: [change('unpriced-one', 'ModelRatio', 1.5), change('unpriced-one', 'CompletionRatio', 5)],
      },
    ]);
    expect(await must(app.admin.post(`${PATH}/compare`, { text: answer.text }))).toEqual(byAddress);
    expect(await rowOf('unpriced-one')).toEqual(before);
  });

  it.each([
    [{ address: 'http://169.254.169.254/latest' }, 'http://169.254.169.254'],
    [{ address: 'file:///etc/passwd' }, 'give the address'],
    [{}, 'give the address'],
    [{ text: 'no list' }, 'neither a price list'],
  ])('is refused from %j', async (body, sentence) => {
    expect((await app.admin.post(`${PATH}/compare`, body)).body.message).toContain(sentence);
  });

  it('is looked at by the schedule, and a rule finds what differs until it was taken', async () => {
    const lists = app.nest.get(PriceListService);
    const found = async () => {
      const rule = await scene.addRule([], { kind: 'prices', threshold: 1 });
      return (await must(app.root.post<AlertRuleTest>(`/api/alert/rule/${rule.id}/test`, {}))).findings;
    };
    await app.make.option('PriceListAddress', `${address}/api.json`);
    await app.make.option('PriceListHours', '24');
    answer = { status: 200, text: JSON.stringify(list) };
    await lists.check(Date.now());
    const figures = { origin: address, count: 1, models: 'unpriced-one' };
    expect(await eventually(found, ({ length }) => length === 1)).toEqual([{ sentence: 'prices', figures }]);
    await must(save(change('unpriced-one', 'ModelRatio', 1.5), change('unpriced-one', 'CompletionRatio', 5)));
    await lists.check(Date.now() + 3_600_000);
    expect(await found()).toHaveLength(1);
    await lists.check(Date.now() + 25 * 3_600_000);
    await eventually(found, ({ length }) => length === 0);
    answer = { status: 500, text: '' };
    await expect(lists.check(Date.now() + 50 * 3_600_000)).rejects.toThrow('could not be read from');
  });
});
