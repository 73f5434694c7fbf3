import { type PlaygroundRequest } from '@contracts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PlaygroundPage } from '../features/playground/PlaygroundPage';
import { stopAllAnswers } from '../features/playground/running-answers';
import { ok, startFakeServer, type FakeAnswer } from './fake-server';
import { makeUser, renderPage } from './render-page';

const CHAT = 'POST /pg/chat/completions';

export function chunk(delta: object) {
  return `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`;
}

export function said(...texts: readonly string[]): FakeAnswer {
  return {
    events: `${texts.map(content => chunk({ content })).join('')}data: [DONE]\n\n`,
  };
}

/** Clears the browser storage before every test, and stops writes of one test during the next. */
export function keepTestsApart(): void {
  beforeEach(() => window.localStorage.clear());
  afterEach(() => {
    stopAllAnswers();
    window.dispatchEvent(new Event('pagehide'));
  });
}

/** A stream to which the test writes further text. */
export function openStream() {
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let isCancelled = false;
  const events = new ReadableStream<Uint8Array>({
    start: opened => void (controller = opened),
    cancel: () => void (isCancelled = true),
  });
  return {
    answer: { events } satisfies FakeAnswer,
    write: (text: string) => controller.enqueue(new TextEncoder().encode(text)),
    end: () => controller.close(),
    isCancelled: () => isCancelled,
  };
}

export async function startPlayground(
  chat: FakeAnswer | (() => FakeAnswer) = said('Hello **you**'),
  models = ['gpt-4o-mini', 'o1-mini', 'deepseek-chat'],
) {
  const server = startFakeServer({
    'GET /api/groups/token': ok({ default: 'Everybody', vip: 'Guests of honour' }),
    'GET /api/user/models': ok(models),
    [CHAT]: chat,
  });
  const page = await renderPage(<PlaygroundPage />, { user: makeUser({ group: 'default' }) });
  await screen.findByRole('option', { name: models[0] ?? 'None' });
  const bodies = () => server.callsTo('POST', '/pg/').map(({ body }) => body as PlaygroundRequest);
  return { server, bodies, ...page };
}

export function field() {
  return screen.getByRole('textbox', { name: 'Message' });
}

export function send(text: string) {
  return userEvent.type(field(), `${text}{Enter}`);
}

export function answers() {
  return screen.findAllByRole('article', { name: 'Answer' });
}

export function button(name: string) {
  return screen.findByRole('button', { name });
}
