import { type ChannelBulkEdit, type ChannelView } from '@contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { visitChannels } from '../../test-support/channel-scene';
import { ok, refused, type FakeAnswer, type SeenCall } from '../../test-support/fake-server';
import { makeChannel } from '../../test-support/make-channel';

const channels: readonly ChannelView[] = [makeChannel(1), makeChannel(2), makeChannel(3)];

/** Agrees to every edit, as if each channel had had priority 0. */
function agree({ body }: SeenCall) {
  const ids = (body as ChannelBulkEdit).steps.flatMap(step => step.ids);
  return ok({ changed: ids.map(id => ({ id, before: { priority: 0 }, after: { priority: 7 } })), skipped: [] });
}

async function start(answer: FakeAnswer | ((call: SeenCall) => FakeAnswer) = agree) {
  const { server, history } = await visitChannels({
    answers: { 'GET /api/channel/': ok(channels, { total: 3 }), 'PUT /api/channel/bulk': answer },
  });
  await screen.findByRole('cell', { name: 'channel 1' });
  await userEvent.click(screen.getByLabelText('Batch mode'));
  return { server, history };
}

function choose(...ids: readonly number[]) {
  return Promise.all(
    ids.map(id => userEvent.click(screen.getByRole('checkbox', { name: `Select row channel ${id}` }))),
  );
}

async function press(name: string | RegExp) {
  return userEvent.click(await screen.findByRole('button', { name }));
}

function switchOn(name: string) {
  return userEvent.click(screen.getByRole('checkbox', { name }));
}

function undoButton() {
  return screen.queryByRole('button', { name: 'Undo last edit' });
}

async function openDrawer(...ids: readonly number[]) {
  await choose(...ids);
  await press(`Edit selected channels (${ids.length})`);
  await screen.findByText(`Edit ${ids.length} selected channel${ids.length === 1 ? '' : 's'}`);
}

async function setPriority(...ids: readonly number[]) {
  await openDrawer(...ids);
  await switchOn('Change Priority');
  const field = screen.getByLabelText('Priority');
  await userEvent.clear(field);
  await userEvent.type(field, '7');
  await press('Submit');
}

describe('editing selected channels', () => {
  it('needs channels first, and then a field', async () => {
    const { server } = await start();
    await press('Edit selected channels');
    expect(await screen.findByText('Please select channels to edit first')).toBeTruthy();
    await openDrawer(1, 3);
    await press('Submit');
    expect((await screen.findAllByText('Nothing is switched on yet')).length).toBeGreaterThan(1);
    expect(server.callsTo('PUT', '/api/channel/bulk')).toEqual([]);
  });

  it('keeps what was typed for the same channels until it is sent', async () => {
    await start();
    await openDrawer(1, 3);
    await switchOn('Change Priority');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('Edit 2 selected channels')).toBeNull());
    await press('Edit selected channels (2)');
    expect(await screen.findByText('What you had typed before is back.')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Change Priority' }).checked).toBe(true);
    await press('Cancel');
    await press('Edit selected channels (2)');
    expect(screen.queryByText('What you had typed before is back.')).toBeNull();
  });

  it('says what will change, and sends only the switched-on fields for the selected channels', async () => {
    const { server } = await start();
    await openDrawer(1, 3);
    const preview = screen.getByRole('status');
    expect(preview.textContent).toContain('2 channels');
    await switchOn('Change Models');
    await userEvent.type(screen.getByRole('combobox', { name: /^Models/ }), 'new-model{Enter}');
    await switchOn('Change Disable automatically on failure');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Disable automatically on failure' }));
    expect(
      within(preview)
        .getAllByRole('listitem')
        .map(line => line.textContent),
    ).toEqual(['Models: add new-model', 'Disable automatically on failure → off']);
    await press('Submit');
    expect(await screen.findByText('2 channels changed.')).toBeTruthy();
    expect(server.callsTo('PUT', '/api/channel/bulk').map(call => call.body)).toEqual([
      { steps: [{ ids: [1, 3], set: { auto_ban: 0 }, add: { models: 'new-model' } }] },
    ]);
    await waitFor(() => expect(screen.queryByText('Edit 2 selected channels')).toBeNull());
  });

  it('marks an invalid value, and sends nothing', async () => {
    const { server } = await start();
    await openDrawer(1);
    await switchOn('Change Weight');
    await userEvent.clear(screen.getByLabelText('Weight'));
    await press('Submit');
    expect(await screen.findByText('Weight must be a whole number of at least 0')).toBeTruthy();
    expect(server.callsTo('PUT', '/api/channel/bulk')).toEqual([]);
  });

  it('keeps the form open with the typed text when the server refuses', async () => {
    const { server } = await start(refused('channel #1 (channel 1) would be left without a model'));
    await setPriority(1);
    await waitFor(() => expect(server.callsTo('PUT', '/api/channel/bulk')).toHaveLength(1));
    expect(screen.getByLabelText<HTMLInputElement>('Priority').value).toBe('7');
    expect(undoButton()).toBeNull();
  });

  it('says that nothing changed, and offers no undo', async () => {
    await start(ok({ changed: [], skipped: [] }));
    await setPriority(1);
    expect(await screen.findByText('The selected channels had these values already.')).toBeTruthy();
    expect(undoButton()).toBeNull();
  });
});

describe('the undo of an edit', () => {
  const undone = { steps: [{ ids: [1, 2], set: { priority: 0 }, expect: { priority: 7 } }] };

  it('is one click in the notice', async () => {
    const { server } = await start();
    await setPriority(1, 2);
    await press('Undo');
    expect(await screen.findByText('2 channels put back.')).toBeTruthy();
    expect(server.callsTo('PUT', '/api/channel/bulk').at(-1)?.body).toEqual(undone);
    await waitFor(() => expect(undoButton()).toBeNull());
  });

  it('is possible on the page later, without batch mode, and only once', async () => {
    const { server } = await start();
    await setPriority(1, 2);
    await waitFor(() => expect(undoButton()).toBeTruthy());
    await userEvent.click(screen.getByLabelText('Batch mode'));
    await press('Undo last edit');
    await waitFor(() => expect(undoButton()).toBeNull());
    expect(server.callsTo('PUT', '/api/channel/bulk')).toHaveLength(2);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  });

  it('names the channels that another user has changed since', async () => {
    let calls = 0;
    await start(call => {
      calls += 1;
      return calls === 1 ? agree(call) : ok({ changed: [], skipped: [{ id: 2, reason: 'changed' }] });
    });
    await setPriority(2);
    await press('Undo last edit');
    expect(await screen.findByText(/0 channels put back\. 1 were changed .* left alone: #2\./)).toBeTruthy();
  });

  it('stays possible when it failed', async () => {
    let calls = 0;
    await start(call => {
      calls += 1;
      return calls === 1 ? agree(call) : { isUnreachable: true };
    });
    await setPriority(1);
    await press('Undo last edit');
    await waitFor(() => expect(calls).toBe(2));
    expect(undoButton()).toBeTruthy();
  });

  it('ends when the page is left', async () => {
    const { history } = await start();
    await setPriority(1);
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy();
    await act(() => history.push('/token'));
    expect(screen.getByText('another page')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  });
});
