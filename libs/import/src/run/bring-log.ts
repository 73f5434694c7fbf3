import { LogStore } from '@log';
import { whole } from '../source/cells';
import { type SourceDatabase } from '../source/source-database';
import { mapLogLine } from '../map/log-lines';
import { remember, remembered } from './memory';
import { NO_AMOUNTS, type ImportTarget, type MapContext } from './target';

/** The one row that says how far the log has come. */
const CURSOR = 0;

/**
 * Brings the rows of the log that came after the last one brought, with the figures of their hours, page by page; a run
 * that is interrupted goes on behind the last page.
 *
 * @param onRows called with the number of rows brought so far
 */
export async function bringLog(
  target: ImportTarget,
  source: SourceDatabase,
  context: MapContext,
  onRows: (rows: number) => void,
): Promise<number> {
  const { family } = context;
  const store = new LogStore();
  const after = await logCursor(target, context);
  let brought = 0;
  for await (const page of source.pages('logs', after)) {
    const records = page.map(row => mapLogLine(row, context));
    const sums = new Map<number, { rows: number; quota: number }>();
    for (const row of page) {
      const sum = sums.get(whole(row, 'type')) ?? { rows: 0, quota: 0 };
      sums.set(whole(row, 'type'), { rows: sum.rows + 1, quota: sum.quota + whole(row, 'quota') });
    }
    const last = whole(page.at(-1) ?? {}, 'id');
    await target.unitOfWork.run(async manager => {
      await store.writeAll(manager, records);
      await remember(manager, family, [
        { kind: 'log', sourceId: CURSOR, ownId: last, digest: '', amounts: NO_AMOUNTS },
      ]);
      const counts = [...sums].map(([type, { rows, quota }]) => ({
        kind: 'log-type' as const,
        sourceId: type,
        ownId: 0,
        digest: '',
        amounts: { ...NO_AMOUNTS, used: quota, requests: rows },
      }));
      await remember(manager, family, counts, 'add');
    });
    brought += page.length;
    onRows(brought);
  }
  return brought;
}

/** The id there of the last row that came. */
export async function logCursor(target: ImportTarget, { family }: MapContext): Promise<number> {
  const rows = await target.unitOfWork.run(manager => remembered(manager, family, 'log'));
  return rows.get(CURSOR)?.ownId ?? 0;
}
