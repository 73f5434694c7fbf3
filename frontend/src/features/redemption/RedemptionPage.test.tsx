import { Role, type RedemptionView } from '@contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, refused } from '../../test-support/fake-server';
import { dialogWith, rowOf, visitPage, watchCopies, type Visit } from '../../test-support/scene';
import { RedemptionPage } from './RedemptionPage';

function code(id: number, changes: Partial<RedemptionView> = {}): RedemptionView {
  return {
    id,
    user_id: 1,
    key: String(id).padStart(32, 'a'),
    status: 1,
    name: `code ${id}`,
    quota: 100_000,
    created_time: 1_740_000_000,
    redeemed_time: 0,
    used_user_id: 0,
    ...changes,
  };
}

const unused = code(3);
const disabled = code(2, { status: 2 });
const used = code(1, { status: 3, redeemed_time: 1_750_000_000, used_user_id: 42 });

function visit({ at = '/redemption', answers, ...options }: Visit = {}) {
  return visitPage({
    page: <RedemptionPage />,
    at,
    role: Role.Admin,
    ...options,
    answers: {
      'GET /api/redemption/': ok([unused, disabled, used], { total: 23 }),
      'GET /api/plan/': ok([]),
      'GET /api/redemption/search': ok([used], { total: 1 }),
      'POST /api/redemption/': ok(['first-key', 'second-key']),
      'PUT /api/redemption/': ok({ ...unused, status: 2 }),
      'DELETE /api/redemption/1/': ok(),
      ...answers,
    },
  });
}

function button(row: Awaited<ReturnType<typeof rowOf>>, name: string) {
  return row.getByRole<HTMLButtonElement>('button', { name });
}

describe('the table of redemption codes', () => {
  it('shows the value of a code, its state, and who used it', async () => {
    await visit();
    const row = await rowOf(used.name);
    expect(row.getByText('$0.20')).toBeTruthy();
    expect(row.getByText('Used')).toBeTruthy();
    expect(row.getByRole('link', { name: 'User #42' }).getAttribute('href')).toBe('/user?keyword=42');
    expect((await rowOf(unused.name)).getByText('Nobody')).toBeTruthy();
    expect(screen.getByText('Page 1 of 3')).toBeTruthy();
  });

  it('never shows a complete code, and copies the complete one', async () => {
    await visit();
    const copies = watchCopies();
    const row = await rowOf(unused.name);
    expect(document.body.textContent).not.toContain(unused.key);
    await userEvent.click(button(row, 'Copy'));
    expect(copies).toEqual([unused.key]);
  });

  it('requests pages from 0 and keeps the chosen size', async () => {
    const { server } = await visit({ at: '/redemption?page=2' });
    await rowOf(unused.name);
    await userEvent.selectOptions(screen.getByLabelText('Rows per page'), '50');
    await waitFor(() => expect(server.callsTo('GET', '/api/redemption/?')).toHaveLength(2));
    expect(server.callsTo('GET', '/api/redemption/?').map(({ url }) => url)).toEqual([
      '/api/redemption/?p=1&page_size=10',
      '/api/redemption/?p=0&page_size=50',
    ]);
    expect(localStorage.getItem('page-size')).toBe('50');
  });

  it('searches by id or name', async () => {
    const { server } = await visit();
    await userEvent.type(await screen.findByRole('searchbox'), ' spring {Enter}');
    await waitFor(() => expect(screen.queryByRole('cell', { name: unused.name })).toBeNull());
    expect(server.callsTo('GET', '/api/redemption/search').map(({ url }) => url)).toEqual([
      '/api/redemption/search?keyword=spring&p=0&page_size=10',
    ]);
  });

  it.each([
    ['of a site without codes', '/redemption', /^There are no redemption codes yet/],
    ['of a search without matches', '/redemption?keyword=x', 'No redemption code matches the search.'],
  ])('shows a message in the table %s', async (_what, at, text) => {
    const nothing = ok([], { total: 0 });
    await visit({ at, answers: { 'GET /api/redemption/': nothing, 'GET /api/redemption/search': nothing } });
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('offers all codes in place of a new one when a search found none', async () => {
    await visit({ at: '/redemption?keyword=x', answers: { 'GET /api/redemption/search': ok([], { total: 0 }) } });
    await userEvent.click(await screen.findByRole('button', { name: 'Show all' }));
    expect(await rowOf(unused.name)).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
    expect(screen.getAllByRole('button', { name: /^Add/ })).toHaveLength(1);
  });
});

describe('the actions of a code', () => {
  it.each([
    ['an unused code can be disabled and edited', unused, 'Disable', { switch: true, edit: true }],
    ['a disabled code can be enabled, but not edited', disabled, 'Enable', { switch: true, edit: false }],
    ['a used code can be neither enabled nor edited', used, 'Enable', { switch: false, edit: false }],
  ])('%s', async (_rule, row, label, can) => {
    await visit();
    const cells = await rowOf(row.name);
    expect(!button(cells, label).disabled).toBe(can.switch);
    expect(!button(cells, 'Edit').disabled).toBe(can.edit);
    expect(button(cells, `Delete code ${row.name} #${row.id}`).disabled).toBe(false);
  });

  it('moves the switch at once with a call that carries only the status', async () => {
    const seen: number[] = [];
    const answer = () => {
      seen.push(screen.queryAllByText('Disabled').length);
      return ok({ ...unused, status: 2 });
    };
    const { server } = await visit({ answers: { 'PUT /api/redemption/': answer } });
    await userEvent.click(button(await rowOf(unused.name), 'Disable'));
    await waitFor(() => expect(seen).toEqual([2]));
    expect(server.callsTo('PUT', '/api/redemption/')[0]).toMatchObject({
      url: '/api/redemption/?status_only=true',
      body: { id: 3, status: 2 },
    });
    expect(server.callsTo('GET', '/api/redemption/?')).toHaveLength(1);
  });

  it('moves the switch back and reads the row again when the code was used meanwhile', async () => {
    const lists = [ok([unused], { total: 1 }), ok([{ ...unused, status: 3, used_user_id: 5 }], { total: 1 })];
    const { errors } = await visit({
      answers: {
        'GET /api/redemption/': () => lists.shift() ?? ok([]),
        'PUT /api/redemption/': refused('code already used'),
      },
    });
    await userEvent.click(button(await rowOf(unused.name), 'Disable'));
    await waitFor(() => expect(errors).toEqual(['code already used']));
    await waitFor(async () => expect((await rowOf(unused.name)).getByText('User #5')).toBeTruthy());
  });

  it('deletes only after a second click, and says what that means for a used code', async () => {
    const { server } = await visit();
    await userEvent.click(button(await rowOf(used.name), 'Delete code code 1 #1'));
    const dialog = await dialogWith('Delete the redemption code code 1 #1?');
    expect(dialog.getByText(/what was redeemed with it stays/)).toBeTruthy();
    expect(server.callsTo('DELETE', '/api/redemption/')).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.callsTo('DELETE', '/api/redemption/1/')).toHaveLength(1));
  });
});

