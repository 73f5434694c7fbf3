import {
  priceTableKeys,
  withMoney,
  type PriceChange,
  type PriceSave,
  type PriceTableKey,
  type PriceTableRow,
  isSameRule,
  type ModelRule,
  type RuleChange,
} from '@contracts';

interface DraftCell {
  /** What was saved when the cell was first changed. */
  readonly before: number | null;
  readonly value: number | null;
}
type DraftCells = Readonly<Partial<Record<PriceTableKey, DraftCell>>>;
/** Changed rules by model. */
type DraftRules = ReadonlyMap<string, Omit<RuleChange, 'model'>>;
export type PriceView = 'money' | 'ratio';

/** The changes that are not saved yet, by model, and the states before them. */
export interface PriceDraft {
  readonly cells: ReadonlyMap<string, DraftCells>;
  readonly rules: DraftRules;
  readonly past: readonly Pick<PriceDraft, 'cells' | 'rules'>[];
  /** How the last changes came in, for the list of versions. */
  readonly origin: PriceSave['origin'];
}

export const noDraft: PriceDraft = { cells: new Map(), rules: new Map(), past: [], origin: 'table' };

/** More steps are not taken back. */
const STEPS_MAX = 100;

/** A new number of a cell; null takes the entry away. */
export type CellChange = Omit<PriceChange, 'before'>;

export type DraftAction =
  | {
      readonly type: 'put';
      readonly changes: readonly CellChange[];
      readonly rows: readonly PriceTableRow[];
      readonly origin: PriceSave['origin'];
    }
  /** What a model costs beside its row; null takes that away. */
  | {
      readonly type: 'rule';
      readonly model: string;
      readonly value: ModelRule | null;
      readonly rows: readonly PriceTableRow[];
    }
  | { readonly type: 'undo' }
  | { readonly type: 'clear' }
  /** Each changed cell that somebody else has changed too: replace that with ours, or give ours up. */
  | {
      readonly type: 'settle';
      readonly conflicts: readonly PriceChange[];
      readonly rules: readonly RuleChange[];
      readonly isOurs: boolean;
    };

export function reduceDraft(draft: PriceDraft, action: DraftAction): PriceDraft {
  switch (action.type) {
    case 'put': {
      const saved = new Map(action.rows.map(row => [row.model, row]));
      const cells = new Map(draft.cells);
      for (const { model, key, value } of action.changes) put(cells, saved.get(model), { model, key, value });
      return { ...draft, cells, past: pastOf(draft), origin: action.origin };
    }
    case 'rule':
      return { ...draft, rules: withRule(draft.rules, action), past: pastOf(draft), origin: 'table' };
    case 'undo':
      return { ...draft, ...draft.past.at(-1), past: draft.past.slice(0, -1) };
    case 'clear':
      return noDraft;
    case 'settle': {
      const cells = new Map(draft.cells);
      for (const { model, key, before, value } of action.conflicts) {
        const { [key]: _ours, ...others } = cells.get(model) ?? {};
        setCells(cells, model, action.isOurs ? { ...others, [key]: { before, value } } : others);
      }
      const rules = new Map(draft.rules);
      for (const { model, before, value } of action.rules) {
        if (action.isOurs) rules.set(model, { before, value });
        else rules.delete(model);
      }
      return { ...draft, cells, rules, past: [] };
    }
    default:
      return action satisfies never;
  }
}

function pastOf({ cells, rules, past }: PriceDraft): PriceDraft['past'] {
  return [...past, { cells, rules }].slice(-STEPS_MAX);
}

function withRule(
  rules: DraftRules,
  { model, value, rows }: Extract<DraftAction, { readonly type: 'rule' }>,
): DraftRules {
  const known = rules.get(model);
  const before = known ? known.before : (rows.find(row => row.model === model)?.rule ?? null);
  const next = new Map(rules);
  if (isSameRule(before, value)) next.delete(model);
  else next.set(model, { before, value });
  return next;
}

function put(
  cells: Map<string, DraftCells>,
  saved: PriceTableRow | undefined,
  { model, key, value }: CellChange,
): void {
  const { [key]: known, ...others } = cells.get(model) ?? {};
  const before = known ? known.before : (saved?.set[key] ?? null);
  setCells(cells, model, value === before ? others : { ...others, [key]: { before, value } });
}

function setCells(cells: Map<string, DraftCells>, model: string, changed: DraftCells): void {
  if (Object.keys(changed).length === 0) cells.delete(model);
  else cells.set(model, changed);
}

/** The unsaved changes, as they are sent. */
export function changesOf({ cells }: Pick<PriceDraft, 'cells'>): readonly PriceChange[] {
  return [...cells].flatMap(([model, changed]) =>
    priceTableKeys.flatMap(key => {
      const cell = changed[key];
      return cell ? [{ model, key, ...cell }] : [];
    }),
  );
}

