import { ChannelKeys, type CatalogChannel } from '@channel';
import { makeCatalogChannel } from '@channel/testing';
import { type FailureKind } from '@providers';
import { type AttemptEnding } from './attempt-ending';
import { CallPace } from './call-pace';
import { ChannelPace } from './channel-pace';
import { RoutePlan } from './route-plan';

const kind = { model: 'm', isStream: true };
const [fast, slow, last] = [1, 2, 3].map(id =>
  makeCatalogChannel({ id, keyHash: `h${id}`, priority: 0, weight: 0 }),
) as [CatalogChannel, CatalogChannel, CatalogChannel];
const tiers = [{ priority: 0, channels: [fast, slow, last] }];

let pace: ChannelPace;
beforeEach(() => {
  pace = new ChannelPace();
  for (const [channel, ms] of [
    [fast, 100],
    [slow, 900],
    [last, 2000],
  ] as const) {
    pace.began(channel, kind, ms, performance.now());
  }
});

/** Runs one call by the strategy `fastest`. @returns the channels that it asked */
async function call(endingAt: (id: number) => AttemptEnding<null>, keys = new ChannelKeys()): Promise<number[]> {
  const limits = { model: 'm', session: null, unnamed: null, attemptsMax: 3 };
  const plan = new RoutePlan({ tiers, isPinned: false }, limits, keys, new CallPace(pace, 'fastest', kind));
  await plan.tryEach(({ id }) => Promise.resolve(endingAt(id)));
  plan.end();
  return plan.tried;
}

const served: AttemptEnding<null> = { kind: 'served', result: null };
function failed(failure: FailureKind, changes: { isUnsent?: boolean; mayRetry?: boolean } = {}): AttemptEnding<null> {
  return {
    kind: 'failed',
    result: null,
    failure: { kind: failure, retryAfterSeconds: null },
    mayRetry: true,
    ...changes,
  };
}

/** The channel that the next call asks first. */
async function preferred(): Promise<number | undefined> {
  return (await call(() => ({ kind: 'unblamed', result: null })))[0];
}

it('calls that explore go to every channel by its weight', async () => {
  const asked = new Map<number, number>();
  for (let round = 0; round < 3000; round++) {
    const [id = 0] = await call(() => ({ kind: 'unblamed', result: null }));
    asked.set(id, (asked.get(id) ?? 0) + 1);
  }
  // A third of every twentieth call: 50 are expected of each.
  for (const { id } of [slow, last]) {
    expect(asked.get(id)).toBeGreaterThan(15);
    expect(asked.get(id)).toBeLessThan(120);
  }
});

describe('a channel that is fast', () => {
  // No call explores.
  beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0.5));
  afterEach(() => jest.restoreAllMocks());

  it.each(['broken', 'refused', 'modelUnavailable'] as const)('and fails as %s is passed over', async failure => {
    expect(await call(id => (id === fast.id ? failed(failure) : served))).toEqual([fast.id, slow.id]);
    expect(await preferred()).toBe(slow.id);
  });

  it('and refuses what another channel serves is passed over', async () => {
    expect(await call(id => (id === fast.id ? failed('badRequest') : served))).toEqual([fast.id, slow.id]);
    expect(await preferred()).toBe(slow.id);
  });

  it.each([
    ['refuses what every channel refuses', failed('badRequest')],
    ['is asked for what it is not to be asked again', failed('badRequest', { mayRetry: false })],
    ['is busy', failed('busy', { mayRetry: false })],
    ['cannot carry the call', failed('broken', { isUnsent: true })],
  ])('and %s stays preferred', async (_why, ending) => {
    await call(() => ending);
    expect(await preferred()).toBe(fast.id);
  });
});
