import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { visitChannels } from '../../test-support/channel-scene';
import { ok, refused } from '../../test-support/fake-server';
import { makeChannel } from '../../test-support/make-channel';

function openAt(at: string) {
  const answers = {
    'GET /api/channel/': ok([makeChannel(1)], { total: 40 }),
    'GET /api/channel/33': ok(makeChannel(33)),
    'GET /api/channel/404': refused('the channel does not exist'),
  };
  return visitChannels({ at, answers });
}

describe('the addresses of the channel forms', () => {
  it('open an empty form, and closing it leads back to the table with its filters', async () => {
    const { history } = await openAt('/channel/add?page=2');
    expect(await screen.findByRole('heading', { name: 'Add channel' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(history.location).toMatchObject({ pathname: '/channel', search: '?page=2' }));
    expect(screen.queryByRole('heading', { name: 'Add channel' })).toBeNull();
  });

  it('open the form of a channel of the table without another call', async () => {
    const { server, history } = await openAt('/channel');
    await screen.findByRole('cell', { name: 'channel 1' });
    await act(() => history.push('/channel/edit/1'));
    expect(await screen.findByText('Edit channel channel 1')).toBeTruthy();
    expect(server.callsTo('GET', '/api/channel/1')).toEqual([]);
  });

  it('open the form of a channel that is on another page', async () => {
    await openAt('/channel/edit/33');
    expect(await screen.findByText('Edit channel channel 33')).toBeTruthy();
  });

  it('say that a channel does not exist, and offer to try again', async () => {
    const { server } = await openAt('/channel/edit/404');
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(server.callsTo('GET', '/api/channel/404')).toHaveLength(2));
  });

  it('are opened by the buttons of the page', async () => {
    const { history } = await openAt('/channel');
    await screen.findByRole('cell', { name: 'channel 1' });
    await userEvent.click(screen.getByRole('button', { name: 'Add channel' }));
    expect(history.location.pathname).toBe('/channel/add');
  });
});
