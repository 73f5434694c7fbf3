import { createHmac } from 'node:crypto';
import { type AlertReceiverSave } from '@contracts';
import { type Answer } from '../support/fakes/alert-receiver';
import { AlertScene } from '../support/scenes/alert-scene';

const SITE = 'https://gateway.example';
const LINK = `${SITE}/user`;
/** A name that would be read as marks where nothing escapes it. */
const NAME = '<!channel> *x* [y](http://z) & #1';

let scene: AlertScene;
beforeAll(async () => {
  scene = await AlertScene.start();
  await scene.app.make.option('ServerAddress', SITE);
});
afterAll(() => scene?.close());
beforeEach(() => scene.clear());

function base64(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64');
}

type Receiver = Partial<AlertReceiverSave> & Pick<AlertReceiverSave, 'kind'>;

/** One alert to one receiver. @returns what came */
async function fireAt(receiver: Receiver, path: string, answer: Answer) {
  scene.receiver.answerWith(answer);
  await scene.addRule([await scene.addReceiver(receiver)], { name: NAME, severity: 'critical' });
  await scene.pass();
  const [post] = scene.receiver.to(path);
  if (!post) throw new Error('nothing came');
  expect(post.headers['content-type']).toBe('application/json; charset=utf-8');
  expect((await scene.alerts())[0]).toMatchObject({ sent: 1, waiting: 0, failed: 0 });
  return post;
}

/** Whether a message that was refused so waits for another attempt, or has failed. */
async function isTriedAgain(receiver: Receiver, answer: Answer): Promise<boolean> {
  await scene.clear();
  scene.receiver.answerWith(answer);
  await scene.addRule([await scene.addReceiver(receiver)]);
  await scene.pass();
  const [alert] = await scene.alerts();
  expect((alert?.waiting ?? 0) + (alert?.failed ?? 0)).toBe(1);
  return alert?.waiting === 1;
}

describe('Slack', () => {
  const receiver = () => ({ kind: 'slack', address: `${scene.receiver.url}/services/T/B/x` }) as const;

  it('gets a text and sections in which no name is a mark', async () => {
    const { body } = await fireAt(receiver(), '/services/T/B/x', { status: 200, body: 'ok' });
    const [section, link] = body.blocks as { type: string; text: { type: string; text: string } }[];
    expect(section).toMatchObject({ type: 'section', text: { type: 'mrkdwn' } });
    expect(section?.text.text).toMatch(/^\*\[Sluice\] Critical: \d+ accounts were made in 1440 minutes\*\n/);
    expect(section?.text.text).toContain('&lt;!channel&gt; *x* [y](http://z) &amp; #1');
    expect(link?.text.text).toBe(`<${LINK}|Open the console>`);
    expect(body.text).toContain('accounts were made');
    expect(JSON.stringify(body)).not.toContain('<!channel>');
  });

  it('is asked again after a 429 and not after a refusal', async () => {
    expect(await isTriedAgain(receiver(), { status: 429, body: '', headers: { 'retry-after': '30' } })).toBe(true);
    expect(await isTriedAgain(receiver(), { status: 403, body: 'invalid_token' })).toBe(false);
  });
});

describe('Discord', () => {
  const receiver = () => ({ kind: 'discord', address: `${scene.receiver.url}/api/webhooks/1/x` }) as const;

  it('gets an embed that mentions nobody', async () => {
    const { body } = await fireAt(receiver(), '/api/webhooks/1/x', { status: 204, body: '' });
    expect(body.allowed_mentions).toEqual({ parse: [] });
    const [embed] = body.embeds as Record<string, unknown>[];
    expect(embed).toMatchObject({ url: LINK, color: 0xcd4246, title: expect.stringContaining('Critical') });
    expect(embed?.description).toContain(`Rule: ${NAME}`);
  });

  it('is asked again when the seconds are over that it says in its answer', async () => {
    expect(await isTriedAgain(receiver(), { status: 429, body: { retry_after: 300.5 } })).toBe(true);
    scene.receiver.answerWith({ status: 204, body: '' });
    expect([await scene.deliver(4), await scene.deliver(6)]).toEqual([0, 1]);
  });
});

describe('Lark', () => {
  const receiver = () =>
    ({ kind: 'lark', address: `${scene.receiver.url}/open-apis/bot/v2/hook/x`, secret: 'lark-secret' }) as const;

  it('gets a signed post with a link', async () => {
    const { body } = await fireAt(receiver(), '/open-apis/bot/v2/hook/x', { status: 200, body: { code: 0 } });
    expect(Math.abs(Number(body.timestamp) - Date.now() / 1000)).toBeLessThan(30);
    expect(body.sign).toBe(base64(`${String(body.timestamp)}\nlark-secret`, ''));
    expect(body.msg_type).toBe('post');
    const { title, content } = (body.content as { post: { zh_cn: { title: string; content: unknown[][] } } }).post
      .zh_cn;
    expect(title).toContain('Critical');
    expect(content.at(-1)).toEqual([{ tag: 'a', text: 'Open the console', href: LINK }]);
  });

  it('says in a 200 that it took nothing', async () => {
    expect(await isTriedAgain(receiver(), { status: 200, body: { code: 19021, msg: 'sign match fail' } })).toBe(false);
    expect(await isTriedAgain(receiver(), { status: 200, body: { code: 11232, msg: 'too fast' } })).toBe(true);
    expect(await isTriedAgain(receiver(), { status: 200, body: '<html>' })).toBe(false);
  });
});