describe('the copy of several codes', () => {
  it('needs at least one chosen row', async () => {
    await visit();
    const copies = watchCopies();
    await rowOf(unused.name);
    await userEvent.click(screen.getByRole('button', { name: 'Copy selected codes' }));
    expect((await screen.findAllByText('Please select at least one code')).length).toBeGreaterThan(0);
    expect(copies).toEqual([]);
  });

  it('copies name and code of each chosen row', async () => {
    await visit();
    const copies = watchCopies();
    await userEvent.click((await rowOf(unused.name)).getByRole('checkbox'));
    await userEvent.click((await rowOf(used.name)).getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Copy selected codes (2)' }));
    expect(copies).toEqual([`code 3    ${unused.key}\ncode 1    ${used.key}`]);
  });
});

describe('the form of redemption codes', () => {
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  const openNew = async () => {
    const page = await visit();
    await rowOf(unused.name);
    await userEvent.click(screen.getByRole('button', { name: 'Add redemption codes' }));
    return page;
  };

  it('sends nothing without a name', async () => {
    const { server } = await openNew();
    await submit();
    expect(await screen.findByText('Code name must be 1 to 20 characters long')).toBeTruthy();
    expect(server.callsTo('POST', '/api/redemption/')).toEqual([]);
  });

  it('creates codes and offers them as a text file with their name', async () => {
    const { server } = await openNew();
    const files: Blob[] = [];
    URL.createObjectURL = file => (files.push(file as Blob), 'blob:codes');
    URL.revokeObjectURL = () => undefined;
    const names: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    await userEvent.type(screen.getByLabelText(/^Name/), 'spring');
    await userEvent.clear(screen.getByLabelText(/^Number of codes/));
    await userEvent.type(screen.getByLabelText(/^Number of codes/), '2');
    await submit();
    const dialog = await dialogWith('2 redemption codes created');
    expect(server.callsTo('POST', '/api/redemption/')[0]?.body).toEqual({ name: 'spring', quota: 100_000, count: 2 });
    expect(dialog.getByLabelText('Codes').textContent).toBe('first-key\nsecond-key\n');
    await userEvent.click(dialog.getByRole('button', { name: 'Download' }));
    expect(names).toEqual(['spring.txt']);
    expect(files[0]?.size).toBe('first-key\nsecond-key\n'.length);
    const copies = watchCopies();
    await userEvent.click(dialog.getByRole('button', { name: 'Copy' }));
    expect(copies).toEqual(['first-key\nsecond-key']);
  });

  it('keeps the typed text when the server refuses', async () => {
    const { errors } = await visit({ answers: { 'POST /api/redemption/': refused('no') } });
    await rowOf(unused.name);
    await userEvent.click(screen.getByRole('button', { name: 'Add redemption codes' }));
    await userEvent.type(screen.getByLabelText(/^Name/), 'spring');
    await submit();
    await waitFor(() => expect(errors).toEqual(['no']));
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('spring');
  });

  it('edits name and quota of an unused code, without a number of codes', async () => {
    const { server } = await visit();
    await userEvent.click(button(await rowOf(unused.name), 'Edit'));
    expect(screen.queryByLabelText(/^Number of codes/)).toBeNull();
    await submit();
    expect((await screen.findAllByText('You seem not to have modified anything')).length).toBeGreaterThan(0);
    await userEvent.clear(screen.getByLabelText(/^Quota in units/));
    await userEvent.type(screen.getByLabelText(/^Quota in units/), '7');
    await submit();
    await waitFor(() => expect(server.callsTo('PUT', '/api/redemption/')).toHaveLength(1));
    const [call] = server.callsTo('PUT', '/api/redemption/');
    expect(call).toMatchObject({ url: '/api/redemption/', body: { id: 3, name: 'code 3', quota: 7 } });
    await waitFor(() => expect(screen.queryByLabelText(/^Quota in units/)).toBeNull());
  });
});
