import { SECRETS_SET_KEY, type BackupStatus } from '@contracts';
import * as backups from '../../frontend/src/features/setting/backup/backup-api';
import * as models from '../../frontend/src/features/setting/model/model-api';
import * as effect from '../../frontend/src/base/price-effect/price-effect-api';
import * as settings from '../../frontend/src/features/setting/setting-api';
import * as site from '../../frontend/src/base/site/site-api';
import * as users from '../../frontend/src/base/session/user-api';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { startMailServer, type MailServer } from '../support/fakes/mail-server';
import { StripeServer } from '../support/fakes/stripe-server';
import { ROOT_PASSWORD, startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { browseTo, Console, unansweredOf } from './console';
import { backupRunShape, backupStatusShape } from './shapes';

let served: ServedScene;
let mail: MailServer;
let stripe: StripeServer;
const page = new Console();

beforeAll(async () => {
  [stripe, mail] = await Promise.all([StripeServer.start(), startMailServer()]);
  served = await startServedScene({ environment: { STRIPE_API_URL: stripe.url } });
  await mail.configure(served);
  browseTo(served.server.url);
  page.remember(await page.call(users.useLoginMutation, { username: 'root', password: ROOT_PASSWORD }));
});
afterAll(async () => {
  await served?.close();
  await mail?.close();
  await stripe?.close();
});

function options() {
  return page.query(settings.useListOptionsQuery, undefined);
}

describe('the options in the console', () => {
  it('are read as texts by key and saved one by one', async () => {
    expect(await options()).toMatchObject({ SystemName: 'Sluice', RetryTimes: '2', RegisterEnabled: 'true' });
    expect(await page.call(settings.useSaveOptionMutation, { key: 'SystemName', value: 'Weir' })).toBeNull();
    expect((await options()).SystemName).toBe('Weir');
    expect((await page.query(site.useGetStatusQuery, undefined)).system_name).toBe('Weir');
  });

  it('reveal only that a secret is set', async () => {
    const save = { key: 'GitHubClientSecret', value: 'canary-secret' } as const;
    expect(await page.call(settings.useSaveOptionMutation, save)).toBeNull();
    const texts = await options();
    expect(texts[SECRETS_SET_KEY]).toContain('GitHubClientSecret');
    expect(JSON.stringify(texts)).not.toContain('canary-secret');
    await page.call(settings.useSaveOptionMutation, { ...save, value: '' });
    expect((await options())[SECRETS_SET_KEY]).not.toContain('GitHubClientSecret');
  });

  it('are switched, and a switch without its settings is refused with a reason', async () => {
    const off = { key: 'RegisterEnabled', isOn: false } as const;
    expect(await page.call(settings.useSwitchOptionMutation, off)).toBeNull();
    expect((await options()).RegisterEnabled).toBe('false');
    const early = page.call(settings.useSwitchOptionMutation, { key: 'GitHubOAuthEnabled', isOn: true });
    await expect(early).rejects.toThrow('cannot enable GitHub OAuth');
    expect((await options()).GitHubOAuthEnabled).toBe('false');
  });

  it('show what other prices would have meant, without saving them', async () => {
    const before = (await options()).ModelRatio;
    const sums = { calls: 0, charged: 0, unknown_calls: 0, unknown_charged: 0, current: 0, proposed: 0 };
    const preview = await page.call(effect.usePreviewPricesMutation, { options: { ModelRatio: '{"gpt-4o":2}' } });
    expect(preview).toEqual({
      since: expect.any(Number) as unknown,
      until: expect.any(Number) as unknown,
      capped: null,
      total: sums,
      models: [],
    });
    expect((await options()).ModelRatio).toBe(before);
  });

  it('restore the shipped ratios', async () => {
    expect(await page.call(settings.useResetModelRatiosMutation, undefined)).toMatch(/reset/);
  });
});

describe('the buttons on the settings cards', () => {
  it('ask Stripe whether it knows the saved key', async () => {
    await served.make.option('StripeSecretKey', stripe.secretKey);
    expect(await page.call(settings.useTestStripeMutation, undefined)).toEqual({ live: false });
  });

  it('send a test mail to the address given', async () => {
    const sentence = await page.call(settings.useSendTestMailMutation, { to: 'ann@example.com' });
    expect(sentence).toBe('the test mail was sent to ann@example.com');
    expect((await mail.waitFor('ann@example.com')).subject).toContain('Test mail');
  });

  it('delete old logs and return their number, but accept no time in the future', async () => {
    const now = () => Math.floor(Date.now() / 1000);
    await expect(page.call(settings.useClearLogsMutation, now() + 3600)).rejects.toThrow('future');
    // The rows about the options saved above have the current second at first.
    const count = await eventually(
      () => page.call(settings.useClearLogsMutation, now()),
      cleared => cleared > 0,
    );
    expect(count).toBeGreaterThan(0);
  });

  it('collect the names of known and of offered models', async () => {
    await served.make.channel({ base_url: served.upstream.url, models: 'a-model-of-our-own' });
    const names = await page.call(models.useLazyCollectModelNamesQuery, undefined);
    expect(names).toEqual(expect.arrayContaining(['gpt-4o', 'a-model-of-our-own']));
  });
});

describe('the backups in the console', () => {
  it('are tested, made and listed, and show what became of them', async () => {
    expect(await page.call(backups.useTestBackupPlaceMutation, undefined)).toBeNull();
    expect(await page.query(backups.useListStoredBackupsQuery, undefined)).toEqual([]);
    expect(await page.call(backups.useStartBackupMutation, undefined)).toBeNull();
    await eventually(
      () => must(served.root.get<BackupStatus>('/api/backup/')),
      ({ runs: [newest] }) => newest?.state === 'made',
    );
    const { runs, ...status } = await page.query(backups.useGetBackupStatusQuery, undefined);
    expect({ ...status, runs }).toEqual({ ...backupStatusShape, next_at: null });
    expect(runs).toEqual([backupRunShape]);
    const stored = await page.query(backups.useListStoredBackupsQuery, undefined);
    expect(stored).toEqual([{ name: runs[0]?.name, bytes: runs[0]?.bytes, made_at: runs[0]?.started_at }]);
  });
});

describe('the settings pages', () => {
  it('have called every endpoint of the settings', () => {
    expect(unansweredOf(settings, models, backups, effect)).toEqual([]);
  });
});
