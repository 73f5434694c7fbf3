import { Role, type MoveInReport, type MoveInRun, type MoveInStatus } from '@contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SettingScreen } from '../../../app/SettingScreen';
import { ok, refused, type FakeAnswer } from '../../../test-support/fake-server';
import { visitPage } from '../../../test-support/scene';

const REPORT: MoveInReport = {
  family: 'new-api',
  tables: [
    {
      table: 'users',
      there: { rows: 3, sums: { remaining: 1430, used: 570 } },
      fresh: 2,
      changed: 1,
      same: 0,
      here: { rows: 3, sums: { remaining: 1430, used: 570 } },
      is_equal: true,
    },
    {
      table: 'logs',
      there: { rows: 5, sums: { 'type 2 rows': 5 } },
      fresh: null,
      changed: null,
      same: null,
      here: { rows: 4, sums: { 'type 2 rows': 4 } },
      is_equal: false,
    },
  ],
  remarks: [{ what: 'tables that do not come', names: ['checkins (4 rows)'], count: 1 }],
  accounts_checked: 9,
  difference_units: 0,
  differences: [],
};

const RUN: MoveInRun = {
  id: 1,
  state: 'done',
  is_dry_run: true,
  source: 'file',
  username: 'root',
  started_at: 1_795_662_000,
  ended_at: 1_795_662_004,
  step: 'logs',
  step_rows: 5,
  error: '',
  report: REPORT,
};

const FILE = { bytes: 3_670_016, sent_at: 1_795_661_000 };

interface Scene {
  readonly status?: Partial<MoveInStatus>;
  readonly answer?: FakeAnswer;
  readonly start?: FakeAnswer;
}

async function visit({ status = {}, answer, start = ok() }: Scene = {}) {
  return visitPage({
    page: <SettingScreen />,
    role: Role.Root,
    at: '/setting?tab=move_in',
    answers: {
      'GET /api/move_in/': answer ?? ok({ source_file: null, logs_file: null, run: null, ...status }),
      'POST /api/move_in/': start,
      'POST /api/move_in/file/source': ok(FILE),
      'DELETE /api/move_in/file/source': ok(),
    },
  });
}

function isDisabled(name: string): boolean {
  return screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
}

describe('the tab for moving in', () => {
  it('does nothing before there is a source, and begins with a plan', async () => {
    const { server } = await visit();
    expect(await screen.findByText('Nothing was read yet')).toBeTruthy();
    expect([isDisabled('Show what would come'), isDisabled('Move in')]).toEqual([true, true]);
    await userEvent.click(screen.getByRole('radio', { name: 'a database server' }));
    await userEvent.type(screen.getByLabelText('Address of the database'), ' mysql://u:p@h/db ');
    expect([isDisabled('Show what would come'), isDisabled('Move in')]).toEqual([false, true]);
    await userEvent.click(screen.getByRole('button', { name: 'Show what would come' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/move_in/')).toHaveLength(1));
    expect(server.callsTo('POST', '/api/move_in/')[0]?.body).toEqual({
      address: 'mysql://u:p@h/db',
      logs_address: '',
      has_logs_file: false,
      salt_key: '',
      is_dry_run: true,
    });
  });

  it('sends the file that is chosen, and removes it', async () => {
    const { server } = await visit({ status: { source_file: FILE } });
    expect(await screen.findByText(/^3\.50 MiB, sent /)).toBeTruthy();
    const input = screen.getByLabelText('Database file', { selector: 'input' });
    await userEvent.upload(input, new File(['SQLite format 3'], 'one-api.db'));
    await waitFor(() => expect(server.callsTo('POST', '/api/move_in/file/source')).toHaveLength(1));
    expect(await screen.findByText('The file has arrived')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(server.callsTo('DELETE', '/api/move_in/file/source')).toHaveLength(1));
  });

  it('shows the plan, and moves in after a question', async () => {
    const { server } = await visit({ status: { source_file: FILE, run: RUN } });
    const plan = within(await screen.findByRole('table', { name: 'What would come' }));
    expect(plan.getByText('users')).toBeTruthy();
    expect(screen.getByText('tables that do not come: checkins (4 rows)')).toBeTruthy();
    expect(screen.getByText('This is a plan. Nothing was stored.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Move in' }));
    const question = within(await screen.findByRole('alertdialog'));
    await userEvent.click(question.getByRole('button', { name: 'Move in' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/move_in/')).toHaveLength(1));
    expect(server.callsTo('POST', '/api/move_in/')[0]?.body).toMatchObject({ is_dry_run: false });
  });

  it('shows the proof of both sides, and what differs', async () => {
    await visit({ status: { run: { ...RUN, is_dry_run: false } } });
    const proof = within(await screen.findByRole('table', { name: 'Both sides' }));
    expect(proof.getByText('remaining 1,430 / 1,430')).toBeTruthy();
    expect(proof.getByText('rows of type 2 5 / 4')).toBeTruthy();
    expect(proof.getAllByText(/^(equal|different)$/).map(({ textContent }) => textContent)).toEqual([
      'equal',
      'different',
    ]);
    expect(screen.getByText(/^Some rows or sums differ/)).toBeTruthy();
    expect(screen.getByText('9 accounts checked against their movements; sum of differences: 0')).toBeTruthy();
  });

  it.each([
    [{ state: 'running', step_rows: 1200 }, 'Reading logs, 1,200 rows so far'],
    [{ state: 'interrupted' }, /^This was interrupted: run it again\./],
    [{ state: 'failed', error: 'the source is gone.' }, /^This ended with a failure: the source is gone\./],
  ] as const)('says what is going on: %j', async (changes, text) => {
    await visit({ status: { source_file: FILE, run: { ...RUN, report: null, ...changes } } });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(isDisabled('Show what would come')).toBe(changes.state === 'running');
    // Only who has seen a plan moves in; one that was interrupted may go on.
    expect(isDisabled('Move in')).toBe(changes.state !== 'interrupted');
  });

  it('offers to read again after a failure', async () => {
    await visit({ answer: refused('no access') });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
