import { ChannelKeys, type CatalogChannel } from '@channel';
import { makeCatalogChannel } from '@channel/testing';
import { type AttemptEnding } from './attempt-ending';
import { RoutePlan, type TryOptions } from './route-plan';

/** A channel of a priority of its own, or of a shared one, with as many keys as asked for. */
function channel(id: number, keyCount = 1): CatalogChannel {
  const keys = Array.from({ length: keyCount }, (_, at) => ({
    position: at + 1,
    key: `k${id}-${at + 1}`,
    keyHash: `h${id}-${at + 1}`,
    mask: '…',
    fault: null,
  }));
  return makeCatalogChannel({ id, key: `k${id}-1`, keyHash: `h${id}-1`, keys, hasSeveralKeys: keyCount > 1 });
}

interface PlanFacts {
  readonly channels: readonly CatalogChannel[];
  readonly attemptsMax: number;
  readonly keys?: ChannelKeys;
}

/** A plan whose channels each stand on a priority of their own, the first the highest. */
function planOf({ channels, attemptsMax, keys = new ChannelKeys() }: PlanFacts): RoutePlan {
  const tiers = channels.map((one, at) => ({ priority: -at, channels: [one] }));
  return new RoutePlan(
    { tiers, isPinned: false },
    { model: 'm', session: null, unnamed: null, attemptsMax },
    keys,
    null,
  );
}

function served(result: string): AttemptEnding<string> {
  return { kind: 'served', result };
}

function failed(result: string, changes: { mayRetry?: boolean; isUnsent?: boolean } = {}): AttemptEnding<string> {
  return { kind: 'failed', result, failure: { kind: 'busy', retryAfterSeconds: null }, mayRetry: true, ...changes };
}

/** Tries a plan whose attempts end one after another as given, and collects the keys that they used. */
async function tryAll(plan: RoutePlan, endings: readonly AttemptEnding<string>[], options?: TryOptions<string>) {
  const used: string[] = [];
  const tried = await plan.tryEach(async ({ key }) => {
    used.push(key);
    const ending = endings[used.length - 1];
    if (!ending) throw new Error('one attempt too many');
    return Promise.resolve(ending);
  }, options);
  return { used, result: tried?.result, channelId: tried?.channel.id };
}

describe('the attempts of a call', () => {
  it('end with the first channel that serves', async () => {
    const plan = planOf({ channels: [channel(1), channel(2), channel(3)], attemptsMax: 3 });
    const tried = await tryAll(plan, [failed('first'), served('second')]);
    expect(tried).toEqual({ used: ['k1-1', 'k2-1'], result: 'second', channelId: 2 });
    expect(plan.tried).toEqual([1, 2]);
  });

  it.each([1, 2, 3])('are at most %i', async attemptsMax => {
    const plan = planOf({ channels: [channel(1), channel(2), channel(3), channel(4)], attemptsMax });
    const endings = ['first', 'second', 'third'].map(name => failed(name));
    const { used, result } = await tryAll(plan, endings);
    expect(used).toEqual(['k1-1', 'k2-1', 'k3-1'].slice(0, attemptsMax));
    expect(result).toBe(['first', 'second', 'third'][attemptsMax - 1]);
  });

  it('end with a failure that must not be retried', async () => {
    const plan = planOf({ channels: [channel(1), channel(2)], attemptsMax: 5 });
    expect((await tryAll(plan, [failed('final', { mayRetry: false })])).result).toBe('final');
  });

  it('end when the caller has left', async () => {
    const plan = planOf({ channels: [channel(1), channel(2)], attemptsMax: 5 });
    expect((await tryAll(plan, [{ kind: 'unblamed', result: 'gone' }])).result).toBe('gone');
  });

  it('do not exist without a channel', async () => {
    expect((await tryAll(planOf({ channels: [], attemptsMax: 5 }), [])).result).toBeUndefined();
  });

  it('repeat a channel when no other one is left', async () => {
    const plan = planOf({ channels: [channel(1)], attemptsMax: 3 });
    expect((await tryAll(plan, [failed('a'), failed('b'), served('c')])).used).toEqual(['k1-1', 'k1-1', 'k1-1']);
  });

  it('use another key of a channel before they repeat one', async () => {
    const plan = planOf({ channels: [channel(1, 2)], attemptsMax: 3 });
    const { used } = await tryAll(plan, [failed('a'), failed('b'), served('c')]);
    expect(used.slice(0, 2)).toEqual(['k1-1', 'k1-2']);
    expect(used).toHaveLength(3);
  });

  it('end before a key is repeated when keys must not be', async () => {
    const plan = planOf({ channels: [channel(1, 2), channel(2)], attemptsMax: 9 });
    const endings = ['a', 'b', 'c'].map(name => failed(name));
    const { used, result } = await tryAll(plan, endings, { repeatsKeys: false });
    expect(used).toContain('k2-1');
    expect(used).toHaveLength(new Set(used).size);
    expect(result).toBe(endings[used.length - 1]?.result);
  });

  it('report each failure that another attempt follows, while the plan names its channel', async () => {
    const plan = planOf({ channels: [channel(1), channel(2), channel(3)], attemptsMax: 3 });
    const reported: unknown[] = [];
    const onRetry = (result: string) => reported.push([result, plan.tried.at(-1)]);
    await tryAll(plan, [failed('a'), failed('b'), failed('c')], { onRetry });
    expect(reported).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });
});

