import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AlertReceiverView, type AlertRuleView, type ChannelView, type OptionEntry } from '@contracts';
import { TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { runCommand, ServerProcess } from '../support/servers/server-process';

interface Settings {
  options: Record<string, unknown>;
  channels: Record<string, unknown>[];
  alert_receivers: Record<string, unknown>[];
  alert_rules: Record<string, unknown>[];
}

let directory: string;
let environment: Record<string, string>;
let path: string;
let server: ServerProcess | null = null;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-config-'));
  environment = { DATA_DIR: join(directory, 'data') };
  path = join(directory, 'sluice.json');
});
afterEach(async () => {
  await server?.dispose();
  server = null;
  rmSync(directory, { recursive: true, force: true });
});

async function start(more: Record<string, string> = {}): Promise<TestClient> {
  server = await ServerProcess.start({ dataDir: environment.DATA_DIR ?? '', environment: more });
  return new TestClient(server.url).signIn('root', '123456');
}

async function stop(): Promise<void> {
  await server?.stop();
  server = null;
}

const CHANNEL = {
  type: 1,
  name: 'Frankfurt',
  key: 'sk-upstream-1',
  models: 'gpt-4o,gpt-4o-mini',
  group: 'default,vip',
  base_url: 'https://one.example',
  weight: 5,
  model_mapping: '{"gpt-4o":"gpt-4o-2024"}',
  header_override: '{"x-region":"eu"}',
  proxy: 'http://me:secret@proxy.example:3128',
  tag: 'eu',
};

/** A server with a channel and some settings, and the file of them; the server still runs. */
async function exported(): Promise<TestClient> {
  const root = await start();
  await must(root.post('/api/channel/', CHANNEL));
  await must(root.put('/api/option/', { key: 'RetryTimes', value: 4 }));
  await must(root.put('/api/option/', { key: 'GroupRatio', value: '{"default":1,"vip":0.8}' }));
  await must(root.put('/api/option/', { key: 'SMTPToken', value: 'a-secret-word' }));
  await must(root.put('/api/option/', { key: 'SystemName', value: 'Our gateway' }));
  expect(await runCommand(['config', 'export', '--to', path], environment)).toMatchObject({ code: 0, stderr: '' });
  return root;
}

function settings(): Settings {
  return JSON.parse(readFileSync(path, 'utf8')) as Settings;
}

function write(change: (settings: Settings) => void): void {
  const changed = settings();
  change(changed);
  writeFileSync(path, JSON.stringify(changed));
}

async function apply(...more: string[]): Promise<{ code: number | null; lines: readonly string[]; stderr: string }> {
  const { code, stdout, stderr } = await runCommand(['config', 'apply', '--from', path, ...more], {
    ...environment,
    UPSTREAM_KEY: 'sk-from-the-environment',
    HOOK_SECRET: 'a secret of more than sixteen letters',
  });
  return { code, lines: stdout.trim().split('\n'), stderr };
}

