import { InProcessChangeNotices } from '@platform';
import { type CatalogChannel } from '../catalog/catalog-channel';
import { ChannelKeys, type KeyOptions } from './channel-keys';
import { FAILURES_MAX, type KeyOutcome } from './key-rest';
import { makeCatalogChannel } from '../testing/make-catalog-channel';

function keyed(count: number, out: readonly number[] = []): CatalogChannel {
  const keys = Array.from({ length: count }, (_, at) => ({
    position: at + 1,
    key: `k${at + 1}`,
    keyHash: `h${at + 1}`,
    mask: '…',
    fault: out.includes(at + 1) ? { reason: 'refused', atMs: 1 } : null,
  }));
  return makeCatalogChannel({ id: 7, key: 'k1', keyHash: 'h1', keys, hasSeveralKeys: count > 1 });
}

function wanted(changes: Partial<KeyOptions> = {}): KeyOptions {
  return { model: MODEL, session: null, failed: new Set(), ...changes };
}

const MODEL = 'gpt-4o';

const busy: KeyOutcome = { kind: 'busy', retryAfterSeconds: null };

describe('choosing a key', () => {
  it('returns a channel with one key unchanged', () => {
    const keys = new ChannelKeys();
    const channel = keyed(1);
    const chosen = keys.choose(channel, wanted());
    expect(chosen.channel).toBe(channel);
    expect(chosen.key).toBeNull();
  });

  it('takes the keys in turn', () => {
    const keys = new ChannelKeys();
    const order = Array.from({ length: 6 }, () => keys.choose(keyed(3), wanted()).channel.key);
    expect(order).toEqual(['k1', 'k2', 'k3', 'k1', 'k2', 'k3']);
  });

  it('hands over the key with its hash and its place', () => {
    const chosen = new ChannelKeys().choose(keyed(3, [1]), wanted());
    expect(chosen.channel).toMatchObject({ key: 'k2', keyHash: 'h2' });
    expect(chosen.key).toMatchObject({ position: 2 });
  });

  it('keeps a conversation on one key while the channel has that key', () => {
    const keys = new ChannelKeys();
    const own = (channel: CatalogChannel, session: string) =>
      keys.choose(channel, wanted({ session })).key?.position ?? 0;
    const sessions = Array.from({ length: 60 }, (_, at) => `s${at}`);
    for (const session of sessions) {
      const before = own(keyed(4), session);
      expect(own(keyed(4), session)).toBe(before);
      expect(own(keyed(4, [2]), session) === before).toBe(before !== 2);
    }
    expect(new Set(sessions.map(session => own(keyed(4), session))).size).toBe(4);
  });

  it('leaves out disabled keys and keys that failed in this request', () => {
    const keys = new ChannelKeys();
    const chosen = keys.choose(keyed(3, [1]), wanted({ failed: new Set(['h2']) }));
    expect(chosen.channel.key).toBe('k3');
  });

  it('repeats a failed key rather than taking none', () => {
    const keys = new ChannelKeys();
    expect(keys.choose(keyed(2, [1]), wanted({ failed: new Set(['h2']) })).channel.key).toBe('k2');
  });
});

