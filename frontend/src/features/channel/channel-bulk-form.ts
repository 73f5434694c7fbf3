import {
  CHANNEL_PRIORITY_MIN,
  CHANNEL_WEIGHT_MIN,
  channelBulkFields,
  ChannelStatus,
  isStatusCodeMapping,
  isTextMap,
  type ChannelBulkChanged,
  type ChannelBulkField,
  type ChannelBulkLists,
  type ChannelBulkStep,
  type ChannelBulkValues,
} from '@contracts';
import { isSound, newShapeDraft, toShape, type ShapeDraft } from './channel-shape-form';
import { newCommonFields, toCommonFields, type CommonFieldsDraft } from './channel-common-fields';

/** What happens to a list of each channel: names are added, removed, or replace it. */
export type ListChange = 'add' | 'remove' | 'set';

export interface BulkList {
  readonly how: ListChange;
  readonly names: readonly string[];
}

/** The edit of many channels, as typed. */
export interface ChannelBulkDraft extends CommonFieldsDraft {
  /** The fields that change; the values of all other fields are ignored. */
  readonly chosen: ReadonlySet<ChannelBulkField>;
  readonly status: 1 | 2;
  readonly priority: string;
  readonly weight: string;
  readonly group: BulkList;
  readonly models: BulkList;
  readonly shape: ShapeDraft;
}

/** The first fault of a draft: no field was chosen, or the value of a field is invalid. */
export type ChannelBulkFault = 'nothing' | ChannelBulkField;

const INTEGER_MAX = 2_147_483_647;
const noNames: BulkList = { how: 'add', names: [] };

export const newBulkDraft: ChannelBulkDraft = {
  chosen: new Set(),
  status: ChannelStatus.Enabled,
  priority: '0',
  weight: '0',
  group: noNames,
  models: noNames,
  shape: newShapeDraft,
  ...newCommonFields,
};

/** The chosen fields, in the order of the form. */
export function chosenFields({ chosen }: ChannelBulkDraft): readonly ChannelBulkField[] {
  return channelBulkFields.filter(field => chosen.has(field));
}

export function withField(draft: ChannelBulkDraft, field: ChannelBulkField, isChosen: boolean): ChannelBulkDraft {
  const others = [...draft.chosen].filter(other => other !== field);
  return { ...draft, chosen: new Set(isChosen ? [...others, field] : others) };
}

function isWhole(text: string, { min, max }: { readonly min: number; readonly max: number }): boolean {
  const value = Number(text);
  return text.trim() !== '' && Number.isSafeInteger(value) && value >= min && value <= max;
}

const isGood: Readonly<Record<ChannelBulkField, (draft: ChannelBulkDraft) => boolean>> = {
  status: () => true,
  priority: ({ priority }) => isWhole(priority, { min: CHANNEL_PRIORITY_MIN, max: Number.MAX_SAFE_INTEGER }),
  weight: ({ weight }) => isWhole(weight, { min: CHANNEL_WEIGHT_MIN, max: INTEGER_MAX }),
  group: ({ group }) => group.names.length > 0,
  models: ({ models }) => models.names.length > 0,
  model_mapping: ({ modelMapping }) => isTextMap(modelMapping),
  status_code_mapping: ({ statusCodeMapping }) => isStatusCodeMapping(statusCodeMapping),
  test_model: () => true,
  ma_input_tokens: ({ inputTokensMax }) => isWhole(inputTokensMax, { min: 0, max: INTEGER_MAX }),
  auto_ban: () => true,
  tag: () => true,
  expired_time: ({ shape }) => isSound('expired_time', shape.expired_time),
  rpm_limit: ({ shape }) => isSound('rpm_limit', shape.rpm_limit),
  tpm_limit: ({ shape }) => isSound('tpm_limit', shape.tpm_limit),
  max_concurrency: ({ shape }) => isSound('max_concurrency', shape.max_concurrency),
  header_override: ({ shape }) => isSound('header_override', shape.header_override),
  param_override: ({ shape }) => isSound('param_override', shape.param_override),
};

export function findBulkFault(draft: ChannelBulkDraft): ChannelBulkFault | null {
  const fields = chosenFields(draft);
  if (fields.length === 0) return 'nothing';
  return fields.find(field => !isGood[field](draft)) ?? null;
}

/** The values that replace those of the channels. */
function valuesOf(draft: ChannelBulkDraft): ChannelBulkValues {
  const replaced = ({ how, names }: BulkList) => (how === 'set' ? names.join(',') : undefined);
  const all: ChannelBulkValues = {
    status: draft.status,
    priority: Number(draft.priority),
    weight: Number(draft.weight),
    group: replaced(draft.group),
    models: replaced(draft.models),
    ...toCommonFields(draft),
    ...toShape(draft.shape),
  };
  const fields = chosenFields(draft).filter(field => all[field] !== undefined);
  return Object.fromEntries(fields.map(field => [field, all[field]]));
}

function listsOf(draft: ChannelBulkDraft, how: ListChange): ChannelBulkLists {
  const fields = (['group', 'models'] as const).filter(field => draft.chosen.has(field) && draft[field].how === how);
  return Object.fromEntries(fields.map(field => [field, draft[field].names.join(',')]));
}

/** The channels of an edit: some by their ids, and all of a tag. */
export interface BulkChoice {
  readonly ids: readonly number[];
  readonly tag?: string;
}

/** The request that makes the edit for these channels. The draft must have no faults. */
export function toStep(draft: ChannelBulkDraft, { ids, tag }: BulkChoice): ChannelBulkStep {
  const parts = { set: valuesOf(draft), add: listsOf(draft, 'add'), remove: listsOf(draft, 'remove') };
  return {
    ids,
    ...(tag && { tag }),
    ...Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0)),
  };
}

/**
 * The steps that revert an edit, except where another user has changed those values since; channels with equal values
 * share one step. Only the server switches a channel off "automatically", so such a channel is restored as switched
 * off.
 */
export function toUndo(changed: readonly ChannelBulkChanged[]): readonly ChannelBulkStep[] {
  const steps = new Map<string, { readonly ids: number[] } & ChannelBulkStep>();
  for (const { id, before, after } of changed) {
    const set = before.status === ChannelStatus.AutoDisabled ? { ...before, status: ChannelStatus.Disabled } : before;
    const key = JSON.stringify([set, after]);
    const step = steps.get(key);
    if (step) step.ids.push(id);
    else steps.set(key, { ids: [id], set, expect: after });
  }
  return [...steps.values()];
}
