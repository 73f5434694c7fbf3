import { type ChannelCatalog } from '@channel';
import { type Options } from '@option';
import { type ApiCaller } from '@token';
import { PreparedCalls, type PreparedCall } from './prepared-calls';

const prepared: PreparedCall = {
  group: 'default',
  isPinned: false,
  tiers: [],
  roomTokens: Infinity,
  addedPromptTokens: 0,
  prices: null,
  limits: null,
  hasPlaces: false,
};

function scene() {
  const snapshots = { options: { current: {} }, catalog: { current: {} } };
  const prepare = jest.fn(() => ({ ...prepared }));
  // Only which objects are current matters here.
  const calls = new PreparedCalls(snapshots as unknown as { options: Options; catalog: ChannelCatalog }, prepare);
  const of = (caller: object, model = 'm', alias: string | null = null) =>
    calls.of(caller as ApiCaller, 'chat', { model, alias });
  return { snapshots, prepare, of };
}

describe('a prepared call', () => {
  it('serves all calls of a key, also of one with a rate limit, whose calls are callers of their own', () => {
    const { of, prepare } = scene();
    const identity = {};
    const first = of({ identity, rate: { remaining: 2 } });
    expect(of({ identity, rate: { remaining: 1 } })).toBe(first);
    expect(prepare).toHaveBeenCalledTimes(1);
  });

  it('is made for each key, model and alias', () => {
    const { of, prepare } = scene();
    const identity = {};
    of({ identity });
    of({ identity }, 'other');
    of({ identity }, 'other', 'smart');
    of({ identity: {} });
    expect(prepare).toHaveBeenCalledTimes(4);
  });

  it.each(['options', 'catalog'] as const)('is made again when the %s have changed', name => {
    const { of, prepare, snapshots } = scene();
    const identity = {};
    of({ identity });
    snapshots[name].current = {};
    of({ identity });
    expect(prepare).toHaveBeenCalledTimes(2);
  });
});
