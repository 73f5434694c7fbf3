import { request, type IncomingMessage } from 'node:http';
import { LogExport, LogStore, type LogRecord } from '@log';
import { Database, UnitOfWork } from '@platform';
import { type TestClient } from '../support/clients/client';
import { eventually } from '../support/eventually';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const ALL = '/api/log/export';
const OWN = '/api/log/self/export';
const MANY = 40_000; // twenty megabytes, more than all buffers on the way
const BATCH = 2000;
const BYTE_ORDER_MARK = '\uFEFF';

let app: TestApp;
let other: TestClient;

function append(records: readonly LogRecord[]): Promise<void> {
  return app.nest.get(UnitOfWork).run(manager => app.nest.get(LogStore).writeAll(manager, records));
}

function call(client: TestClient, changes: Partial<LogRecord> = {}): LogRecord {
  return {
    userId: client.user?.id ?? 0,
    username: client.user?.username,
    type: 2,
    modelName: 'gpt-4o',
    tokenName: 'laptop',
    quota: 41,
    channelId: 7,
    createdAtMs: Date.UTC(2026, 0, 2, 3, 4, 5),
    other: '{"frt":640,"admin_info":{"use_channel":["3","7"]}}',
    ...changes,
  };
}

/** Cells of a file whose cells hold no line breaks. */
function cellsOf(text: string): readonly (readonly string[])[] {
  return text
    .replace(BYTE_ORDER_MARK, '')
    .split('\r\n')
    .filter(line => line !== '')
    .map(line => line.slice(1, -1).split('","'));
}

/** Reads the lines of a file, by the names of their columns. */
async function linesOf(client: TestClient, path: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const { status, text } = await client.get(path);
  expect(status).toBe(200);
  const [header = [], ...lines] = cellsOf(text);
  return lines.map(line => Object.fromEntries(header.map((name, at) => [name, line[at] ?? ''])));
}

/** Opens the response, whose body is not read yet. */
async function openFile({ url }: TestApp, client: TestClient, path: string): Promise<IncomingMessage> {
  const token = (await client.get<string>('/api/user/token')).body.data ?? '';
  const headers = { authorization: token, 'new-api-user': String(client.user?.id) };
  return new Promise((resolve, reject) => {
    request(url + path, { headers, agent: false }, resolve)
      .once('error', reject)
      .end();
  });
}

beforeAll(async () => {
  app = await startTestApp();
  other = await app.make.signedIn();
});
afterAll(() => app.close());

describe('the routes of the export', () => {
  it('require a session, and show the rows of all users only to administrators', async () => {
    expect((await app.guest.get(ALL)).status).toBe(401);
    expect((await app.guest.get(OWN)).status).toBe(401);
    expect((await app.user.get(ALL)).body.success).toBe(false);
    for (const client of [app.admin, app.root]) expect((await client.get(ALL)).text).toContain('"time_utc"');
    for (const client of [app.user, app.admin]) expect((await client.get(OWN)).text).toContain('"time_utc"');
  });

  it('refuse a caller for a minute who requests file after file', async () => {
    const hasty = await app.make.signedIn();
    for (let count = 0; count < 10; count++) expect((await hasty.get(OWN)).status).toBe(200);
    const refused = await hasty.get(OWN);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await other.get(OWN)).status).toBe(200);
  });
});

