import { DroppedFields } from '@formats';
import { draftOf } from './body-draft';
import { dropFields } from './drop-fields';

function lost(fields: Readonly<Record<string, unknown>>): { names: readonly string[]; left: unknown } {
  const draft = draftOf({ model: 'm', ...fields }, 'm');
  const dropped = new DroppedFields();
  dropFields(draft, dropped, 'store', 'seed');
  return { names: dropped.list, left: draft.fields };
}

describe('fields that a provider refuses', () => {
  it('are removed, and named when they were present', () => {
    expect(lost({ seed: 5, store: true, n: 1 })).toEqual({ names: ['seed', 'store'], left: { model: 'm', n: 1 } });
    expect(lost({ n: 1 })).toEqual({ names: [], left: { model: 'm', n: 1 } });
  });

  it('are not named when they only request that nothing is stored', () => {
    expect(lost({ store: false })).toEqual({ names: [], left: { model: 'm' } });
  });
});
