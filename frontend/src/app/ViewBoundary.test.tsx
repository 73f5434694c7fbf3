import { act, screen } from '@testing-library/react';
import { renderRoutes } from '../test-support/render-page';
import { ViewBoundary } from './ViewBoundary';

function Broken(): never {
  throw new Error('its script is gone');
}

const routes = [
  {
    path: '/broken',
    element: (
      <ViewBoundary>
        <Broken />
      </ViewBoundary>
    ),
  },
  {
    path: '/whole',
    element: (
      <ViewBoundary>
        <p>whole</p>
      </ViewBoundary>
    ),
  },
];

describe('a page that fails', () => {
  it('says so, and leaves the way to other pages open', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { history } = await renderRoutes(routes, { at: '/broken' });
    expect(screen.getByText(/could not be shown/)).toBeTruthy();
    expect(logged).toHaveBeenCalled();
    act(() => history.push('/whole'));
    expect(await screen.findByText('whole')).toBeTruthy();
    expect(screen.queryByText(/could not be shown/)).toBeNull();
    act(() => history.push('/broken'));
    expect(await screen.findByText(/could not be shown/)).toBeTruthy();
    logged.mockRestore();
  });
});
