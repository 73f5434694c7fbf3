import { Blob as NodeBlob } from 'node:buffer';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MoveInStatus } from '@contracts';
import * as users from '../../frontend/src/base/session/user-api';
import * as moveIn from '../../frontend/src/features/setting/move-in/move-in-api';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { composeSource } from '../support/inputs/import-source';
import { ROOT_PASSWORD, startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { browseTo, Console, unansweredOf } from './console';
import { moveInReportShape, moveInRunShape, moveInStatusShape, moveInTableShape } from './shapes';

let served: ServedScene;
let directory: string;
const page = new Console();

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-move-in-'));
  await composeSource(join(directory, 'source.db'));
  served = await startServedScene();
  browseTo(served.server.url);
  page.remember(await page.call(users.useLoginMutation, { username: 'root', password: ROOT_PASSWORD }));
});
afterAll(async () => {
  await served?.close();
  rmSync(directory, { recursive: true, force: true });
});

function statusNow() {
  return page.query(moveIn.useGetMoveInQuery, undefined);
}

describe('the page for moving in', () => {
  it('sends a file, takes it back, and shows a plan', async () => {
    expect(await statusNow()).toEqual({ source_file: null, logs_file: null, run: null });
    const bytes = readFileSync(join(directory, 'source.db'));
    // The page of this test has a blob of its own, which the fetch of Node does not know.
    const file = new NodeBlob([new Uint8Array(bytes)]) as unknown as Blob;
    const sent = await page.call(moveIn.useSendMoveInFileMutation, { part: 'logs', file });
    expect(sent).toEqual({ bytes: bytes.length, sent_at: expect.any(Number) as number });
    expect(await page.call(moveIn.useRemoveMoveInFileMutation, 'logs')).toBeNull();
    const source = await page.call(moveIn.useSendMoveInFileMutation, { part: 'source', file });
    const request = { address: '', logs_address: '', has_logs_file: false, salt_key: '', is_dry_run: true };
    expect(await page.call(moveIn.useStartMoveInMutation, request)).toBeNull();
    await eventually(
      () => must(served.root.get<MoveInStatus>('/api/move_in/')),
      ({ run }) => run?.state === 'done',
    );
    const status = await statusNow();
    expect(status).toEqual({ ...moveInStatusShape, source_file: source, logs_file: null });
    expect(status.run).toEqual(moveInRunShape);
    expect(status.run?.report).toEqual({ ...moveInReportShape, accounts_checked: null });
    for (const table of status.run?.report?.tables ?? []) expect(table).toEqual(moveInTableShape);
  });

  it('has called every endpoint', () => {
    expect(unansweredOf(moveIn)).toEqual([]);
  });
});
