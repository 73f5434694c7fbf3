import { consolePaths, isConsolePath, Role } from '@contracts';
import { matchRoutes } from 'react-router-dom';
import { visibleRows } from './navigation';
import { routes } from './routes';

/** The paths of the routes that match an address, from the outermost inwards; the shell has no path. */
function pathsAt(address: string): readonly (string | undefined)[] {
  return (matchRoutes(routes, address) ?? []).map(({ route }) => route.path).filter(path => path !== undefined);
}

describe('the addresses of the console', () => {
  it.each([
    ['/user', ['/user']],
    ['/user/edit', ['/user', 'edit']],
    ['/user/edit/12', ['/user', 'edit/:id']],
    ['/redemption', ['/redemption']],
    ['/midjourney', ['/midjourney']],
    ['/task', ['/task']],
  ])('%s shows the page, which stays mounted with its forms', (address, paths) => {
    expect(pathsAt(address)).toEqual(paths);
  });

  it.each(['/user/12', '/user/edit/12/more', '/redemption/3', '/nowhere'])('%s is not found', address => {
    expect(pathsAt(address)).toEqual(['*']);
  });

  it('are those for which the server sends the page', () => {
    const [shell] = routes;
    const served = (shell?.children ?? [])
      .filter(({ path }) => path !== '*')
      .flatMap(({ path = '', children = [] }) => [path, ...children.map(below => `${path}/${below.path}`)]);
    expect([...served].sort()).toEqual([...consolePaths].sort());
    expect(['/log/', '/user/edit/7'].every(isConsolePath)).toBe(true);
    expect(['/metrics', '/user/7', '/logs', '/v1/models'].some(isConsolePath)).toBe(false);
  });

  it('have a page for every menu item', () => {
    const missing = visibleRows(Role.Root, {}).filter(({ path }) => pathsAt(path)[0] !== path);
    expect(missing).toEqual([]);
  });
});

describe('users and redemption codes', () => {
  const pathsFor = (role: Parameters<typeof visibleRows>[0]) => visibleRows(role, {}).map(({ path }) => path);

  it.each([Role.Admin, Role.Root])('are in the navigation of role %i, before the settings', role => {
    expect(pathsFor(role).slice(-3)).toEqual(['/registration', '/redemption', '/setting']);
  });

  it.each([Role.Guest, Role.User])('are not in the menu of role %i', role => {
    expect(pathsFor(role).filter(path => path === '/redemption' || path === '/user')).toEqual([]);
  });
});
