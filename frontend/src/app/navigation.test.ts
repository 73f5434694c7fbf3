import { Role } from '@contracts';
import { navigationRows, toEntries, visibleRows, type NavigationRow } from './navigation';

function pathsFor(role: Parameters<typeof visibleRows>[0]) {
  return visibleRows(role, {}).map(({ path }) => path);
}

describe('the menu', () => {
  it('shows guests the home page and the price list', () => {
    expect(pathsFor(Role.Guest)).toEqual(['/', '/pricing']);
  });

  it('shows users their own pages, but no channels', () => {
    expect(pathsFor(Role.User)).toEqual(['/', '/playground', '/token', '/topup', '/log', '/pricing']);
  });

  it.each([Role.Admin, Role.Root])('shows role %i the channels too', role => {
    expect(pathsFor(role)).toContain('/channel');
  });

  it('hides a row while its flag is off or unknown', () => {
    const rows: readonly NavigationRow[] = [
      { path: '/drawing', label: 'shell.logs', role: Role.Guest, flag: 'enable_drawing' },
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
  ] as const)('shows users %s among the logs while %s is on', (path, flag) => {
    const paths = (status: Parameters<typeof visibleRows>[1]) => visibleRows(Role.User, status).map(row => row.path);
    expect(paths({})).not.toContain(path);
    expect(paths({ [flag]: false })).not.toContain(path);
    expect(paths({ [flag]: true })).toContain(path);
    expect(visibleRows(Role.Guest, { [flag]: true }).map(row => row.path)).not.toContain(path);
    const logs = toEntries(visibleRows(Role.User, { [flag]: true })).find(({ label }) => label === 'shell.logs');
    expect(logs?.rows.map(row => row.path)).toEqual(['/log', path]);
  });

  it('names every path only once', () => {
    const paths = navigationRows.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });
});

describe('entries', () => {
  const log: NavigationRow = { path: '/log', label: 'shell.request_log', role: Role.User, group: 'shell.logs' };
  const other: NavigationRow = { ...log, path: '/task', label: 'shell.channels' };

  it('show a group of one as a plain link', () => {
    expect(toEntries([log])).toEqual([{ label: 'shell.request_log', rows: [log] }]);
  });

  it('fold several rows of a group under its heading', () => {
    expect(toEntries([log, other])).toEqual([{ label: 'shell.logs', rows: [log, other] }]);
  });
});
