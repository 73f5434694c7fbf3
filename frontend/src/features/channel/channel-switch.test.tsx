import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { visitChannels } from '../../test-support/channel-scene';
import { ok, refused, type FakeAnswer } from '../../test-support/fake-server';
import { makeChannel } from '../../test-support/make-channel';
import { rowOf } from '../../test-support/scene';

/** A response that arrives when the test releases it. */
function late() {
  let answer: (answer: FakeAnswer) => void = () => undefined;
  const promise = new Promise<FakeAnswer>(resolve => {
    answer = resolve;
  });
  return { promise, answer: (given: FakeAnswer) => answer(given) };
}

function someTime() {
  return act(() => new Promise(resolve => setTimeout(resolve, 50)));
}

/** Clicks the switch of a channel that is on; `seen` is what the row offers when the call arrives. */
async function switchOff(answer: FakeAnswer, statusAfter: 1 | 2) {
  const seen: (string | null)[] = [];
  const answers = {
    'GET /api/channel/': () => ok([makeChannel(1, { status: seen.length > 0 ? statusAfter : 1 })], { total: 1 }),
    'PUT /api/channel/': () => {
      seen.push(screen.getByRole('button', { name: /^(Enable|Disable)$/ }).textContent);
      return answer;
    },
  };
  const { server } = await visitChannels({ answers });
  const row = await rowOf('channel 1');
  await userEvent.click(row.getByRole('button', { name: 'Disable' }));
  await waitFor(() => expect(seen).toHaveLength(1));
  return { server, row, seen };
}

describe('the switch of a channel', () => {
  it('moves before the server has responded, and stays', async () => {
    const { row, seen, server } = await switchOff(ok(makeChannel(1, { status: 2 })), 2);
    expect(seen).toEqual(['Enable']);
    await waitFor(() => expect(server.callsTo('GET', '/api/channel/?').length).toBeGreaterThan(1));
    expect(row.getByRole('button', { name: 'Enable' })).toBeTruthy();
  });

  it('moves back when the server refuses', async () => {
    const { row, seen } = await switchOff(refused('no such channel'), 1);
    expect(seen).toEqual(['Enable']);
    expect(await row.findByRole('button', { name: 'Disable' })).toBeTruthy();
  });

  it('has its response before any call that depends on it is sent', async () => {
    const written = late();
    const answers = { 'PUT /api/channel/': () => written.promise, 'DELETE /api/channel/disabled': ok(1) };
    const { server } = await visitChannels({ answers });
    await userEvent.click(await screen.findByRole('button', { name: 'Disable' }));
    await screen.findByRole('button', { name: 'Enable' });
    await userEvent.click(screen.getByRole('button', { name: 'Delete disabled channels' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
    await someTime();
    expect(server.callsTo('DELETE', '/api/channel/')).toHaveLength(0);
    written.answer(ok(makeChannel(1, { status: 2 })));
    await waitFor(() => expect(server.callsTo('DELETE', '/api/channel/disabled')).toHaveLength(1));
  });

  it('is not moved back by a list that was requested before it', async () => {
    const [read, written] = [late(), late()];
    let status: 1 | 2 = 1;
    let lists = 0;
    const { server } = await visitChannels({
      answers: {
        'GET /api/channel/': () => (++lists === 2 ? read.promise : ok([makeChannel(1, { status })], { total: 1 })),
        'PUT /api/channel/': () => written.promise,
      },
    });
    const before = ok([makeChannel(1)], { total: 1 });
    await screen.findByRole('button', { name: 'Disable' });
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await userEvent.click(screen.getByRole('button', { name: 'Disable' }));
    await screen.findByRole('button', { name: 'Enable' });
    read.answer(before);
    await someTime();
    expect(screen.getByRole('button', { name: 'Enable' })).toBeTruthy();
    status = 2;
    written.answer(ok(makeChannel(1, { status })));
    await waitFor(() => expect(server.callsTo('GET', '/api/channel/?').length).toBeGreaterThan(2));
    await someTime();
    expect(screen.getByRole('button', { name: 'Enable' })).toBeTruthy();
  });
});
