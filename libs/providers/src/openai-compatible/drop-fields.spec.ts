import { DroppedFields } from '@formats';
import { draftOf } from './body-draft';
import { clampField, dropFields } from './drop-fields';

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

describe('a number outside the limits of a provider', () => {
  const clamped = (value: unknown): { names: readonly string[]; sent: unknown; hasChanged: boolean } => {
    const draft = draftOf({ temperature: value }, 'm');
    const dropped = new DroppedFields();
    clampField(draft, dropped, 'temperature', { min: 0.01, max: 1 });
    return { names: dropped.list, sent: draft.fields.temperature, hasChanged: draft.hasChanged };
  };

  it('is replaced by the nearest one and named', () => {
    expect(clamped(2)).toEqual({ names: ['temperature'], sent: 1, hasChanged: true });
    expect(clamped(0)).toEqual({ names: ['temperature'], sent: 0.01, hasChanged: true });
  });

  it.each([0.01, 1, '2', null])('does not concern %j', value => {
    expect(clamped(value)).toEqual({ names: [], sent: value, hasChanged: false });
  });
});
