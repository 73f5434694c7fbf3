import { json, sse } from '../../apps/mock-upstream/src/index';
import { type PlaygroundRequest } from '@contracts';
import { streamChat, StreamFault } from '../../frontend/src/api/stream-chat';
import { ask, stop } from '../../frontend/src/features/playground/answering';
import { playgroundOpened, settingsChanged } from '../../frontend/src/features/playground/playground-slice';
import * as site from '../../frontend/src/base/site/site-api';
import * as users from '../../frontend/src/base/session/user-api';
import { eventually } from '../support/eventually';
import { ROOT_PASSWORD, startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { browseTo, Console } from './console';

const MODEL = 'gpt-4o-mini';

let served: ServedScene;
const page = new Console();

beforeAll(async () => {
  served = await startServedScene();
  browseTo(served.server.url);
});
afterAll(() => served?.close());
beforeEach(() => served.upstream.reset());

function chunk(delta: object) {
  return JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta }] });
}

function request(fields: Partial<PlaygroundRequest> = {}): PlaygroundRequest {
  return {
    model: MODEL,
    group: '',
    messages: [{ role: 'user', content: 'Say hello.' }],
    stream: true,
    temperature: 0,
    max_tokens: 0,
    ...fields,
  };
}

async function read(fields: Partial<PlaygroundRequest> = {}, userId = 1): Promise<string> {
  let text = '';
  const { signal } = new AbortController();
  for await (const { content } of streamChat(request(fields), { userId, signal })) text += content;
  return text;
}

async function faultOf(reading: Promise<unknown>): Promise<unknown> {
  const error: unknown = await reading.catch((caught: unknown) => caught);
  return error instanceof StreamFault ? { kind: error.kind, message: error.message } : error;
}

function lastAnswer() {
  return page.store.getState().playground.sessions[0]?.messages.at(-1);
}

function answerWhen(status: string) {
  return eventually(
    () => Promise.resolve(lastAnswer()),
    answer => answer?.status === status,
  );
}

describe('the playground before the sign-in', () => {
  it('learns from a flag that the session has ended', async () => {
    expect(await faultOf(read())).toMatchObject({ kind: 'expired' });
  });
});

describe('the page of the playground', () => {
  beforeAll(async () => {
    const user = await page.call(users.useLoginMutation, { username: 'root', password: ROOT_PASSWORD });
    page.remember(user);
    page.store.dispatch(playgroundOpened(user.id));
  });

  it('reads groups and models to choose from', async () => {
    expect(await page.query(site.useListGroupLabelsQuery, undefined)).toMatchObject({ default: expect.any(String) });
    expect(await page.query(users.useListModelsQuery, { group: 'default' })).toContain(MODEL);
    page.store.dispatch(settingsChanged({ group: 'default', model: MODEL }));
  });

  it('receives an answer piece by piece, with complete letters of any script', async () => {
    const texts = ['你好', ' 😀 ', 'done'];
    served.upstream.onModel(
      MODEL,
      sse(
        texts.map(content => chunk({ content })),
        { pieceBytes: 7 },
      ),
    );
    page.store.dispatch(ask({ text: 'Hi', images: [] }));
    expect(await answerWhen('complete')).toMatchObject({ content: '你好 😀 done', fault: null, wasStopped: false });
    expect(served.upstream.calls[0]?.body).toMatchObject({
      messages: [{ role: 'system' }, { role: 'user', content: 'Hi' }],
    });
  });

  it('receives the reasoning of a model before its answer', async () => {
    served.upstream.onModel(MODEL, sse([chunk({ reasoning_content: 'hm' }), chunk({ content: 'yes' })]));
    page.store.dispatch(ask({ text: 'Well?', images: [] }));
    expect(await answerWhen('complete')).toMatchObject({ reasoning: 'hm', content: 'yes' });
  });

  it('stops an answer, at the upstream too, and keeps the text that had arrived', async () => {
    const words = Array.from({ length: 500 }, () => chunk({ content: 'word ' }));
    served.upstream.onModel(MODEL, sse(words, { delayPerEventMs: 20 }));
    page.store.dispatch(ask({ text: 'Go on', images: [] }));
    await answerWhen('incomplete');
    page.store.dispatch(stop(page.store.getState().playground.currentId));
    expect(await answerWhen('complete')).toMatchObject({ wasStopped: true, content: expect.stringContaining('word') });
    await served.upstream.waitForClose(served.upstream.calls[0]!, 2000);
  });

  it('sends images in the form that models accept', async () => {
    const image = 'data:image/png;base64,iVBORw0KGgo=';
    served.upstream.onModel(MODEL, sse([chunk({ content: 'an image' })]));
    page.store.dispatch(ask({ text: 'Look', images: [image] }));
    await answerWhen('complete');
    const { messages } = served.upstream.calls[0]?.body as PlaygroundRequest;
    expect(messages.at(-1)?.content).toEqual([
      { type: 'text', text: 'Look' },
      { type: 'image_url', image_url: { url: image } },
    ]);
  });

  it.each([
    ['a group out of reach', { group: 'nowhere' }, 'no access to this group'],
    ['a model nobody serves', { model: 'no-such-model' }, 'no available channel for model no-such-model'],
    ['no model', { model: '' }, 'model is required'],
  ])('shows why %s is refused', async (_name, fields, message) => {
    expect(await faultOf(read(fields))).toMatchObject({ kind: 'server', message: expect.stringContaining(message) });
  });

  it('shows a fault of the upstream, before the answer and in the middle of it', async () => {
    served.upstream.onModel(MODEL, json({ error: { message: 'no such thing' } }, { status: 400 }));
    expect(await faultOf(read())).toMatchObject({ kind: 'server', message: expect.stringContaining('no such thing') });
    served.upstream.reset();
    served.upstream.onModel(
      MODEL,
      sse([chunk({ content: 'a' }), chunk({ content: 'b' })], { cutAfter: { events: 1 } }),
    );
    expect(await faultOf(read())).toMatchObject({ kind: 'server', message: expect.stringContaining('broke off') });
  });

  it('notices that another user has signed in meanwhile', async () => {
    expect(await faultOf(read({}, 999))).toMatchObject({ kind: 'expired' });
  });
});
