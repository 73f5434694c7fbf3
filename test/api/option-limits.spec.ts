import { GROUP_NAME_MAX, optionKeys, optionRow, OPTION_UNITS_MAX, RATIO_MAX } from '@contracts';
import { Options } from '@option';
import { UnitOfWork } from '@platform';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
});
afterAll(() => scene.close());

async function save(key: string, value: unknown): Promise<string> {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const { status, body } = await scene.app.root.put('/api/option/', { key, value: text });
  expect(status).toBe(200);
  return body.success ? 'saved' : String(body.message);
}

/** Stores a text as an older version may have left it. */
async function plant(key: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  await scene.app.nest.get(UnitOfWork).run(async manager => {
    await manager.query(`DELETE FROM options WHERE option_key = '${key}'`);
    await manager.query(`INSERT INTO options (option_key, option_value) VALUES ('${key}', '${text}')`);
  });
  await scene.app.nest.get(Options).reload();
}

function long(length: number): string {
  return '名'.repeat(length);
}

describe('saving a table of ratios', () => {
  const tables = ['ModelRatio', 'CompletionRatio', 'ModelPrice', 'GroupRatio', 'TopupGroupRatio'] as const;

  it.each(tables)('%s takes the largest ratio and none above it', async key => {
    const table = (ratio: number) => ({ default: 1, large: ratio });
    expect(await save(key, table(RATIO_MAX))).toBe('saved');
    for (const ratio of [RATIO_MAX + 1, 1e12, 1e15, 1e300]) {
      expect(await save(key, table(ratio))).toBe(`${key}: the value of large must be at most ${RATIO_MAX}`);
    }
    expect(await save(key, table(1))).toBe('saved');
  });

  it.each([
    ['GroupRatio', GROUP_NAME_MAX],
    ['TopupGroupRatio', GROUP_NAME_MAX],
    ['ModelRatio', 255],
    ['CompletionRatio', 255],
    ['ModelPrice', 255],
  ])('%s takes names of %d characters and none longer', async (key, max) => {
    expect(await save(key, { default: 1, [long(max)]: 1 })).toBe('saved');
    const refusal = await save(key, { default: 1, [long(max + 1)]: 1 });
    expect(refusal).toBe(`${key}: the name ${long(40)}… is longer than ${max} characters`);
    expect(await save(key, { default: 1 })).toBe('saved');
  });

  it('holds names and labels of groups to their lengths in the other lists too', async () => {
    expect(await save('GroupDisplayNames', { [long(65)]: 'x' })).toContain('longer than 64 characters');
    expect(await save('GroupDisplayNames', { vip: long(101) })).toContain('longer than 100 characters');
    expect(await save('HiddenGroups', [long(65)])).toContain('longer than 64 characters');
    expect(await save('GroupDisplayNames', { [long(64)]: long(100) })).toBe('saved');
    expect(await save('HiddenGroups', [long(64)])).toBe('saved');
  });
});

describe('saving a number', () => {
  const numbers = optionKeys.filter(key => ['integer', 'decimal'].includes(optionRow(key).kind));

  it.each(numbers)('%s has an upper bound and names it', async key => {
    const row = optionRow(key);
    const max = 'max' in row ? row.max : undefined;
    expect(max).toBeLessThanOrEqual(OPTION_UNITS_MAX);
    expect(await save(key, '9007199254740991')).toBe(`${key} must be at most ${max}`);
    const before = scene.app.nest.get(Options).textOf(key);
    expect(await save(key, String(max))).toBe('saved');
    expect(await save(key, before)).toBe('saved');
  });
});

describe('a table that was stored before its values were checked', () => {
  it('leaves the other prices in force', async () => {
    await plant('ModelRatio', { 'gpt-4o-mini': 1e15, 'gpt-4o': 3 });
    expect(scene.app.nest.get(Options).current.ModelRatio).toMatchObject({ 'gpt-4o-mini': 1e15, 'gpt-4o': 3 });
  });

  it.each([
    ['ModelRatio', { 'gpt-4o-mini': 1e15 }],
    ['ModelPrice', { 'gpt-4o-mini': 1e12 }],
    ['GroupRatio', { default: 1e17 }],
  ])('makes calls fail with a sentence where %s = %j', async (key, table) => {
    await plant(key, table);
    const answer = await scene.post('/v1/chat/completions', chat());
    const { error } = (await answer.json()) as { error: { message: string; code: string } };
    expect([answer.status, error.code]).toEqual([503, 'model_price_error']);
    expect(error.message).toMatch(/价格超出可记账的范围|beyond every amount that can be booked/);
    await scene.settled();
    await scene.app.root.put('/api/option/', { key, value: '{"default":1,"gpt-4o-mini":0.075}' });
    await scene.app.root.put('/api/option/', { key: 'ModelPrice', value: '{}' });
  });

  it('does not allow a token with a group whose name is too long for tokens', async () => {
    const group = 'g'.repeat(200);
    await plant('GroupRatio', { default: 1, [group]: 1 });
    const answer = await scene.owner.post('/api/token/', { name: 'x', unlimited_quota: true, group });
    expect([answer.status, answer.body]).toEqual([200, { success: false, message: 'token group is not available' }]);
  });
});