/** The models of which something is not saved yet. */
export function changedModels({ cells, rules }: PriceDraft): ReadonlySet<string> {
  return new Set([...cells.keys(), ...rules.keys()]);
}

/** The unsaved rules, as they are sent. */
export function ruleChangesOf({ rules }: Pick<PriceDraft, 'rules'>): readonly RuleChange[] {
  return [...rules].map(([model, change]) => ({ model, ...change }));
}

/** The unsaved rules in whose place something else is by now; `before` is what it is. */
export function ruleConflictsOf(rows: readonly PriceTableRow[], draft: PriceDraft): readonly RuleChange[] {
  if (draft.rules.size === 0) return [];
  const saved = new Map(rows.map(row => [row.model, row.rule ?? null]));
  return ruleChangesOf(draft).flatMap(change => {
    const now = saved.get(change.model) ?? null;
    return isSameRule(now, change.before) || isSameRule(now, change.value) ? [] : [{ ...change, before: now }];
  });
}

/** The unsaved cells that say something else in the table by now; `before` is what it says. */
export function conflictsOf(rows: readonly PriceTableRow[], draft: PriceDraft): readonly PriceChange[] {
  if (draft.cells.size === 0) return [];
  const saved = new Map(rows.map(row => [row.model, row]));
  return changesOf(draft).flatMap(change => {
    const now = saved.get(change.model)?.set[change.key] ?? null;
    return now === change.before || now === change.value ? [] : [{ ...change, before: now }];
  });
}

function emptyRow(model: string): PriceTableRow {
  return { model, channels: 0, priced: false, set: {}, standard: {}, changed: [] };
}

/** A row as it will be; the same object where nothing is changed, so that it is not rendered again. */
export function drafted(row: PriceTableRow, changed: DraftCells | undefined): PriceTableRow {
  if (!changed) return row;
  const set: Partial<Record<PriceTableKey, number>> = { ...row.set };
  for (const key of priceTableKeys) {
    const cell = changed[key];
    if (!cell) continue;
    if (cell.value === null) delete set[key];
    else set[key] = cell.value;
  }
  return { ...row, set };
}

/** All rows as they will be; models that only the draft has stand first. */
export function draftedRows(rows: readonly PriceTableRow[], { cells, rules }: PriceDraft): readonly PriceTableRow[] {
  if (cells.size + rules.size === 0) return rows;
  const known = new Set(rows.map(({ model }) => model));
  const added = [...new Set([...cells.keys(), ...rules.keys()])].filter(model => !known.has(model)).map(emptyRow);
  return [...added, ...rows].map(row => ruled(drafted(row, cells.get(row.model)), rules.get(row.model)));
}

function ruled(row: PriceTableRow, change: Omit<RuleChange, 'model'> | undefined): PriceTableRow {
  if (!change) return row;
  const { rule: _before, ...others } = row;
  return change.value === null ? others : { ...others, rule: change.value };
}

interface Entry {
  readonly key: PriceTableKey;
  readonly view: PriceView;
  /** The typed number; null for an emptied cell. */
  readonly number: number | null;
  readonly quotaPerUnit: number;
}

/** The changes that an entered number means; null where the row can have no such price. */
export function changesFor(
  row: PriceTableRow,
  { key, view, number, quotaPerUnit }: Entry,
): readonly CellChange[] | null {
  const { model } = row;
  if (number === null || view === 'ratio') return [{ model, key, value: number }];
  const cells = withMoney(row, { key, money: number, quotaPerUnit });
  if (cells === null) return null;
  return Object.entries(cells).map(([name, value]) => ({ model, key: name as PriceTableKey, value })); // keys of PriceCells
}

/** The texts of the options as they would be saved, for the preview of their effect. */
export function optionsAfter(
  rows: readonly PriceTableRow[],
  draft: PriceDraft,
): Partial<Record<PriceTableKey | 'PriceRules', string>> {
  const touched = new Set(changesOf(draft).map(({ key }) => key));
  const all = draftedRows(rows, draft);
  const rules = all.flatMap(({ model, rule }) => (rule ? [[model, rule] as const] : []));
  const ofRules = draft.rules.size === 0 ? {} : { PriceRules: JSON.stringify(Object.fromEntries(rules)) };
  const ofCells = Object.fromEntries(
    [...touched].map(key => [
      key,
      JSON.stringify(
        Object.fromEntries(all.flatMap(({ model, set }) => (set[key] === undefined ? [] : [[model, set[key]]]))),
      ),
    ]),
  );
  return { ...ofCells, ...ofRules };
}
