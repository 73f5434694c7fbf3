import {
  CHANNEL_BULK_MAX,
  channelBulkFields,
  splitList,
  type ChannelBulkChanged,
  type ChannelBulkField,
  type ChannelBulkLists,
  type ChannelBulkResult,
  type ChannelBulkSkipped,
  type ChannelBulkStep,
  type ChannelBulkValues,
  type ChannelView,
} from '@contracts';
import { AppError } from '@kernel';
import { type SecretBox } from '@platform';
import { checkedColumns, statusChange, type ChannelColumns } from './channel-fields';
import { shapeColumns } from './channel-shape-fields';
import { type ChannelEntity } from '../store/channel.entity';
import { toBulkFields } from './channel.mapper';

/** The result of an edit for one channel. */
export interface PlannedEdit extends ChannelBulkChanged {
  readonly current: ChannelEntity;
  readonly changes: Partial<ChannelEntity>;
}

export interface BulkPlan extends Pick<ChannelBulkResult, 'skipped'> {
  readonly edits: readonly PlannedEdit[];
}

/**
 * Limit on the list entries of one edit, models times groups of all edited channels together; so many are written in a
 * second or two.
 */
const ABILITIES_MAX = 200_000;

const lists = ['group', 'models'] as const satisfies readonly (keyof ChannelBulkLists)[];

/**
 * Returns the ids of all steps.
 *
 * @throws AppError CHANNEL_SELECTION_EMPTY, COMMON_INVALID_INPUT for too many ids, for a repeated id, and for a step
 *   that changes nothing
 */
export function idsOf(steps: readonly ChannelBulkStep[]): readonly number[] {
  const ids = steps.flatMap(step => step.ids);
  if (ids.length === 0) throw new AppError('CHANNEL_SELECTION_EMPTY');
  if (ids.length > CHANNEL_BULK_MAX) throw invalid(`more than ${CHANNEL_BULK_MAX} channels`);
  if (new Set(ids).size < ids.length) throw invalid('a channel stands there twice');
  if (steps.some(isIdle)) throw invalid('nothing to change');
  return ids;
}

/**
 * Computes the change of each channel. When one of them breaks a rule, the whole edit is refused.
 *
 * @param rows the channels that exist
 * @throws AppError CHANNEL_*, COMMON_INVALID_INPUT as for the edit of one channel
 */
export function planEdits(
  steps: readonly ChannelBulkStep[],
  rows: ReadonlyMap<number, ChannelEntity>,
  box: SecretBox,
): BulkPlan {
  const edits: PlannedEdit[] = [];
  const skipped: ChannelBulkSkipped[] = [];
  for (const step of steps) {
    const columns = checkedColumns(step.set ?? {});
    for (const id of step.ids) {
      const current = rows.get(id);
      if (!current) skipped.push({ id, reason: 'gone' });
      else if (!isAsExpected(step.expect, current)) skipped.push({ id, reason: 'changed' });
      else
        edits.push(...planOne(step, { ...columns, ...shapeColumns(step.set ?? {}, current.settings, box) }, current));
    }
  }
  const abilities = edits.reduce((sum, edit) => sum + newAbilitiesOf(edit), 0);
  if (abilities > ABILITIES_MAX) throw new AppError('CHANNEL_BULK_TOO_LARGE', { params: { max: ABILITIES_MAX } });
  return { edits, skipped };
}

function planOne(step: ChannelBulkStep, columns: Partial<ChannelColumns>, current: ChannelEntity): PlannedEdit[] {
  const changes = { ...columns, ...listChanges(step, columns, current), ...statusChange(step.set?.status, current) };
  const old = toBulkFields(current);
  const fresh = toBulkFields({ ...current, ...changes });
  const fields = channelBulkFields.filter(field => old[field] !== fresh[field]);
  if (fields.length === 0) return [];
  return [{ id: current.id, before: picked(old, fields), after: picked(fresh, fields), current, changes }];
}

/**
 * The lists after adding and removing entries, by the rules of any list; a channel must not lose its last model or
 * group this way.
 */
function listChanges(
  { add, remove }: ChannelBulkStep,
  columns: Partial<ChannelColumns>,
  current: ChannelEntity,
): Partial<ChannelColumns> {
  const touched = lists.filter(field => add?.[field] !== undefined || remove?.[field] !== undefined);
  const entries = touched.map(field => {
    const removed = new Set(splitList(remove?.[field] ?? ''));
    const names = splitList(`${columns[field] ?? current[field]},${add?.[field] ?? ''}`);
    const left = names.filter(name => !removed.has(name));
    if (left.length === 0) throw leftWithout(field, current);
    return [field, left.join(',')] as const;
  });
  return checkedColumns(Object.fromEntries(entries));
}

function leftWithout(field: (typeof lists)[number], { id, name }: ChannelEntity): AppError {
  const code = field === 'models' ? 'CHANNEL_BULK_NO_MODEL' : 'CHANNEL_BULK_NO_GROUP';
  return new AppError(code, { params: { id, name } });
}

function isAsExpected(expected: ChannelBulkValues | undefined, current: ChannelEntity): boolean {
  if (!expected) return true;
  const values = toBulkFields(current);
  return channelBulkFields.every(field => expected[field] === undefined || expected[field] === values[field]);
}

function newAbilitiesOf({ current, changes, after }: PlannedEdit): number {
  if (after.group === undefined && after.models === undefined) return 0;
  const { group, models } = { ...current, ...changes };
  return splitList(group).length * splitList(models).length;
}

function picked(values: Pick<ChannelView, ChannelBulkField>, fields: readonly ChannelBulkField[]): ChannelBulkValues {
  return Object.fromEntries(fields.map(field => [field, values[field]]));
}

function isIdle({ set, add, remove }: ChannelBulkStep): boolean {
  return [set, add, remove].every(part => Object.values(part ?? {}).every(value => value === undefined));
}

function invalid(detail: string) {
  return new AppError('COMMON_INVALID_INPUT', { params: { detail } });
}
