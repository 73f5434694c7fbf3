import { retentionSubjects, Role, type StorageSubject, type StorageView } from '@contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SettingScreen } from '../../../app/SettingScreen';
import { formatBytes } from '../../../shared/format/bytes';
import { ok, refused, startFakeServer, type FakeAnswer } from '../../../test-support/fake-server';
import { makeUser, renderPage } from '../../../test-support/render-page';

function subject(name: StorageSubject['subject'], values: Partial<StorageSubject> = {}): StorageSubject {
  return {
    subject: name,
    days: 0,
    before: 0,
    next_rows: 0,
    is_next_more: false,
    removed_rows: 0,
    removed_at: 0,
    ...values,
  };
}

const view: StorageView = {
  database: 'postgres',
  tables: [
    { name: 'logs', rows: 5_000_000, is_rows_estimated: true, bytes: 3 * 1024 ** 3, is_bytes_estimated: false },
    { name: 'users', rows: 12, is_rows_estimated: false, bytes: 65_536, is_bytes_estimated: false },
  ],
  bytes: 3 * 1024 ** 3 + 65_536,
  free_bytes: null,
  disk_free_bytes: null,
  measured_at: 1_790_000_000,
  oldest_log_at: 1_780_000_000,
  subjects: retentionSubjects.map(name =>
    name === 'log_error'
      ? subject(name, {
          days: 30,
          before: 1_789_000_000,
          next_rows: 60_000,
          is_next_more: true,
          removed_rows: 812,
          removed_at: 1_789_990_000,
        })
      : subject(name),
  ),
  is_running: false,
  ran_at: 1_789_990_000,
};

const options = [
  { key: 'LogErrorDays', value: '30' },
  { key: 'MovementDays', value: '0' },
];

async function start(answer: FakeAnswer = ok(view), clean: FakeAnswer = ok(null)) {
  const server = startFakeServer({
    'GET /api/option/': ok(options),
    'PUT /api/option/': ok(),
    'GET /api/status': ok({}),
    'GET /api/storage/': answer,
    'POST /api/storage/clean': clean,
  });
  await renderPage(<SettingScreen />, { user: makeUser({ role: Role.Root }), at: '/setting?tab=storage' });
  return server;
}

describe('the storage tab', () => {
  it('shows sizes, and says which are estimates', async () => {
    await start();
    // The first visit loads the tab.
    const table = within(await screen.findByRole('table', { name: 'Tables' }, { timeout: 15_000 }));
    expect(table.getByRole('row', { name: /logs.*about 5,000,000.*3.00 GiB/ })).toBeTruthy();
    expect(table.getByRole('row', { name: /users.*12.*64.0 KiB/ })).toBeTruthy();
    expect(screen.getByText(/estimates of the database/)).toBeTruthy();
    expect(screen.getByText('PostgreSQL')).toBeTruthy();
  });

  it('shows what goes next and what went last', async () => {
    await start();
    const table = within(await screen.findByRole('table', { name: 'Retention' }));
    expect(
      table.getByRole('row', { name: /Log: errors.*30 days.*more than 60,000 rows from before.*812 rows/ }),
    ).toBeTruthy();
    expect(table.getByRole('row', { name: /Log: calls.*always.*nothing/ })).toBeTruthy();
  });

  it('cleans up after a question', async () => {
    const server = await start();
    await userEvent.click(await screen.findByRole('button', { name: 'Clean up now' }));
    expect(server.callsTo('POST', '/api/storage/clean')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/storage/clean')).toHaveLength(1));
    expect(await screen.findByText('The clean-up has begun')).toBeTruthy();
  });

  it('offers no clean-up while everything is kept', async () => {
    await start(ok({ ...view, subjects: retentionSubjects.map(name => subject(name)), ran_at: 0 }));
    expect(await screen.findByText(/has not run yet/)).toBeTruthy();
    expect((screen.getByRole('button', { name: 'Clean up now' }) as HTMLButtonElement).disabled).toBe(true);
  });

  it('says that a clean-up runs', async () => {
    await start(ok({ ...view, is_running: true }));
    expect(((await screen.findByRole('button', { name: 'Cleaning up …' })) as HTMLButtonElement).disabled).toBe(true);
  });

  it('says that sizes are still being measured', async () => {
    await start(ok({ ...view, tables: [], measured_at: 0 }));
    expect(await screen.findByText(/being measured. Read again/)).toBeTruthy();
  });

  it('offers to read again what could not be read', async () => {
    await start(refused('the database is away'));
    expect((await screen.findAllByRole('button', { name: 'Try again' })).length).toBeGreaterThan(0);
  });

  it('refuses too few days before anything is sent', async () => {
    const server = await start();
    const field = await screen.findByLabelText(/Movements of balances/);
    await userEvent.clear(field);
    await userEvent.type(field, '3');
    expect(await screen.findByText(/must be 0, which keeps everything, or at least 30 days/)).toBeTruthy();
    expect(server.calls.some(({ method }) => method === 'PUT')).toBe(false);
  });
});

describe('bytes', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.00 KiB'],
    [13_000_000, '12.4 MiB'],
    [2 ** 40 * 150, '150 TiB'],
  ])('%d are %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});
