import { type PlaygroundRequest } from '@contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PlaygroundPage } from '../features/playground/PlaygroundPage';
import { stopAllAnswers } from '../features/playground/running-answers';
import { ok, type FakeAnswer } from './fake-server';
import { makeUser } from './render-page';
import { visitPage, type Visit } from './scene';

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

interface PlaygroundVisit extends Visit {
  /** The response to a question. */
  readonly chat?: FakeAnswer | (() => FakeAnswer);
  readonly models?: readonly string[];
}

const someModels = ['gpt-4o-mini', 'o1-mini', 'deepseek-chat'];

/** Opens the playground with its models loaded. */
export async function visitPlayground(options: PlaygroundVisit = {}) {
  const { at = '/playground', chat = said('Hello **you**'), models = someModels, answers, ...visit } = options;
  const scene = await visitPage({
    page: <PlaygroundPage />,
    at,
    user: makeUser({ group: 'default' }),
    ...visit,
    answers: {
      'GET /api/groups/token': ok({ default: 'Everybody', vip: 'Guests of honour' }),
      'GET /api/user/models': ok(models),
      [CHAT]: chat,
      ...answers,
    },
  });
  await screen.findByRole('combobox', { name: 'Model' });
  await waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
  const bodies = () => scene.server.callsTo('POST', '/pg/').map(({ body }) => body as PlaygroundRequest);
  return { bodies, ...scene };
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

/** Chooses a model by typing its name. */
export async function chooseModel(name: string, label = 'Model') {
  await userEvent.type(screen.getByRole('combobox', { name: label }), `${name}{Enter}`);
}
