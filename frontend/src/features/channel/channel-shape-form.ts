import {
  CHANNEL_LIMIT_MAX,
  CHANNEL_TIMEOUT_SECONDS_MAX,
  channelLimitFields,
  channelTimeoutFields,
  COST_RATIO_MAX,
  isProxyAddress,
  plainChannelShape,
  readHeaderOverride,
  readParamOverride,
  readPassHeaders,
  readSupplierCost,
  type ChannelShape,
} from '@contracts';
import { parseTime, toInputTime } from '../../shared/format/time';

/** The fields that shape a channel, as typed; the expiry is empty for never. */
export type ShapeDraft = Readonly<Record<keyof ChannelShape, string>>;

const numbers = [...channelLimitFields, ...channelTimeoutFields] as const;

export const newShapeDraft: ShapeDraft = toShapeDraft(plainChannelShape);

export function toShapeDraft(shape: ChannelShape): ShapeDraft {
  const names = Object.keys(plainChannelShape) as (keyof ChannelShape)[];
  const texts = Object.fromEntries(names.map(name => [name, String(shape[name])])) as Record<
    keyof ChannelShape,
    string
  >;
  return { ...texts, expired_time: shape.expired_time > 0 ? toInputTime(shape.expired_time) : '' };
}

/** The fields as a call sends them. The draft must have no faults. */
export function toShape(draft: ShapeDraft): ChannelShape {
  const counted = Object.fromEntries(numbers.map(name => [name, Number(draft[name].trim() || '0')]));
  return {
    ...draft,
    ...(counted as Record<(typeof numbers)[number], number>),
    cost_ratio: Number(draft.cost_ratio.trim() || plainChannelShape.cost_ratio),
    proxy: draft.proxy.trim(),
    header_override: draft.header_override.trim(),
    param_override: draft.param_override.trim(),
    system_prompt_mode: draft.system_prompt_mode === 'instead' ? 'instead' : 'before',
    tag: draft.tag.trim(),
    note: draft.note.trim(),
    expired_time: parseTime(draft.expired_time) ?? -1,
  };
}

/** The first field of a draft that the server would refuse, or null. */
export function findShapeFault(draft: ShapeDraft): keyof ChannelShape | null {
  const field = (Object.keys(draft) as (keyof ChannelShape)[]).find(name => !isSound(name, draft[name]));
  return field ?? null;
}

/** True for a text that the server takes for a field. */
export function isSound(field: keyof ChannelShape, text: string): boolean {
  switch (field) {
    case 'proxy':
      return isProxyAddress(text.trim());
    case 'header_override':
      return 'headers' in readHeaderOverride(text);
    case 'pass_headers':
      return 'names' in readPassHeaders(text);
    case 'param_override':
      return 'rules' in readParamOverride(text);
    case 'supplier_cost':
      return 'cost' in readSupplierCost(text);
    case 'cost_ratio':
      return /^\d*\.?\d*$/.test(text.trim()) && text.trim() !== '.' && Number(text) <= COST_RATIO_MAX;
    case 'expired_time':
      return text === '' || parseTime(text) !== null;
    case 'system_prompt':
    case 'system_prompt_mode':
    case 'tag':
    case 'note':
      return true;
    default:
      return isCount(
        text,
        channelTimeoutFields.some(name => name === field) ? CHANNEL_TIMEOUT_SECONDS_MAX : CHANNEL_LIMIT_MAX,
      );
  }
}

function isCount(text: string, max: number): boolean {
  const value = text.trim() || '0';
  return /^\d+$/.test(value) && Number(value) <= max;
}
