import { type ChannelTarget } from '../contract/upstream';
import { perTarget } from './per-target';

const target: ChannelTarget = { id: 1, type: 1, key: 'k', baseUrl: '', other: '', organization: null };

describe('what depends on a target alone', () => {
  it('is worked out once for it, and anew for any other', () => {
    let times = 0;
    const timesOf = perTarget(({ id }) => `${id}: ${(times += 1)}`);
    expect([timesOf(target), timesOf(target), timesOf({ ...target }), timesOf(target)]).toEqual([
      '1: 1',
      '1: 1',
      '1: 2',
      '1: 1',
    ]);
  });

  it('is tried again after it failed', () => {
    let isBroken = true;
    const read = perTarget(({ key }) => {
      if (isBroken) throw new Error('broken');
      return key;
    });
    expect(() => read(target)).toThrow('broken');
    isBroken = false;
    expect(read(target)).toBe('k');
  });
});
