import { must } from '../support/clients/factories';
import { chat, otherOf, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

/** A model of its own, so that nothing but this file decides how it is served. */
const MODEL = 'prepared-model';

let scene: RelayScene;
let channelId: number;
let key: { readonly id: number; readonly secret: string };

beforeAll(async () => {
  scene = await startRelayScene();
  channelId = await scene.app.make.channel({ base_url: scene.upstream.url, models: MODEL });
  key = await scene.app.make.token(scene.owner, { group: 'default' });
  await scene.app.make.option('ModelRatio', { [MODEL]: 1 });
});
afterAll(() => scene.close());

async function ask(content = 'Say hello.'): Promise<string> {
  const body = chat({ model: MODEL, messages: [{ role: 'user', content }] });
  const response = await scene.post('/v1/chat/completions', body, { authorization: `Bearer ${key.secret}` });
  const { error } = (await response.json()) as { error?: { code: string } };
  return error === undefined ? 'served' : error.code;
}

function editChannel(fields: object): Promise<unknown> {
  return must(scene.app.root.put('/api/channel/', { id: channelId, ...fields }));
}

function editKey(fields: object): Promise<unknown> {
  return must(scene.owner.put('/api/token/', { id: key.id, ...fields }));
}

function manageOwner(action: string): Promise<unknown> {
  return must(scene.app.root.post('/api/user/manage', { id: scene.owner.user?.id, action }));
}

function ratios(groupRatio: object): Promise<void> {
  return scene.app.make.option('GroupRatio', groupRatio);
}

const groups = { default: 1, vip: 1 };

/** A change, what the very next call hears of it, and how it is taken back. */
const changes: [name: string, change: () => Promise<unknown>, heard: string, undo: () => Promise<unknown>][] = [
  [
    'a channel that is switched off',
    () => editChannel({ status: 2 }),
    'model_not_found',
    () => editChannel({ status: 1 }),
  ],
  [
    'a channel without the model',
    () => editChannel({ models: 'x' }),
    'model_not_found',
    () => editChannel({ models: MODEL }),
  ],
  [
    'a channel of other groups',
    () => editChannel({ group: 'vip' }),
    'model_not_found',
    () => editChannel({ group: 'default' }),
  ],
  [
    'a channel for shorter prompts',
    () => editChannel({ ma_input_tokens: 3 }),
    'context_length_exceeded',
    () => editChannel({ ma_input_tokens: 0 }),
  ],
  [
    'a model without a price',
    () => scene.app.make.option('ModelRatio', {}),
    'model_price_error',
    () => scene.app.make.option('ModelRatio', { [MODEL]: 1 }),
  ],
  [
    'a key for other models',
    () => editKey({ model_limits_enabled: true, model_limits: 'x' }),
    'model_not_allowed',
    () => editKey({ model_limits_enabled: false, model_limits: '' }),
  ],
  ['a key of another group', () => editKey({ group: 'vip' }), 'model_not_found', () => editKey({ group: 'default' })],
];

it.each(changes)('%s is heard of by the very next call, and so is its end', async (_name, change, heard, undo) => {
  expect(await ask()).toBe('served');
  await change();
  expect(await ask()).toBe(heard);
  expect(await ask()).toBe(heard);
  await undo();
  expect(await ask()).toBe('served');
});

it('a group that is removed is heard of by the very next call of its key', async () => {
  await ratios(groups);
  await editChannel({ group: 'default,vip' });
  await editKey({ group: 'vip' });
  expect(await ask()).toBe('served');
  await ratios({ default: 1 });
  expect(await ask()).toBe('group_deprecated');
  await ratios(groups);
  expect(await ask()).toBe('served');
  await editKey({ group: 'default' });
});

it('a price that was changed is that of the very next call', async () => {
  const ratioCharged = async () => {
    const before = (await scene.consumption(0)).length;
    expect(await ask()).toBe('served');
    const [row] = await scene.consumption(before + 1);
    return row && otherOf(row).model_ratio;
  };
  expect(await ratioCharged()).toBe(1);
  await scene.app.make.option('ModelRatio', { [MODEL]: 4 });
  expect(await ratioCharged()).toBe(4);
});

it('only a prompt that is too long for a channel is refused, whichever was first', async () => {
  await editChannel({ ma_input_tokens: 50 });
  const long = 'word '.repeat(200);
  expect([await ask(), await ask(long), await ask(), await ask(long)]).toEqual([
    'served',
    'context_length_exceeded',
    'served',
    'context_length_exceeded',
  ]);
});

it('an owner who is banned is heard of by the very next call, and so is the end of that', async () => {
  expect(await ask()).toBe('served');
  await manageOwner('disable');
  expect(await ask()).toBe('user_banned');
  await manageOwner('enable');
  expect(await ask()).toBe('served');
});