describe('settings as a file', () => {
  it('hold options and channels as people read them, and no secret', async () => {
    await exported();
    const text = readFileSync(path, 'utf8');
    for (const secret of ['sk-upstream-1', 'a-secret-word', 'secret@']) expect(text).not.toContain(secret);
    expect(settings().options).toMatchObject({
      RetryTimes: 4,
      GroupRatio: { default: 1, vip: 0.8 },
      SystemName: 'Our gateway',
    });
    expect(settings().options).not.toHaveProperty('SMTPToken');
    expect(settings().channels).toEqual([
      expect.objectContaining({
        name: 'Frankfurt',
        models: ['gpt-4o', 'gpt-4o-mini'],
        group: ['default', 'vip'],
        model_mapping: { 'gpt-4o': 'gpt-4o-2024' },
        header_override: { 'x-region': 'eu' },
        proxy: 'http://me:***@proxy.example:3128',
        weight: 5,
        status: 1,
      }),
    ]);
  });

  it('differ in nothing from where they come from, and a dry run names the keys that differ and no others', async () => {
    await exported();
    expect(await apply('--dry-run')).toMatchObject({ code: 0, lines: ['nothing differs'] });
    write(({ options, channels }) => {
      options.RetryTimes = 1;
      options.GroupRatio = { vip: 0.8, default: 1 }; // another order says the same
      options.ModelChains = { '*': { 'gpt-4o': ['gpt-4o-mini'] } };
      channels[0]!.weight = 7;
    });
    expect(await apply('--dry-run')).toMatchObject({
      code: 0,
      lines: ['options.ModelChains', 'options.RetryTimes', 'channels.Frankfurt.weight'],
    });
    const root = await new TestClient(server!.url).signIn('root', '123456');
    const options = await must(root.get<OptionEntry[]>('/api/option/'));
    expect(options.find(({ key }) => key === 'RetryTimes')?.value).toBe('4');
  });

  it('are applied by the rules of the console: changed, new and unnamed things alike', async () => {
    await exported();
    write(({ options, channels }) => {
      options.RetryTimes = 1;
      delete options.SystemName;
      channels[0] = { name: 'Frankfurt', weight: 9, header_override: {} };
      channels.push({ name: 'Virginia', type: 1, models: ['gpt-4o'], key: '$UPSTREAM_KEY', status: 2 });
    });
    await stop();
    expect(await apply()).toMatchObject({ code: 0, stderr: '' });
    expect((await apply('--dry-run')).lines).toEqual(['nothing differs']);
    const root = await start();
    const options = new Map(
      (await must(root.get<OptionEntry[]>('/api/option/'))).map(({ key, value }) => [key, value]),
    );
    expect([options.get('RetryTimes'), options.get('SystemName')]).toEqual(['1', 'Our gateway']);
    const channels = await must(
      root.get<ChannelView[]>('/api/channel/?p=0&page_size=10&include_key=true&id_sort=true'),
    );
    const [virginia, frankfurt] = channels;
    expect(frankfurt).toMatchObject({
      name: 'Frankfurt',
      weight: 9,
      header_override: '',
      key: 'sk-upstream-1',
      models: 'gpt-4o,gpt-4o-mini',
      proxy: 'http://me:secret@proxy.example:3128',
    });
    expect(virginia).toMatchObject({ name: 'Virginia', key: 'sk-from-the-environment', status: 2 });
  });

  it.each<[string, (settings: Settings) => void, string]>([
    ['an option that is not known', ({ options }) => (options.Retries = 1), 'there is no option "Retries"'],
    ['a secret', ({ options }) => (options.SMTPToken = 'x'), 'the option "SMTPToken" is a secret'],
    [
      'a value out of bounds',
      ({ options }) => (options.RetryTimes = 99),
      'options.RetryTimes: RetryTimes must be at most 10',
    ],
    ['a field that is not known', ({ channels }) => (channels[0]!.wieght = 1), 'there is no field "wieght"'],
    ['a new channel without a key', ({ channels }) => channels.push({ name: 'x' }), 'a new channel needs "key"'],
    ['a key in the file itself', ({ channels }) => (channels[0]!.key = 'sk-1'), 'must be the name of a variable'],
    ['a key that is not set', ({ channels }) => (channels[0]!.key = '$NOT_SET'), 'the variable NOT_SET is not set'],
  ])('are refused as a whole for %s', async (_what, change, sentence) => {
    await exported();
    write(change);
    const { code, stderr } = await apply('--dry-run');
    expect(code).toBe(1);
    expect(stderr).toContain(sentence);
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(3);
  });

  it('are not applied under a running server with one file', async () => {
    await exported();
    write(({ options }) => (options.RetryTimes = 1));
    const { code, stderr } = await apply();
    expect(code).toBe(1);
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(3);
    expect((await apply('--dry-run')).lines).toEqual(['options.RetryTimes']);
  });

  it('are applied at each start where SLUICE_CONFIG names the file, and a file that is wrong is no start', async () => {
    await exported();
    write(({ options, channels }) => {
      options.RetryTimes = 1;
      channels[0]!.weight = 8;
    });
    await stop();
    const root = await start({ SLUICE_CONFIG: path });
    const options = await must(root.get<OptionEntry[]>('/api/option/'));
    expect(options.find(({ key }) => key === 'RetryTimes')?.value).toBe('1');
    const [channel] = await must(root.get<ChannelView[]>('/api/channel/?p=0&page_size=1'));
    expect(channel?.weight).toBe(8);
    await stop();
    write(({ options: changed }) => (changed.RetryTimes = 99));
    await expect(start({ SLUICE_CONFIG: path })).rejects.toThrow();
  });
});

