import { type CatalogChannel } from './catalog-channel';
import { CatalogSnapshot, type CandidateObstacle } from './catalog-snapshot';
import { makeCatalogChannel } from '../testing/make-catalog-channel';

const FAMILY = 'gpt-4-gizmo-*';
const OWN = 'gpt-4-gizmo-g-abc';
const GROUPS = ['default', 'vip'];
const MODELS = ['m', OWN, FAMILY];

/** Bits decide: on or off, the groups, the models. */
function channel(id: number, bits: number): CatalogChannel {
  return makeCatalogChannel({
    id,
    status: (bits & 1) === 0 ? 1 : 2,
    models: MODELS.filter((_, at) => bits & (8 << at)),
    groups: GROUPS.filter((_, at) => bits & (2 << at)),
  });
}

const KINDS = 64;

describe('obstacles', () => {
  it('are none exactly for the candidates, whatever two channels stand beside each other', () => {
    for (let left = 0; left < KINDS; left++) {
      for (let right = 0; right < KINDS; right++) {
        const pair = [channel(1, left), channel(2, right)];
        const snapshot = new CatalogSnapshot(pair);
        for (const group of GROUPS) {
          for (const model of [...MODELS, 'nobody-has-it']) {
            const candidates = snapshot.candidates(group, model).flatMap(tier => tier.channels);
            const free = pair.filter(one => snapshot.obstacles(one, group, model).length === 0);
            if (free.join() !== candidates.join() || free.length !== candidates.length) {
              throw new Error(`kinds ${left} and ${right}, ${model} in ${group}`);
            }
          }
        }
      }
    }
  });

  it.each<[string, number, readonly CandidateObstacle[]]>([
    ['switched off', 1 | 2 | 8, ['status']],
    ['in another group', 4 | 8, ['group']],
    ['without the model', 2 | 16, ['model']],
    ['all at once', 1 | 4 | 16, ['status', 'group', 'model']],
  ])('say all that is wrong: %s', (_name, bits, expected) => {
    const one = channel(1, bits);
    expect(new CatalogSnapshot([one]).obstacles(one, 'default', 'm')).toEqual(expected);
  });

  it('say that a channel with the family waits for those that list the very name', () => {
    const family = channel(1, 2 | 32);
    const own = channel(2, 2 | 16);
    expect(new CatalogSnapshot([family, own]).obstacles(family, 'default', OWN)).toEqual(['family']);
    expect(new CatalogSnapshot([family]).obstacles(family, 'default', OWN)).toEqual([]);
  });

  it('list every channel of a model in any status, also by its family', () => {
    const channels = [channel(1, 2 | 32), channel(2, 1 | 16), channel(3, 2 | 8)];
    expect(new CatalogSnapshot(channels).listing(OWN).map(({ id }) => id)).toEqual([1, 2]);
  });
});
