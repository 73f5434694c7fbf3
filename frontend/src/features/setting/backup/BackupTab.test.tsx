import { Role, type BackupRunView, type BackupStatus } from '@contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SettingScreen } from '../../../app/SettingScreen';
import { ok, refused, type FakeAnswer } from '../../../test-support/fake-server';
import { visitPage } from '../../../test-support/scene';

const MADE: BackupRunView = {
  id: 7,
  state: 'made',
  name: 'sluice-20261126-030000.backup',
  destination: 's3://backups/nightly',
  is_scheduled: true,
  started_at: 1_795_662_000,
  duration_ms: 4_200,
  bytes: 3_670_016,
  rows: 12_345,
  error: '',
};

const STATUS: BackupStatus = {
  destination: 's3://backups/nightly',
  is_encrypted: true,
  is_passphrase_given: false,
  has_secrets: true,
  next_at: 1_795_748_400,
  runs: [MADE],
};

interface Scene {
  readonly status?: Partial<BackupStatus>;
  readonly stored?: FakeAnswer;
  readonly start?: FakeAnswer;
  readonly test?: FakeAnswer;
}

async function visitBackups({ status = {}, stored = ok([]), start = ok(), test = ok() }: Scene = {}) {
  const page = await visitPage({
    page: <SettingScreen />,
    role: Role.Root,
    at: '/setting?tab=backup',
    answers: {
      'GET /api/option/': ok([]),
      'GET /api/backup/': ok({ ...STATUS, ...status }),
      'GET /api/backup/stored': stored,
      'POST /api/backup/': start,
      'POST /api/backup/test': test,
    },
  });
  await screen.findByText('s3://backups/nightly');
  return page;
}

describe('the tab for backups', () => {
  it('shows the last good backup, and what became of each', async () => {
    const failed: BackupRunView = { ...MADE, id: 8, state: 'failed', bytes: 0, error: 'the bucket is gone.' };
    await visitBackups({ status: { runs: [failed, MADE] } });
    expect(screen.getByText('The last backup failed: the bucket is gone.')).toBeTruthy();
    expect(screen.getByText(/, 3\.50 MiB$/)).toBeTruthy();
    const runs = within(screen.getByRole('table', { name: 'Last backups' }));
    expect(runs.getByText('12,345')).toBeTruthy();
    expect(runs.getAllByText(/^(made|failed)$/).map(({ textContent }) => textContent)).toEqual(['failed', 'made']);
  });

  it('warns of backups that everybody can read, and says that there is none yet', async () => {
    await visitBackups({ status: { is_encrypted: false, has_secrets: false, next_at: null, runs: [] } });
    expect(screen.getByText(/whoever gets one can read it/)).toBeTruthy();
    expect(screen.getByText('There is none yet')).toBeTruthy();
    expect(screen.getByText('Nothing is scheduled')).toBeTruthy();
  });

  it('starts a backup and tests the destination', async () => {
    const { server } = await visitBackups();
    await userEvent.click(screen.getByRole('button', { name: 'Back up now' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/backup/')).toHaveLength(1));
    expect(await screen.findByText('The backup has begun')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Test the destination' }));
    expect(await screen.findByText('The destination can be written, read and cleared')).toBeTruthy();
  });

  it('says why the destination cannot be used', async () => {
    const reason = 'the destination of backups cannot be used: the disk is full';
    const { errors, press } = await visitBackups({ test: refused(reason) });
    await press('Test the destination');
    await waitFor(() => expect(errors).toEqual([reason]));
  });

  it('lists what lies at the destination, and how the newest is restored', async () => {
    const stored = [{ name: 'sluice-20261125-030000.backup', bytes: 512, made_at: 1_795_575_600 }];
    await visitBackups({ stored: ok(stored) });
    const table = within(await screen.findByRole('table', { name: 'At the destination' }));
    expect(table.getByText('512 B')).toBeTruthy();
    const command = 'npm run -s sluice -- restore --from s3://backups/nightly/sluice-20261125-030000.backup';
    expect(screen.getByText(command)).toBeTruthy();
  });

  it('offers to read the list again after a failure', async () => {
    await visitBackups({ stored: refused('no access') });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