describe('rules and receivers of alerts in the file', () => {
  const RECEIVER = {
    name: 'Operators',
    kind: 'webhook',
    enabled: true,
    language: 'en',
    address: 'https://hooks.example/alerts',
    secret: 'the first secret of the hook',
  };

  async function withReceiver(): Promise<void> {
    const root = await start();
    await must(root.post('/api/alert/receiver', RECEIVER));
    expect(await runCommand(['config', 'export', '--to', path], environment)).toMatchObject({ code: 0, stderr: '' });
  }

  it('are exported without secrets, rules with the names of their receivers, and differ in nothing', async () => {
    await withReceiver();
    expect(readFileSync(path, 'utf8')).not.toContain(RECEIVER.secret);
    const { secret: _secret, ...shown } = RECEIVER;
    expect(settings().alert_receivers).toEqual([{ name: '', kind: 'mail', enabled: true, language: 'both' }, shown]);
    expect(settings().alert_rules[5]).toMatchObject({ kind: 'backup', threshold: 26, receivers: ['mail'] });
    expect((await apply('--dry-run')).lines).toEqual(['nothing differs']);
  });

  it('are changed and added, and a secret stays where the file names none', async () => {
    await withReceiver();
    write(file => {
      file.alert_receivers[1]!.language = 'zh';
      file.alert_receivers.push({ ...RECEIVER, name: 'Second', secret: '$HOOK_SECRET' });
      file.alert_rules[5]!.threshold = 30;
      file.alert_rules[5]!.receivers = ['mail', 'Second'];
      file.alert_rules.push({ name: 'Own', kind: 'disk', severity: 'info', threshold: 50, receivers: ['Operators'] });
    });
    const names = [
      ...['alert_receivers.Operators.language', 'alert_receivers.Second'],
      ...['alert_rules.backup.threshold', 'alert_rules.backup.receivers', 'alert_rules.Own'],
    ];
    expect((await apply('--dry-run')).lines).toEqual(names);
    await stop();
    expect(await apply()).toMatchObject({ code: 0, lines: names, stderr: '' });
    expect((await apply('--dry-run')).lines).toEqual(['nothing differs']);
    const root = await start();
    const receivers = await must(root.get<AlertReceiverView[]>('/api/alert/receiver'));
    expect(receivers.slice(1)).toMatchObject([
      { name: 'Operators', language: 'zh', secrets_set: ['secret'] },
      { name: 'Second', language: 'en', secrets_set: ['secret'] },
    ]);
    const rules = await must(root.get<AlertRuleView[]>('/api/alert/rule'));
    const idOf = (name: string) => receivers.find(receiver => (receiver.name || receiver.kind) === name)?.id;
    expect(rules.find(({ kind }) => kind === 'backup')).toMatchObject({
      threshold: 30,
      receiver_ids: [idOf('mail'), idOf('Second')],
    });
    expect(rules.at(-1)).toMatchObject({ name: 'Own', threshold: 50, receiver_ids: [idOf('Operators')] });
    // Another secret is a difference, and the same one is none.
    write(file => (file.alert_receivers[1]!.secret = '$HOOK_SECRET'));
    expect((await apply('--dry-run')).lines).toEqual(['alert_receivers.Operators.secret']);
  });

  it.each<[string, (settings: Settings) => void, string]>([
    ['a field that is not known', ({ alert_rules }) => (alert_rules[0]!.odd = 1), '"odd" cannot be 1'],
    ['a kind that is not known', ({ alert_rules }) => alert_rules.push({ kind: 'x' }), 'alert_rules.x: "kind"'],
    ['another kind', ({ alert_receivers }) => (alert_receivers[1]!.kind = 'slack'), '.kind stays as it is'],
    [
      'a secret as it is',
      ({ alert_receivers }) => (alert_receivers[1]!.secret = 'open'),
      'must be the name of a variable',
    ],
    [
      'a receiver nobody has',
      ({ alert_rules }) => (alert_rules[0]!.receivers = ['Nobody']),
      'there is no receiver "Nobody"',
    ],
  ])('are refused with %s, before anything is changed', async (_what, change, sentence) => {
    await withReceiver();
    write(change);
    const { code, stderr } = await apply('--dry-run');
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  });
});
