import { Role } from '@contracts';
import { inSections, navigationRows, visibleRows, type NavigationRow } from './navigation';
import { iconOf } from './navigation-icons';

function pathsFor(role: Parameters<typeof visibleRows>[0]) {
  return visibleRows(role, {}).map(({ path }) => path);
}

describe('the menu', () => {
  it('shows guests the home page and the price list', () => {
    expect(pathsFor(Role.Guest)).toEqual(['/', '/pricing']);
  });

  it('shows users their own pages, but no channels', () => {
    expect(pathsFor(Role.User)).toEqual([
      '/overview',
      '/playground',
      '/pricing',
      '/token',
      '/log',
      '/report',
      '/topup',
      '/plan',
      '/budget',
      '/team',
      '/setting',
    ]);
  });

  it.each([Role.Admin, Role.Root])('shows role %i the channels too', role => {
    expect(pathsFor(role)).toContain('/channel');
  });

  it('hides a row while its flag is off or unknown', () => {
    const rows: readonly NavigationRow[] = [
      { path: '/drawing', label: 'shell.image_tasks', role: Role.Guest, section: 'mine', flag: 'enable_drawing' },
    ];
    expect(visibleRows(Role.Root, {}, rows)).toEqual([]);
    expect(visibleRows(Role.Root, { enable_drawing: false }, rows)).toEqual([]);
    expect(visibleRows(Role.Guest, { enable_drawing: true }, rows)).toEqual(rows);
  });

  it('shows the monitor to every reader and a chat client to users, when links are set', () => {
    const status = { chat_link: 'https://chat.example.com', MonitorLinkEnabled: true };
    const paths = (role: Parameters<typeof visibleRows>[0]) => visibleRows(role, status).map(({ path }) => path);
    expect(paths(Role.Guest)).toEqual(['/', '/pricing', '/monitor']);
    expect(paths(Role.User)).toEqual(expect.arrayContaining(['/chat', '/monitor']));
  });

  it.each([
    ['/midjourney', 'enable_drawing'],
    ['/task', 'enable_task'],
  ] as const)('shows users %s among their own pages while %s is on', (path, flag) => {
    const paths = (status: Parameters<typeof visibleRows>[1]) => visibleRows(Role.User, status).map(row => row.path);
    expect(paths({})).not.toContain(path);
    expect(paths({ [flag]: false })).not.toContain(path);
    expect(paths({ [flag]: true })).toContain(path);
    expect(visibleRows(Role.Guest, { [flag]: true }).map(row => row.path)).not.toContain(path);
    const mine = inSections(visibleRows(Role.User, { [flag]: true })).find(({ section }) => section === 'mine');
    const rest = ['/plan', '/budget', '/team'];
    expect(mine?.rows.map(row => row.path)).toEqual(['/token', '/log', '/report', path, '/topup', ...rest]);
  });

  it.each([Role.User, Role.Admin, Role.Root])('names every path only once for role %i', role => {
    const paths = visibleRows(role, {}).map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('leaves out a part without rows', () => {
    expect(inSections(visibleRows(Role.Guest, {})).map(({ section }) => section)).toEqual(['use']);
    expect(inSections(visibleRows(Role.User, {})).map(({ section }) => section)).toEqual(['use', 'mine', 'settings']);
  });

  it('has an icon of its own for every page', () => {
    const paths = new Set(navigationRows.map(({ path }) => path));
    const icons = new Set([...paths].map(iconOf));
    expect(icons.size).toBe(paths.size);
    expect(icons).not.toContain(iconOf('/nowhere'));
  });
});
