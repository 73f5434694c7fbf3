import { type PriceTableRow } from '@contracts';
import { readPasted } from './pasted-prices';
import {
  changesOf,
  conflictsOf,
  draftedRows,
  noDraft,
  optionsAfter,
  reduceDraft,
  ruleChangesOf,
  ruleConflictsOf,
  type CellChange,
} from './price-draft';
import { priceText, readPrice } from './price-number';

function row(model: string, set: PriceTableRow['set']): PriceTableRow {
  return { model, channels: 1, priced: true, standard: { CompletionRatio: 1 }, changed: [], set };
}

const rows = [row('gpt-x', { ModelRatio: 1.25, CompletionRatio: 4 }), row('other', {})];

function put(...changes: readonly CellChange[]) {
  return reduceDraft(noDraft, { type: 'put', changes, rows, origin: 'table' });
}

describe('an unsaved rule', () => {
  const rule = { tiers: [{ above: 200_000, prices: { ModelRatio: 2.5 } }] };
  const draft = reduceDraft(noDraft, { type: 'rule', model: 'gpt-x', value: rule, rows });

  it('is sent and previewed beside the cells, and taken back', () => {
    expect(ruleChangesOf(draft)).toEqual([{ model: 'gpt-x', before: null, value: rule }]);
    expect(optionsAfter(rows, draft)).toEqual({ PriceRules: JSON.stringify({ 'gpt-x': rule }) });
    expect(draftedRows(rows, draft)[0]?.rule).toEqual(rule);
    expect(reduceDraft(draft, { type: 'undo' }).rules.size).toBe(0);
  });

  it('waits for a decision when somebody else was faster', () => {
    const theirs = { tiers: [{ above: 9, prices: { ModelRatio: 1 } }] };
    const now = rows.map(one => (one.model === 'gpt-x' ? { ...one, rule: theirs } : one));
    const rules = ruleConflictsOf(now, draft);
    expect(rules).toEqual([{ model: 'gpt-x', before: theirs, value: rule }]);
    const settled = reduceDraft(draft, { type: 'settle', conflicts: [], rules, isOurs: true });
    expect(ruleConflictsOf(now, settled)).toEqual([]);
    expect(reduceDraft(draft, { type: 'settle', conflicts: [], rules, isOurs: false }).rules.size).toBe(0);
  });
});

describe('unsaved prices', () => {
  const draft = put({ model: 'gpt-x', key: 'ModelRatio', value: 2 }, { model: 'other', key: 'CacheRatio', value: 0.5 });

  it('hold what was saved before them, and leave other rows alone', () => {
    expect(changesOf(draft)).toEqual([
      { model: 'gpt-x', key: 'ModelRatio', before: 1.25, value: 2 },
      { model: 'other', key: 'CacheRatio', before: null, value: 0.5 },
    ]);
    expect(draftedRows(rows, put({ model: 'gpt-x', key: 'ModelRatio', value: 2 }))[1]).toBe(rows[1]);
    expect(JSON.parse(optionsAfter(rows, draft).ModelRatio ?? '')).toEqual({ 'gpt-x': 2 });
  });

  it('are taken back step by step, and end when a cell is what it was', () => {
    const again = reduceDraft(draft, {
      ...{ type: 'put', rows, origin: 'table' },
      changes: [{ model: 'gpt-x', key: 'ModelRatio', value: 1.25 }],
    });
    expect(changesOf(again)).toHaveLength(1);
    expect(reduceDraft(again, { type: 'undo' }).cells).toBe(draft.cells);
  });

  it('know what somebody else has saved meanwhile, and yield or not', () => {
    const now = [row('gpt-x', { ModelRatio: 3, CompletionRatio: 4 }), row('other', {})];
    const conflicts = conflictsOf(now, draft);
    expect(conflicts).toEqual([{ model: 'gpt-x', key: 'ModelRatio', before: 3, value: 2 }]);
    const ours = reduceDraft(draft, { type: 'settle', conflicts, rules: [], isOurs: true });
    expect(conflictsOf(now, ours)).toEqual([]);
    expect(changesOf(ours)[0]).toEqual({ model: 'gpt-x', key: 'ModelRatio', before: 3, value: 2 });
    const theirs = reduceDraft(draft, { type: 'settle', conflicts, rules: [], isOurs: false });
    expect(changesOf(theirs).map(({ model }) => model)).toEqual(['other']);
  });
});

describe('a typed number', () => {
  it.each([
    ['2.5', 2.5],
    [' $1,234.50 ', 1234.5],
    ['.5', 0.5],
    ['1e-6', 0.000001],
    ['', null],
    ['2,5', 'not_a_number'],
    ['-1', 'not_a_number'],
    ['much', 'not_a_number'],
    ['1000001', 'too_large'],
  ])('%j is read as %j', (text, value) => expect(readPrice(text)).toBe(value));

  it('is shown without exponent', () => {
    expect([priceText(0.0000001), priceText(2.5), priceText(null)]).toEqual(['0.0000001', '2.5', '']);
  });
});

describe('cells of a spreadsheet', () => {
  const headers = { ModelRatio: 'Input', CompletionRatio: 'Output', CacheRatio: 'Cache read' } as Parameters<
    typeof readPasted
  >[1]['headers'];
  const context = { rows, view: 'money', quotaPerUnit: 500_000 } as const;
  const names = new Proxy(headers, { get: (known, key: string) => known[key as keyof typeof known] ?? key });
  const read = (text: string) => readPasted(text, { ...context, headers: names });

  it('are read by the names of their columns, in money', () => {
    const { changes, faults } = read('Model\tOutput\tInput\nother\t$15\t$3\ngpt-x\t\t2.5\n\n');
    expect(faults).toEqual([]);
    expect(changes).toEqual([
      { model: 'other', key: 'ModelRatio', value: 1.5 },
      { model: 'other', key: 'CompletionRatio', value: 5 },
    ]);
  });

  it('are read in the order of the table without names, and may bring new models', () => {
    expect(read('new\t2\t4').changes).toEqual([
      { model: 'new', key: 'ModelRatio', value: 1 },
      { model: 'new', key: 'CompletionRatio', value: 2 },
    ]);
  });

  it('that cannot be read are named with their line', () => {
    expect(read('a\tx\n\t1\nb\nother\t\t4').faults.map(({ line, why }) => [line, why])).toEqual([
      [1, 'not_a_number'],
      [2, 'no_model'],
      [3, 'no_column'],
      [4, 'no_input'],
    ]);
  });
});
