import { createHash } from 'node:crypto';
import { optionRow, type OptionKey } from '@contracts';
import { dialectOf, runStatements, upsertStatement } from '@platform';
import { type Brought } from './bring';
import { remember, remembered } from './memory';
import { NO_AMOUNTS, type ImportTarget, type MapContext } from './target';

const ID_DIGITS = 12;
const TABLE = {
  table: 'options',
  key: ['option_key'],
  onConflict: 'replace',
  shape: { option_key: 'text', option_value: 'text' },
} as const;

/** A number that stands for the name of an option. */
function idOf(key: string): number {
  return Number.parseInt(createHash('sha256').update(key).digest('hex').slice(0, ID_DIGITS), 16);
}

/** Stores options that are new or have changed there, all in one unit; what was changed here since stays otherwise. */
export async function bringOptions(
  { unitOfWork, box }: ImportTarget,
  { family }: MapContext,
  options: ReadonlyMap<OptionKey, string>,
  isDryRun: boolean,
): Promise<Brought> {
  const known = await unitOfWork.run(manager => remembered(manager, family, 'option'));
  const all = [...options].map(([key, value]) => ({
    key,
    value,
    id: idOf(key),
    digest: box.hash('service-secret', value),
  }));
  const due = all.filter(({ id, digest }) => known.get(id)?.digest !== digest);
  const fresh = due.filter(({ id }) => !known.has(id)).length;
  const brought = { fresh, changed: due.length - fresh, same: all.length - due.length };
  if (isDryRun || due.length === 0) return brought;
  await unitOfWork.run(async manager => {
    const rows = due.map(({ key, value }) => [
      key,
      optionRow(key).secret && value !== '' ? box.seal('service-secret', value) : value,
    ]);
    await runStatements(manager, upsertStatement(dialectOf(manager.connection), TABLE, rows));
    await remember(
      manager,
      family,
      due.map(({ id, digest }) => ({ kind: 'option', sourceId: id, ownId: 0, digest, amounts: NO_AMOUNTS })),
    );
  });
  return brought;
}