describe('an exported log', () => {
  let channelId: number;
  beforeAll(async () => {
    channelId = await app.make.channel({ base_url: 'http://127.0.0.1:9', name: 'upstream, one' });
    await append([
      call(app.user, { quota: 1, channelId, content: '=HYPERLINK("http://x")', tokenName: '+phone' }),
      call(other, { quota: 2, content: 'say "hello", please' }),
      call(app.user, { quota: 3, type: 5, content: '-2', createdAtMs: Date.UTC(2026, 0, 3) }),
    ]);
  });

  it('is a file for spreadsheets that no cache keeps', async () => {
    const { headers, text } = await app.user.get(OWN);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="request-log.csv"');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    // The client's decoder removes the byte order mark, so the header is first.
    expect(text.startsWith('"id","time_utc","type"')).toBe(true);
    const file = await openFile(app, app.admin, OWN);
    const [first] = (await file.take(1).toArray()) as Buffer[];
    expect([...(first ?? Buffer.of()).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it('has only own rows for a user, with any filter, and nothing meant for administrators', async () => {
    const lines = await linesOf(app.user, `${OWN}?username=${other.user?.username}&channel=9&start_timestamp=1`);
    const calls = lines.filter(({ model }) => model === 'gpt-4o');
    expect(calls.map(({ quota }) => quota)).toEqual(['3', '1']);
    expect(lines.map(({ id }) => id)).toEqual(lines.map((_, at) => String(at + 1)));
    expect(calls[0]?.other).toBe('{""frt"":640}');
    expect(Object.keys(calls[0] ?? {})).not.toEqual(expect.arrayContaining(['channel']));
    expect((await app.user.get(OWN)).text).not.toContain('admin_info');
  });

  it('has channels, users and the administrators’ part for administrators, newest first', async () => {
    const { text } = await app.admin.get(`${ALL}?model_name=gpt-4o&channel=${channelId}`);
    expect(text).toContain(`"${app.user.user?.id}","${channelId}","upstream, one"`);
    expect(text).toContain('admin_info');
    const all = await app.admin.get(`${ALL}?model_name=gpt-4o`);
    const places = ['"3","0","false"', '"2","0","false"', '"1","0","false"'].map(part => all.text.indexOf(part));
    expect(places.every(place => place > 0)).toBe(true);
    expect([...places].sort((left, right) => left - right)).toEqual(places);
  });

  it('never holds a formula, and keeps quotes, commas and negative numbers', async () => {
    const { text } = await app.admin.get(`${ALL}?model_name=gpt-4o`);
    expect(text).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(text).toContain(`"'+phone"`);
    expect(text).toContain('"say ""hello"", please"');
    expect(text).toContain('"-2"');
  });

  it('keeps to the filters of the list', async () => {
    const quotas = async (query: string) => (await linesOf(app.admin, `${ALL}?${query}`)).map(({ quota }) => quota);
    const secondsOf = (day: number) => Date.UTC(2026, 0, day) / 1000;
    expect(await quotas('model_name=gpt-4o&type=5')).toEqual(['3']);
    expect(await quotas(`username=${other.user?.username}&type=2`)).toEqual(['2']);
    expect(await quotas(`model_name=gpt%25&start_timestamp=${secondsOf(3)}&end_timestamp=${secondsOf(3)}`)).toEqual([
      '3',
    ]);
    expect(await quotas('model_name=none')).toEqual([]);
    expect((await app.admin.get(`${ALL}?model_name=%25`)).body.success).toBe(false);
  });

  it('has a remark in its last line when there are more rows than a file may have', async () => {
    const filter = {
      ...{ userId: null, type: 0, username: '', tokenName: '', modelName: 'gpt-4o', group: '' },
      ...{ channelId: null, requestId: '', teamId: null, tag: '', session: '', startMs: null, endMs: null },
    };
    const lines = async (rowsMax: number) =>
      cellsOf((await (await app.nest.get(LogExport).open(filter, rowsMax)).toArray()).join(''));
    expect(await lines(3)).toHaveLength(1 + 3);
    const cut = await lines(2);
    expect(cut).toHaveLength(1 + 2 + 1);
    expect(cut.at(-1)?.join('')).toContain('this file ends at 2 rows');
  });
});

describe('forty thousand rows', () => {
  let exporter: TestClient;
  beforeAll(async () => {
    exporter = await app.make.signedIn({ role: 10 });
    const content = 'a text of the usual length '.repeat(10);
    for (let at = 0; at < MANY; at += BATCH) {
      const rows = Array.from({ length: BATCH }, (_, number) =>
        call(app.admin, { modelName: 'many', tokenName: (at + number) % 5000 === 0 ? 'rare' : 'often', content }),
      );
      await append(rows);
    }
  });

  const many = `${ALL}?model_name=many`;

  it('are all in the file, each once', async () => {
    const lines = await linesOf(exporter, many);
    expect(lines).toHaveLength(MANY);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(MANY);
    expect(await linesOf(exporter, `${many}&token_name=rare`)).toHaveLength(MANY / 5000);
  });

  it('are read while they are sent: the last rows are not read before a slow reader gets there', async () => {
    const file = await openFile(app, exporter, many);
    await new Promise(resolve => file.once('readable', resolve)); // the first bytes are here, and stay unread
    const { manager } = app.nest.get(Database).writer;
    const [{ id }] = (await manager.query("SELECT MIN(id) AS id FROM logs WHERE model_name = 'many'")) as [
      { id: number },
    ];
    await app.nest
      .get(UnitOfWork)
      .run(unit => unit.query(`UPDATE logs SET content = 'changed meanwhile' WHERE id = ${Number(id)}`));
    const text = Buffer.concat((await file.toArray()) as Buffer[]).toString();
    expect(text.slice(-400)).toContain('changed meanwhile');
  });

  it('are read no further when the reader leaves', async () => {
    const opened = jest.spyOn(app.nest.get(LogExport), 'open');
    const file = await openFile(app, exporter, many);
    await new Promise(resolve => file.once('readable', resolve));
    const source = await opened.mock.results[0]?.value;
    opened.mockRestore();
    expect(source?.destroyed).toBe(false);
    file.destroy();
    await eventually(
      () => Promise.resolve(source?.destroyed),
      isDestroyed => isDestroyed === true,
    );
  });

  it('do not keep a server from closing: the file is cut, and its reader notices', async () => {
    const second = await startTestApp();
    // This is more than the sockets on the way hold, in units that every database takes.
    const rows = Array.from({ length: BATCH / 10 }, () => call(second.admin, { content: 'long '.repeat(4000) }));
    for (let units = 0; units < 10; units++)
      await second.nest.get(UnitOfWork).run(manager => second.nest.get(LogStore).writeAll(manager, rows));
    const file = await openFile(second, second.admin, ALL);
    await new Promise(resolve => file.once('readable', resolve));
    await second.close();
    await expect(file.toArray()).rejects.toThrow('aborted');
  });
});