describe('a channel that cannot serve the call at all', () => {
  const unsent = failed('unable', { isUnsent: true });

  it('does not count as an attempt', async () => {
    const plan = planOf({ channels: [channel(1), channel(2), channel(3)], attemptsMax: 1 });
    expect((await tryAll(plan, [unsent, unsent, served('third')])).channelId).toBe(3);
  });

  it('is not asked again, and does not keep another channel from being asked again', async () => {
    for (let round = 0; round < 20; round++) {
      const wide = [{ priority: 0, channels: [channel(1), channel(2)] }];
      const plan = new RoutePlan(
        { tiers: wide, isPinned: false },
        { model: 'm', session: null, unnamed: null, attemptsMax: 3 },
        new ChannelKeys(),
        null,
      );
      const ids: number[] = [];
      await plan.tryEach(async ({ id }) => {
        ids.push(id);
        return Promise.resolve(id === 1 ? unsent : failed('busy'));
      });
      expect(ids.filter(id => id === 2)).toHaveLength(3);
      expect(ids.filter(id => id === 1).length).toBeLessThan(2);
    }
  });

  it('is the last one when none can serve the call', async () => {
    const plan = planOf({ channels: [channel(1), channel(2)], attemptsMax: 9 });
    expect(await tryAll(plan, [unsent, unsent])).toEqual({ used: ['k1-1', 'k2-1'], result: 'unable', channelId: 2 });
  });
});

describe('the key of an attempt', () => {
  const keyed = channel(1, 2);

  async function rests(ending: AttemptEnding<string>): Promise<boolean> {
    const keys = new ChannelKeys();
    await tryAll(planOf({ channels: [keyed], attemptsMax: 1, keys }), [ending]);
    return keys.countsOf(keyed).resting > 0;
  }

  it('rests after a failure, and not after an answer or a caller who left', async () => {
    expect(await rests(failed('busy'))).toBe(true);
    expect(await rests(served('good'))).toBe(false);
    expect(await rests({ kind: 'unblamed', result: 'gone' })).toBe(false);
  });

  it('is not blamed for an error of our own, which ends the attempts', async () => {
    const keys = new ChannelKeys();
    const plan = planOf({ channels: [keyed], attemptsMax: 3, keys });
    await expect(plan.tryEach(() => Promise.reject(new Error('ours')))).rejects.toThrow('ours');
    expect(plan.tried).toEqual([1]);
    expect(keys.countsOf(keyed).resting).toBe(0);
  });

  it('is logged with its position and its mask', async () => {
    const plan = planOf({ channels: [keyed], attemptsMax: 1 });
    expect(plan.facts).toBeNull();
    await tryAll(plan, [served('good')]);
    expect(plan.facts).toEqual({ because: 'only channel', key: { position: 1, mask: '…' } });
  });
});
