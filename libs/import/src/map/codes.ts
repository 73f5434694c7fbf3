import { REDEMPTION_NAME_MAX } from '@contracts';
import { deletedAtMs, fitting, secondsToMs, text, whole, type SourceRow } from '../source/cells';
import { NO_AMOUNTS, type KindTable, type MapContext, type MappedRow } from '../run/target';

export const CODES: KindTable = {
  kind: 'code',
  table: 'redemptions',
  shape: {
    id: 'integer',
    user_id: 'integer',
    name: 'text',
    key_hash: 'text',
    key_sealed: 'text',
    status: 'integer',
    quota: 'integer',
    created_at_ms: 'integer',
    redeemed_at_ms: 'integer',
    used_user_id: 'integer',
    deleted_at_ms: 'integer',
  },
};

const CODE = /^[0-9a-f]{32}$/;

/** A redemption code; null for one that cannot come. */
export function mapCode(row: SourceRow, { ids, taken, box, remarks }: MapContext): MappedRow | null {
  const sourceId = whole(row, 'id');
  const id = ids.code.get(sourceId) ?? 0;
  const key = text(row, 'key').toLowerCase();
  const name = text(row, 'name');
  const keyHash = box.hash('redemption-code', key);
  if (!CODE.test(key) || !taken.code_key.take(keyHash, id)) {
    const what = 'codes of an unknown form, or that exist here already; they do not come';
    remarks.add(what, `${name} (${sourceId})`);
    return null;
  }
  if (fitting(name, REDEMPTION_NAME_MAX) !== name)
    remarks.add('codes whose name was shortened', `${name} (${sourceId})`);
  return {
    sourceId,
    columns: {
      id,
      user_id: ids.user.get(whole(row, 'user_id')) ?? 0,
      name: fitting(name, REDEMPTION_NAME_MAX),
      key_hash: keyHash,
      key_sealed: box.seal('redemption-code', key),
      status: whole(row, 'status'),
      quota: whole(row, 'quota'),
      created_at_ms: secondsToMs(whole(row, 'created_time')),
      redeemed_at_ms: secondsToMs(whole(row, 'redeemed_time')),
      used_user_id: ids.user.get(whole(row, 'used_user_id')) ?? 0,
      deleted_at_ms: deletedAtMs(row),
    },
    amounts: NO_AMOUNTS,
  };
}
