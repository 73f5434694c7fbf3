import { type CatalogChannel } from './catalog-channel';
import { CatalogSnapshot } from './catalog-snapshot';
import { makeCatalogChannel } from '../testing/make-catalog-channel';

let nextId = 0;

function channel(changes: Partial<CatalogChannel> = {}): CatalogChannel {
  return makeCatalogChannel({ id: ++nextId, ...changes });
}

function idsOf(snapshot: CatalogSnapshot, group: string, model: string): readonly (readonly number[])[] {
  return snapshot.candidates(group, model).map(tier => tier.channels.map(member => member.id));
}

describe('candidates', () => {
  it('come in tiers, highest priority first', () => {
    const low = channel({ priority: -1 });
    const high = channel({ priority: 9 });
    const alsoHigh = channel({ priority: 9 });
    const snapshot = new CatalogSnapshot([low, high, alsoHigh]);
    expect(snapshot.candidates('default', 'm').map(tier => tier.priority)).toEqual([9, -1]);
    expect(idsOf(snapshot, 'default', 'm')).toEqual([[high.id, alsoHigh.id], [low.id]]);
  });

  it('fit both group and model and are enabled', () => {
    const fitting = channel({ groups: ['vip', 'default'], models: ['a', 'b'] });
    const snapshot = new CatalogSnapshot([
      fitting,
      channel({ groups: ['vip'], models: ['c'] }),
      channel({ groups: ['other'], models: ['a'] }),
      channel({ groups: ['vip'], models: ['a'], status: 2 }),
      channel({ groups: ['vip'], models: ['a'], status: 3 }),
    ]);
    expect(idsOf(snapshot, 'vip', 'a')).toEqual([[fitting.id]]);
    expect(idsOf(snapshot, 'vip', 'nobody')).toEqual([]);
    expect(idsOf(snapshot, 'nowhere', 'a')).toEqual([]);
  });

  it('of a custom GPT are those of its own name, else those of its family', () => {
    const family = channel({ models: ['gpt-4-gizmo-*', 'gpt-4o-gizmo-*'] });
    const own = channel({ models: ['gpt-4-gizmo-g-special'] });
    const elsewhere = channel({ models: ['gpt-4-gizmo-g-elsewhere'], groups: ['vip'] });
    const snapshot = new CatalogSnapshot([family, own, elsewhere]);
    expect(idsOf(snapshot, 'default', 'gpt-4-gizmo-g-abc')).toEqual([[family.id]]);
    expect(idsOf(snapshot, 'default', 'gpt-4o-gizmo-g-abc')).toEqual([[family.id]]);
    expect(idsOf(snapshot, 'default', 'gpt-4-gizmo-g-special')).toEqual([[own.id]]);
    expect(idsOf(snapshot, 'default', 'gpt-4-gizmo-g-elsewhere')).toEqual([[family.id]]);
    expect(snapshot.groupsOf('gpt-4-gizmo-g-elsewhere')).toEqual(['default', 'vip']);
  });

  it('answer names of inherited members like any unknown name', () => {
    const snapshot = new CatalogSnapshot([channel()]);
    expect([idsOf(snapshot, 'constructor', 'm'), idsOf(snapshot, 'default', '__proto__')]).toEqual([[], []]);
  });
});

describe('what is served', () => {
  const snapshot = new CatalogSnapshot([
    channel({ models: ['b', 'a'], groups: ['default', 'vip'] }),
    channel({ models: ['c', 'a'], groups: ['vip'] }),
    channel({ models: ['off'], groups: ['vip'], status: 2 }),
  ]);

  it('is listed sorted, each once, enabled only', () => {
    expect(snapshot.models).toEqual(['a', 'b', 'c']);
    expect(snapshot.modelsOf('vip')).toEqual(['a', 'b', 'c']);
    expect(snapshot.modelsOf('default')).toEqual(['a', 'b']);
    expect(snapshot.modelsOf('nowhere')).toEqual([]);
    expect(snapshot.groupsOf('a')).toEqual(['default', 'vip']);
    expect(snapshot.groupsOf('off')).toEqual([]);
  });

  it('leaves channels that are off findable by id', () => {
    const off = channel({ status: 3 });
    expect(new CatalogSnapshot([off]).byId(off.id)).toBe(off);
    expect(snapshot.byId(-1)).toBeNull();
  });
});

it('stays quick with many channels of many models', () => {
  const models = Array.from({ length: 300 }, (_, at) => `model-${at}`);
  const channels = Array.from({ length: 1000 }, (_, at) =>
    channel({ models, groups: ['default', 'vip'], priority: at % 3 }),
  );
  const startMs = performance.now();
  const snapshot = new CatalogSnapshot(channels);
  for (const model of models.slice(0, 50)) snapshot.candidates('vip', model);
  // The event loop may stand still for 100 ms; a slow test machine gets five times that.
  expect(performance.now() - startMs).toBeLessThan(500);
});
