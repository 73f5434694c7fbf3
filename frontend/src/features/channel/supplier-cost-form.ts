import { isJsonObject } from '@contracts';

/** The parts of a supplier's cost, as typed. */
export interface CostDraft {
  readonly discount: string;
  readonly perDay: string;
  readonly from: string;
  /** JSON: the prices by model. */
  readonly models: string;
}

export const noCost: CostDraft = { discount: '', perDay: '', from: '', models: '' };

/** The parts of a stored text. */
export function toCostDraft(text: string): CostDraft {
  const cost = parse(text);
  if (!isJsonObject(cost)) return noCost;
  const typed = (value: unknown) => (typeof value === 'number' || typeof value === 'string' ? String(value) : '');
  return {
    discount: typed(cost.discount),
    perDay: typed(cost.per_day),
    from: typed(cost.from),
    models: isJsonObject(cost.models) ? JSON.stringify(cost.models, null, 2) : '',
  };
}

/** The text to store: what was typed, put together as it is, so that a fault in a part is a fault of the whole. */
export function toCostText({ discount, perDay, from, models }: CostDraft): string {
  const parts = [
    ...(discount.trim() === '' ? [] : [`"discount":${discount.trim()}`]),
    ...(perDay.trim() === '' ? [] : [`"per_day":${perDay.trim()}`]),
    ...(from === '' ? [] : [`"from":${JSON.stringify(from)}`]),
    ...(models.trim() === '' ? [] : [`"models":${models.trim()}`]),
  ];
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // it was never stored
  }
}
