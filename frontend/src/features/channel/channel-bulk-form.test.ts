import { type ChannelBulkField } from '@contracts';
import { chosenFields, findBulkFault, newBulkDraft, toStep, toUndo, withField } from './channel-bulk-form';

function choosing(...fields: readonly ChannelBulkField[]) {
  return fields.reduce((draft, field) => withField(draft, field, true), newBulkDraft);
}

describe('an edit of many channels', () => {
  it('needs at least one field, and drops a field that is switched off again', () => {
    expect(findBulkFault(newBulkDraft)).toBe('nothing');
    const draft = withField(choosing('weight', 'status'), 'status', false);
    expect(chosenFields(draft)).toEqual(['weight']);
    expect(findBulkFault(draft)).toBeNull();
  });

  it.each<[ChannelBulkField, object, object]>([
    ['priority', { priority: '-999' }, { priority: '-1000' }],
    ['priority', { priority: '1' }, { priority: '' }],
    ['weight', { weight: '2147483647' }, { weight: '2147483648' }],
    ['weight', { weight: '0' }, { weight: '-1' }],
    ['ma_input_tokens', { inputTokensMax: '0' }, { inputTokensMax: '1.5' }],
    ['models', { models: { how: 'add', names: ['a'] } }, { models: { how: 'set', names: [] } }],
    ['group', { group: { how: 'remove', names: ['a'] } }, { group: { how: 'remove', names: [] } }],
    ['model_mapping', { modelMapping: '' }, { modelMapping: '{"a":1}' }],
    ['status_code_mapping', { statusCodeMapping: '{"400":"500"}' }, { statusCodeMapping: '{"400":"9"}' }],
  ])('checks %s only when it is to change', (field, good, bad) => {
    expect(findBulkFault({ ...choosing(field), ...good })).toBeNull();
    expect(findBulkFault({ ...choosing(field), ...bad })).toBe(field);
    expect(findBulkFault({ ...choosing('status'), ...bad })).toBeNull();
  });

  it('sends only the chosen fields, with names added, removed or set', () => {
    const draft = {
      ...choosing('priority', 'test_model', 'auto_ban', 'group', 'models'),
      priority: ' 5 ',
      isAutoBan: false,
      group: { how: 'remove', names: ['vip'] },
      models: { how: 'add', names: ['a', 'b'] },
    } as const;
    expect(toStep(draft, { ids: [1, 2] })).toEqual({
      ids: [1, 2],
      set: { priority: 5, test_model: null, auto_ban: 0 },
      add: { models: 'a,b' },
      remove: { group: 'vip' },
    });
    const replaced = { ...choosing('models'), models: { how: 'set', names: ['c'] } } as const;
    expect(toStep(replaced, { ids: [1] })).toEqual({ ids: [1], set: { models: 'c' } });
  });
});

describe('the undo of an edit of many channels', () => {
  it('is one step for channels with equal values, and expects the values that the edit set', () => {
    const after = { priority: 5 };
    const changed = [
      { id: 1, before: { priority: 0 }, after },
      { id: 2, before: { priority: 1 }, after },
      { id: 3, before: { priority: 0 }, after },
    ];
    expect(toUndo(changed)).toEqual([
      { ids: [1, 3], set: { priority: 0 }, expect: after },
      { ids: [2], set: { priority: 1 }, expect: after },
    ]);
  });

  it('switches off channels that the server had switched off, since only the server may set "automatically"', () => {
    const changed = [{ id: 1, before: { status: 3 }, after: { status: 1 } }] as const;
    expect(toUndo(changed)).toEqual([{ ids: [1], set: { status: 2 }, expect: { status: 1 } }]);
  });
});
