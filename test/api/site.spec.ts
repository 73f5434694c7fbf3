import { type SiteStatus } from '@contracts';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    environment: { PUBLIC_URL: 'https://public.example', GITHUB_URL: 'https://github.company.example/' },
  });
});
afterAll(() => app.close());

function status() {
  return must(app.guest.get<SiteStatus>('/api/status'));
}

describe('the status of the site', () => {
  it('is public and has every field with its default', async () => {
    const { start_time, version, default_password: _, ...rest } = await status();
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(Math.abs(start_time - (Date.now() / 1000 - process.uptime()))).toBeLessThan(2);
    expect(rest).toEqual({
      system_name: 'Sluice',
      home_page: false,
      demo: false,
      logo: '',
      footer_html: '',
      server_address: 'https://public.example',
      quota_per_unit: 500_000,
      display_in_currency: true,
      enable_drawing: true,
      enable_task: true,
      enable_data_export: true,
      data_export_interval: 5,
      data_export_default_time: 'hour',
      default_collapse_sidebar: false,
      mj_notify_enabled: false,
      chat_link: '',
      chat_link2: '',
      email_verification: false,
      turnstile_check: false,
      turnstile_site_key: '',
      github_oauth: false,
      inspector: false,
      github_client_id: '',
      // One provider has its configured address, the other its default.
      github_authorize_url: 'https://github.company.example/login/oauth/authorize',
      linuxdo_oauth: false,
      linuxdo_client_id: '',
      linuxdo_authorize_url: 'https://connect.linux.do/oauth2/authorize',
      wechat_login: false,
      wechat_qrcode: '',
      telegram_oauth: false,
      telegram_bot_name: '',
      oidc_login: false,
      oidc_name: 'OpenID Connect',
      passkey_login: true,
      top_up_link: '',
      min_topup: 1,
      price: 7.3,
      enable_online_topup: false,
      MonitorLink: '',
      MonitorLinkEnabled: false,
      status_page: false,
      password_login: true,
      password_register: true,
      register_enabled: true,
      register_code_required: false,
      badgeContent: '',
      badgeColor: '',
      sign_in_enabled: true,
    });
  });

  it('follows a saved option at once', async () => {
    await app.make.option('SystemName', 'Gateway');
    await app.make.option('MaxQuota', 0);
    await app.make.option('ServerAddress', 'https://own.example/');
    expect(await status()).toMatchObject({
      system_name: 'Gateway',
      sign_in_enabled: false,
      server_address: 'https://own.example',
    });
    await app.make.option('ServerAddress', '');
    expect(await status()).toMatchObject({ server_address: 'https://public.example' });
  });

  it('offers online top-up only once address, merchant id and key are all there', async () => {
    await app.make.option('PayAddress', 'https://pay.example');
    await app.make.option('EpayId', '1001');
    expect((await status()).enable_online_topup).toBe(false);
    await app.make.option('EpayKey', 'canary-epay');
    expect((await status()).enable_online_topup).toBe(true);
  });

  it('contains nothing that is not public', async () => {
    await app.make.option('SMTPServer', 'canary-smtp.example');
    await app.make.option('WorkerUrl', 'https://canary-worker.example');
    await app.make.option('GitHubClientSecret', 'canary-github');
    const { text } = await app.guest.get('/api/status');
    expect(text).not.toMatch(/canary|pay\.example|1001/);
  });

  it('is never cached', async () => {
    expect((await app.guest.get('/api/status')).headers.get('cache-control')).toBe('no-store');
  });
});

describe('public content', () => {
  it.each([
    ['Notice', '/api/notice'],
    ['About', '/api/about'],
    ['HomePageContent', '/api/home_page_content'],
    ['HomePageContent', '/api/home-page-content'],
  ])('%s is at %s: empty first, then what was saved, made harmless', async (key, path) => {
    await app.make.option(key, '');
    expect((await app.guest.get(path)).body).toEqual({ success: true, message: '', data: '' });
    await app.make.option(key, `<p onclick="alert(1)">${path}</p>`);
    expect((await app.guest.get(`${path}/`)).body.data).toBe(`<p>${path}</p>`);
  });

  it('has both contacts', async () => {
    await app.make.option('QQContact', '12345');
    expect((await app.guest.get('/api/contact-info')).body.data).toEqual({ QQContact: '12345', WeChatContact: '' });
  });
});

describe('content for signed-in users', () => {
  it.each([
    ['TokenChannelDescription', '/api/token-channel-description'],
    ['DebugDocument', '/api/debug-document'],
    ['TopupAffiliate', '/api/topup-affiliate/img'],
  ])('%s is at %s', async (key, path) => {
    expect((await app.guest.get(path)).status).toBe(401);
    expect((await app.user.get(path)).body).toEqual({ success: true, message: '', data: '' });
    await app.make.option(key, 'https://a.example/x');
    expect((await app.user.get(path)).body.data).toContain('https://a.example/x');
  });
});

describe('the database test', () => {
  it('is for administrators and reports a working database', async () => {
    expect((await app.guest.get('/api/status/test')).status).toBe(401);
    expect((await app.user.get('/api/status/test')).body.success).toBe(false);
    expect((await app.admin.get('/api/status/test')).body).toEqual({ success: true, message: 'Server is running' });
  });
});