describe('DingTalk', () => {
  const receiver = () =>
    ({ kind: 'dingtalk', address: `${scene.receiver.url}/robot/send?access_token=t`, secret: 'SECding' }) as const;

  it('gets Markdown at a signed address', async () => {
    const { body, query } = await fireAt(receiver(), '/robot/send', { status: 200, body: { errcode: 0 } });
    const time = query.get('timestamp');
    expect(Math.abs(Number(time) - Date.now())).toBeLessThan(30_000);
    expect(query.get('sign')).toBe(base64('SECding', `${time}\nSECding`));
    expect(query.get('access_token')).toBe('t');
    const { text, title } = body.markdown as { text: string; title: string };
    expect([body.msgtype, title.includes('Critical')]).toEqual(['markdown', true]);
    expect(text).toContain('\\<!channel\\> \\*x\\* \\[y\\](http://z) & \\#1');
    expect(text).toMatch(new RegExp(`\\[Open the console\\]\\(${LINK}\\)$`));
  });

  it('is asked again when it was too fast, and not when the signature is wrong', async () => {
    expect(await isTriedAgain(receiver(), { status: 200, body: { errcode: 130101, errmsg: 'send too fast' } })).toBe(
      true,
    );
    expect(await isTriedAgain(receiver(), { status: 200, body: { errcode: 310000, errmsg: 'sign not match' } })).toBe(
      false,
    );
  });
});

describe('WeCom', () => {
  const receiver = () => ({ kind: 'wecom', address: `${scene.receiver.url}/cgi-bin/webhook/send?key=k` }) as const;

  it('gets Markdown of at most 4,096 bytes', async () => {
    const { body, query } = await fireAt({ ...receiver(), language: 'both' }, '/cgi-bin/webhook/send', {
      status: 200,
      body: { errcode: 0, errmsg: 'ok' },
    });
    expect([query.get('key'), body.msgtype]).toEqual(['k', 'markdown']);
    const { content } = body.markdown as { content: string };
    expect(content).toContain('严重');
    expect(content).toContain('Critical');
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(4096);
  });

  it('is asked again when it was too fast, and not when the key is unknown', async () => {
    expect(await isTriedAgain(receiver(), { status: 200, body: { errcode: 45009, errmsg: 'freq limit' } })).toBe(true);
    expect(await isTriedAgain(receiver(), { status: 200, body: { errcode: 93000, errmsg: 'invalid key' } })).toBe(
      false,
    );
  });
});

describe('Telegram', () => {
  const receiver = () =>
    ({
      kind: 'telegram',
      token: '12:abc',
      chat_id: '-100',
      thread_id: '7',
      base_url: `${scene.receiver.url}/`,
    }) as const;

  it('gets plain text in the topic of a chat, at a server of one’s own', async () => {
    const { body } = await fireAt(receiver(), '/bot12:abc/sendMessage', { status: 200, body: { ok: true } });
    expect(body).toMatchObject({ chat_id: '-100', message_thread_id: 7, link_preview_options: { is_disabled: true } });
    expect(body.parse_mode).toBeUndefined();
    expect(String(body.text)).toContain(`Rule: ${NAME}`);
    expect(String(body.text).endsWith(LINK)).toBe(true);
  });

  it('is asked again when the seconds are over that it says, and not when the chat is unknown', async () => {
    const busy = { status: 429, body: { ok: false, parameters: { retry_after: 300 } } };
    expect(await isTriedAgain(receiver(), busy)).toBe(true);
    scene.receiver.answerWith({ status: 200, body: { ok: true } });
    expect([await scene.deliver(4), await scene.deliver(6)]).toEqual([0, 1]);
    expect(await isTriedAgain(receiver(), { status: 400, body: { ok: false, description: 'chat not found' } })).toBe(
      false,
    );
  });
});

describe('ntfy', () => {
  const receiver = () => ({ kind: 'ntfy', address: `${scene.receiver.url}/ops-topic`, token: 'tk_1' }) as const;

  it('gets JSON at the root of its server, with the topic, a priority and a token', async () => {
    const { body, headers } = await fireAt(receiver(), '/', { status: 200, body: { id: 'x' } });
    expect(headers.authorization).toBe('Bearer tk_1');
    expect(body).toMatchObject({ topic: 'ops-topic', priority: 5, tags: ['rotating_light'], click: LINK });
    expect(body.title).toContain('Critical');
    expect(body.message).toContain('1440 minutes');
  });

  it('is asked again when it is busy, and not when the token is wrong', async () => {
    expect(await isTriedAgain(receiver(), { status: 429, body: '' })).toBe(true);
    expect(await isTriedAgain(receiver(), { status: 401, body: 'unauthorized' })).toBe(false);
  });
});

describe('every receiver', () => {
  it('is read for 64 KiB at most, and is not followed elsewhere', async () => {
    const receiver = { kind: 'slack', address: `${scene.receiver.url}/a` } as const;
    expect(await isTriedAgain(receiver, { status: 500, body: 'x'.repeat(500_000) })).toBe(true);
    const elsewhere = { status: 302, body: '', headers: { location: `${scene.receiver.url}/b` } };
    expect(await isTriedAgain(receiver, elsewhere)).toBe(false);
    expect(scene.receiver.to('/b')).toEqual([]);
  });
});
