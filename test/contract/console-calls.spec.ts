import {
  ChannelStatus,
  Role,
  TOKEN_KEY_LENGTH,
  TokenStatus,
  type ChannelSave,
  type ChannelView,
  type TokenCreate,
  type TokenView,
} from '@contracts';
import * as palette from '../../frontend/src/app/palette/palette-api';
import * as channels from '../../frontend/src/features/channel/channel-api';
import { toUndo } from '../../frontend/src/features/channel/channel-bulk-form';
import * as site from '../../frontend/src/base/site/site-api';
import * as tokenList from '../../frontend/src/base/token-list-api';
import * as allKeys from '../../frontend/src/features/token/all-keys-api';
import * as templates from '../../frontend/src/features/token/template-api';
import * as keyChanges from '../../frontend/src/features/token/key-change-api';
import * as tokens from '../../frontend/src/features/token/token-api';
import * as users from '../../frontend/src/base/session/user-api';
import { ROOT_PASSWORD, startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { browseTo, Console, knownEndpoints, unansweredOf } from './console';
import * as shapes from './shapes';

const NEW_PASSWORD = 'another-password';

const newToken: TokenCreate = {
  name: 'laptop',
  remain_quota: 500_000,
  unlimited_quota: false,
  expired_time: -1,
  model_limits_enabled: false,
  model_limits: '',
  group: 'default',
};

let served: ServedScene;
const page = new Console();

beforeAll(async () => {
  served = await startServedScene();
  browseTo(served.server.url);
});
afterAll(() => served?.close());

function newChannel(name: string): ChannelSave {
  return {
    type: 1,
    name,
    key: 'sk-upstream-secret',
    models: 'gpt-4o-mini,o4-mini',
    group: 'default',
    base_url: served.upstream.url,
  };
}

async function channelNamed(name: string): Promise<ChannelView> {
  const { rows } = await page.query(channels.useSearchChannelsQuery, { keyword: name });
  const found = rows.find(channel => channel.name === name);
  if (!found) throw new Error(`there is no channel ${name}`);
  return found;
}

async function tokenNamed(name: string): Promise<TokenView> {
  const { rows } = await page.query(tokens.useSearchTokensQuery, { keyword: name, token: '' });
  const found = rows.find(token => token.name === name);
  if (!found) throw new Error(`there is no token ${name}`);
  return found;
}

describe('the console before the sign-in', () => {
  it('reads the data that every page needs', async () => {
    const status = await page.query(site.useGetStatusQuery, undefined);
    expect(status).toEqual({ ...shapes.statusShape });
    expect(status.default_password).toBe(false);
    expect(await page.query(site.useGetNoticeQuery, undefined)).toBe('');
    expect(await page.query(site.useGetHomePageContentQuery, undefined)).toBe('');
    expect(await page.query(site.useGetAboutQuery, undefined)).toBe('');
    expect(await page.query(site.useGetContactInfoQuery, undefined)).toEqual(shapes.contactShape);
  });

  it('gets 401 from every other endpoint', async () => {
    await expect(page.query(users.useGetSelfQuery, undefined)).rejects.toThrow('"status":401');
  });

  it('signs in, and shows the reason when the password is wrong', async () => {
    const wrong = page.call(users.useLoginMutation, { username: 'root', password: 'wrong-password' });
    await expect(wrong).rejects.toThrow('wrong user name or password');
    const user = await page.call(users.useLoginMutation, { username: 'root', password: ROOT_PASSWORD });
    expect(user).toEqual(shapes.sessionUserShape);
    expect(user.role).toBe(Role.Root);
    page.remember(user);
  });
});

describe('the own account in the console', () => {
  it('is read, also through the user table', async () => {
    const self = await page.query(users.useGetSelfQuery, undefined);
    expect(self).toEqual(shapes.ownUserShape);
    expect(await page.query(users.useGetUserQuery, self.id)).toEqual(self);
  });

  it('is edited, and the session survives the new password', async () => {
    const edit = { display_name: 'Ann', password: NEW_PASSWORD, original_password: ROOT_PASSWORD };
    expect(await page.call(users.useEditSelfMutation, edit)).toBeNull();
    expect((await page.query(users.useGetSelfQuery, undefined)).display_name).toBe('Ann');
  });

  it('gets a system access token', async () => {
    expect(await page.call(users.useCreateAccessTokenMutation, undefined)).toMatch(/^[0-9A-Za-z]{32}$/);
  });
});

describe('the tokens in the console', () => {
  it('are created in series, listed and found', async () => {
    const made = await page.call(tokens.useCreateTokensMutation, [newToken, { ...newToken, name: 'phone' }]);
    expect(made).toBe(2);
    const { rows, total } = await page.query(tokenList.useListTokensQuery, { page: 1, size: 2 });
    expect(rows).toEqual([shapes.tokenShape, shapes.tokenShape]);
    expect(rows.map(({ name }) => name)).toEqual(['phone', 'laptop']);
    expect(total).toBe(3);
    expect(rows[0]?.key).toHaveLength(TOKEN_KEY_LENGTH);
  });

  it('of everybody are listed without keys, limited and revoked', async () => {
    await page.call(tokens.useCreateTokensMutation, [{ ...newToken, name: 'revoked' }]);
    const filters = { username: 'root', keyword: 'revoked', status: '', group: '', unused: '' };
    const { rows, total } = await page.query(allKeys.useListAllKeysQuery, { page: 1, size: 10, ...filters });
    expect(rows).toEqual([shapes.adminTokenShape]);
    expect(total).toBe(1);
    const id = rows[0]?.id ?? 0;
    const limited = await page.call(allKeys.useChangeKeyMutation, { id, rpm_limit: 5 });
    expect(limited).toEqual(shapes.adminTokenShape);
    expect(limited.rpm_limit).toBe(5);
    expect(await page.call(allKeys.useRevokeKeyMutation, id)).toBeNull();
    await expect(tokenNamed('revoked')).rejects.toThrow('there is no token');
  });

  it('begin with templates, which are saved, replaced and removed', async () => {
    const { expired_time: _expiry, ...settings } = newToken;
    const request = { ...settings, name: 'team', expires_in_seconds: 3600, is_site: true };
    const saved = await page.call(templates.useSaveTokenTemplateMutation, request);
    expect(saved).toEqual(shapes.templateShape);
    expect(await page.call(templates.useSaveTokenTemplateMutation, request)).toMatchObject({ id: saved.id });
    expect(await page.query(templates.useListTokenTemplatesQuery, undefined)).toEqual([saved]);
    expect(await page.call(templates.useDeleteTokenTemplateMutation, saved.id)).toBeNull();
    expect(await page.query(templates.useListTokenTemplatesQuery, undefined)).toEqual([]);
  });

  it('get new keys, with a grace and after a leak', async () => {
    const { id, key } = await tokenNamed('laptop');
    const rotated = await page.call(keyChanges.useRotateKeyMutation, { id, grace_seconds: 60 });
    expect(rotated).toEqual(shapes.tokenShape);
    expect(rotated.key).not.toBe(key);
    const ended = await page.call(keyChanges.useEndPreviousKeyMutation, id);
    expect(ended).toEqual(shapes.tokenShape);
    expect(ended.previous_ends_time).toBeLessThan(rotated.previous_ends_time);
    expect(await page.call(keyChanges.useReplaceLeakedKeyMutation, { id, since: 0 })).toEqual(shapes.leakShape);
  });

  it('are edited, switched off and deleted', async () => {
    const { id } = await tokenNamed('laptop');
    const edited = await page.call(tokens.useEditTokenMutation, { id, ...newToken, remain_quota: 7 });
    expect(edited).toEqual(shapes.tokenShape);
    expect(edited.remain_quota).toBe(7);
    const switched = await page.call(tokens.useSetTokenStatusMutation, { id, status: TokenStatus.Disabled });
    expect(switched).toEqual({ ...edited, status: TokenStatus.Disabled });
    expect(await page.call(tokens.useDeleteTokenMutation, id)).toBeNull();
    await expect(tokenNamed('laptop')).rejects.toThrow('there is no token');
  });

  it('have the operator’s texts, groups and models', async () => {
    expect(await page.query(tokens.useGetTokenDescriptionQuery, undefined)).toBe('');
    expect(await page.query(tokens.useGetDebugDocumentQuery, undefined)).toBe('');
    expect(Object.keys(await page.query(site.useListGroupLabelsQuery, undefined))).toContain('default');
    expect(await page.query(users.useListModelsQuery, { group: 'default' })).toContain('gpt-4o-mini');
  });
});

describe('the channels in the console', () => {
  it('are created, listed, found and edited', async () => {
    expect(await page.call(channels.useCreateChannelMutation, newChannel('first'))).toEqual([expect.any(Number)]);
    const { rows, total } = await page.query(channels.useListChannelsQuery, { page: 1, size: 10, id_sort: true });
    expect(rows).toEqual([shapes.channelShape, shapes.channelShape]);
    expect(await page.query(channels.useGetChannelQuery, rows[0]?.id ?? 0)).toEqual(shapes.channelShape);
    expect(total).toBe(2);
    const { id } = await channelNamed('first');
    const edited = await page.call(channels.useEditChannelMutation, { id, priority: 5, weight: 3 });
    expect(edited).toEqual(shapes.channelShape);
    expect(edited).toMatchObject({ id, priority: 5, weight: 3 });
  });

  it('show their key to administrators who request it, and are copied with it', async () => {
    const { id } = await channelNamed('first');
    expect(await page.call(channels.useLazyGetChannelKeyQuery, id)).toBe('sk-upstream-secret');
    expect(
      await page.call(channels.useCopyChannelMutation, { id, suffix: '_copy', missing: 'gone', failed: 'failed:' }),
    ).toBeNull();
    const copy = await channelNamed('first_copy');
    expect(await page.call(channels.useLazyGetChannelKeyQuery, copy.id)).toBe('sk-upstream-secret');
  });

  it('hold several keys, which are added and removed one by one', async () => {
    const { id: channelId } = await channelNamed('first_copy');
    const keys = await page.call(channels.useAddChannelKeysMutation, { channelId, key: 'sk-another-upstream-secret' });
    const added = expect.objectContaining({ position: 2, mask: 'sk-a…cret', state: 'usable', reason: '' });
    expect(keys).toEqual([expect.objectContaining({ position: 1 }), added]);
    expect(await page.query(channels.useListChannelKeysQuery, channelId)).toEqual(keys);
    const keyId = keys[1]?.id ?? '';
    expect(await page.call(channels.useEnableChannelKeyMutation, { channelId, keyId })).toEqual(keys);
    expect(await page.call(channels.useRemoveChannelKeyMutation, { channelId, keyId })).toHaveLength(1);
  });

  it('request an answer, the balance and the models from their provider', async () => {
    const { id } = await channelNamed('first');
    const seconds = await page.call(channels.useTestChannelMutation, { id, model: 'gpt-4o-mini' });
    expect(seconds).toBeGreaterThan(0);
    // The balance is 20 dollars, of which 275 cents are spent.
    expect(await page.call(channels.useUpdateBalanceMutation, id)).toBe(17.25);
    const fetched = await page.call(channels.useFetchSavedModelsMutation, id);
    expect(fetched).toContain('o4-mini');
    const unsaved = { type: 1, base_url: served.upstream.url, key: 'sk-not-saved' };
    expect(await page.call(channels.useFetchModelsMutation, unsaved)).toEqual(fetched);
    expect(await page.query(channels.useListKnownModelsQuery, undefined)).toContain('gpt-4o');
    const preview = await page.call(channels.usePreviewChannelMutation, newChannel('previewed'));
    expect(preview).toMatchObject({ method: 'POST', url: `${served.upstream.url}/v1/chat/completions` });
  });

  it('are tested together, and their balances are updated together', async () => {
    expect(await page.call(channels.useTestChannelsMutation, undefined)).toBeNull();
    expect(await page.call(channels.useUpdateBalancesMutation, undefined)).toBeNull();
  });

  it('are edited together, and restored', async () => {
    const ids = [(await channelNamed('first')).id, (await channelNamed('first_copy')).id];
    const edit = { ids, set: { priority: 12, status: 2 }, add: { models: 'another-model' } } as const;
    const { changed, skipped } = await page.call(channels.useBulkEditChannelsMutation, { steps: [edit] });
    expect(skipped).toEqual([]);
    expect(changed.map(({ id, after }) => [id, after.priority, after.status])).toEqual(ids.map(id => [id, 12, 2]));
    expect((await channelNamed('first')).models.split(',')).toContain('another-model');
    const undone = await page.call(channels.useBulkEditChannelsMutation, { steps: toUndo(changed) });
    expect(undone.changed.map(({ before, after }) => [before, after])).toEqual(
      changed.map(({ before, after }) => [after, before]),
    );
  });

  it('are found by name from the palette, as tokens and users are', async () => {
    const { id } = await channelNamed('first');
    expect(await page.call(palette.useLazyFindChannelsQuery, 'first')).toContainEqual({
      id,
      name: 'first',
      detail: `#${id}`,
    });
    expect(await page.call(palette.useLazyFindUsersQuery, 'roo')).toContainEqual(
      expect.objectContaining({ id: 1, name: 'root' }),
    );
    await page.call(tokens.useCreateTokensMutation, [{ ...newToken, name: 'sought' }]);
    expect(await page.call(palette.useLazyFindTokensQuery, 'sough')).toEqual([
      expect.objectContaining({ name: 'sought', detail: '' }),
    ]);
  });

  it('are repaired, and deleted one by one, by choice, or when switched off', async () => {
    expect(await page.call(channels.useRepairChannelsMutation, undefined)).toBeGreaterThan(0);
    const { id } = await channelNamed('first');
    const copy = await channelNamed('first_copy');
    expect(await page.call(channels.useDeleteChannelMutation, copy.id)).toBeNull();
    expect(await page.call(channels.useDeleteChannelsMutation, [id])).toBe(1);
    await page.call(channels.useCreateChannelMutation, newChannel('off'));
    const off = await channelNamed('off');
    await page.call(channels.useEditChannelMutation, { id: off.id, status: ChannelStatus.Disabled });
    expect(await page.call(channels.useDeleteDisabledChannelsMutation, undefined)).toBe(1);
    expect(await page.query(site.useListGroupsQuery, undefined)).toContain('default');
  });
});

describe('the end of the session', () => {
  it('follows the sign-out', async () => {
    expect(await page.call(users.useLogoutMutation, undefined)).toBeNull();
    await expect(page.query(users.useListModelsQuery, { group: 'vip' })).rejects.toThrow('"status":401');
  });

  it('comes after a call of every endpoint of these features', () => {
    expect(knownEndpoints().length).toBeGreaterThan(40);
    expect(unansweredOf(allKeys, channels, keyChanges, palette, site, tokenList, tokens, users)).toEqual([]);
  });
});