describe('resting keys', () => {
  const restAll = (keys: ChannelKeys, channel: CatalogChannel) => {
    const usable = channel.keys.filter(key => key.fault === null);
    for (let at = 0; at < usable.length; at++) keys.report(keys.choose(channel, wanted(), at), busy, at);
  };

  it('are passed over for every request', () => {
    const keys = new ChannelKeys();
    const channel = keyed(2);
    keys.report(keys.choose(channel, wanted(), 0), busy, 0);
    const sessions = Array.from({ length: 20 }, (_, at) => keys.choose(channel, wanted({ session: `s${at}` }), 1));
    expect(new Set(sessions.map(chosen => chosen.channel.key))).toEqual(new Set(['k2']));
    expect(keys.isResting(channel, MODEL, 1)).toBe(false);
  });

  it('make the channel rest when all of them rest; the one whose rest ends first serves', () => {
    const keys = new ChannelKeys();
    const channel = keyed(3, [3]);
    restAll(keys, channel);
    expect(keys.isResting(channel, MODEL, 10)).toBe(true);
    expect(keys.choose(channel, wanted(), 10).channel.key).toBe('k1');
  });

  it('are tried by one request after the rest and serve again after its success', () => {
    const keys = new ChannelKeys();
    const channel = keyed(2);
    restAll(keys, channel);
    const probes = [keys.choose(channel, wanted(), 40_000), keys.choose(channel, wanted(), 40_000)];
    expect(probes.map(chosen => chosen.ticket.isProbe)).toEqual([true, true]);
    expect(new Set(probes.map(chosen => chosen.channel.key)).size).toBe(2);
    expect(keys.isResting(channel, MODEL, 40_000)).toBe(true);
    for (const probe of probes) keys.report(probe, { kind: 'served' }, 40_100);
    expect(keys.isResting(channel, MODEL, 40_100)).toBe(false);
  });

  it('may be used at once after an administrator has reset them', () => {
    const keys = new ChannelKeys();
    restAll(keys, keyed(2));
    keys.forgive(7, 'h2');
    expect(keys.waitMs(7, 'h2', 10)).toBe(0);
  });
});

describe('a channel with one key', () => {
  const broken: KeyOutcome = { kind: 'broken', retryAfterSeconds: null };

  it('rests when it fails again and again, and one request tries it afterwards', () => {
    const keys = new ChannelKeys();
    const channel = keyed(1);
    for (let at = 0; at < FAILURES_MAX; at++) {
      expect(keys.isResting(channel, MODEL, at)).toBe(false);
      keys.report(keys.choose(channel, wanted(), at), broken, at);
    }
    expect(keys.isResting(channel, MODEL, 10)).toBe(true);
    const tried = keys.choose(channel, wanted(), 40_000);
    expect(keys.isResting(channel, MODEL, 40_000)).toBe(true);
    keys.report(tried, { kind: 'served' }, 40_100);
    expect(keys.isResting(channel, MODEL, 40_100)).toBe(false);
    expect(keys.isAnyResting).toBe(false);
  });

  it('rests for one model that its account lacks, and serves the others', () => {
    const keys = new ChannelKeys();
    const channel = keyed(1);
    const missing: KeyOutcome = { kind: 'modelUnavailable', retryAfterSeconds: null };
    for (let at = 0; at < FAILURES_MAX; at++) keys.report(keys.choose(channel, wanted(), 0), missing, 0);
    expect(keys.isResting(channel, MODEL, 1)).toBe(true);
    expect(keys.isResting(channel, 'gpt-4o-mini', 1)).toBe(false);
    keys.report(keys.choose(channel, wanted({ model: 'gpt-4o-mini' }), 2), { kind: 'served' }, 2);
    expect(keys.isResting(channel, MODEL, 3)).toBe(true);
    keys.report(keys.choose(channel, wanted(), 40_000), { kind: 'served' }, 40_001);
    expect(keys.isResting(channel, MODEL, 40_002)).toBe(false);
  });
});

describe('two nodes', () => {
  it('know of each other’s rests, and of their ends', async () => {
    const notices = new InProcessChangeNotices();
    const [one, two] = [new ChannelKeys(notices), new ChannelKeys(notices)];
    const channel = keyed(1);
    const asking: KeyOutcome = { kind: 'busy', retryAfterSeconds: 0.05 };
    one.report(one.choose(channel, wanted()), asking);
    expect(two.isResting(channel, MODEL)).toBe(true);
    await new Promise(resolve => setTimeout(resolve, 60));
    expect(two.isResting(channel, MODEL)).toBe(false);
    two.report(two.choose(channel, wanted()), { kind: 'served' });
    expect(one.isAnyResting).toBe(false);
  });
});
