import { makeCatalogChannel } from '@channel/testing';
import { ChannelPace } from './channel-pace';

const [one, two, three] = [1, 2, 3].map(id => makeCatalogChannel({ id, weight: 0 })) as [
  ReturnType<typeof makeCatalogChannel>,
  ReturnType<typeof makeCatalogChannel>,
  ReturnType<typeof makeCatalogChannel>,
];
const channels = [one, two, three];

const stream = { model: 'm', isStream: true };
const whole = { model: 'm', isStream: false };

function choice(random = 0.5, nowMs = 1000) {
  return { channels, kind: stream, random, nowMs };
}

describe('the fastest channel', () => {
  let pace: ChannelPace;
  beforeEach(() => {
    pace = new ChannelPace();
    pace.began(one, stream, 900, 0);
    pace.began(two, stream, 300, 0);
    pace.began(three, stream, 500, 0);
  });
  const fastest = (changes: object = {}) => pace.prefer('fastest', { ...choice(), ...changes });

  it('is the one whose answers began soonest', () => {
    expect(fastest()).toEqual({ channel: two, because: 'fastest: 0.30 s' });
  });

  it('is another one when its answers come later and later', () => {
    for (let call = 0; call < 10; call++) pace.began(two, stream, 2000, call);
    expect(fastest()?.channel).toBe(three);
  });

  it('is left to the weights now and then, so that the others are measured too', () => {
    expect(fastest({ random: 0.01 })).toBeNull();
  });

  it('is measured first, one call at a time, when nothing is known about it', () => {
    pace.began(one, stream, 900, 400_000);
    pace.began(three, stream, 500, 400_000);
    const later = { nowMs: 400_001 };
    expect(fastest(later)).toEqual({ channel: two, because: 'fastest: measured' });
    pace.begin(two);
    expect(fastest(later)?.channel).toBe(three);
    pace.end(two);
    expect(fastest(later)?.channel).toBe(two);
  });

  it('is known for each model by itself', () => {
    expect(fastest({ kind: { ...stream, model: 'other' } })?.because).toBe('fastest: measured');
  });

  it('is known for streams and for whole answers, each by itself', () => {
    pace.began(one, whole, 4000, 0);
    pace.began(two, whole, 9000, 0);
    pace.began(three, whole, 6000, 0);
    expect(fastest({ kind: whole })).toEqual({ channel: one, because: 'fastest: 4.00 s' });
    expect(fastest()?.channel).toBe(two);
  });

  describe('that fails', () => {
    it('is passed over until it serves, and is then as fast as it was', () => {
      pace.failed(two, stream, 10);
      expect(fastest()?.channel).toBe(three);
      pace.began(two, stream, 300, 20);
      expect(fastest()).toEqual({ channel: two, because: 'fastest: 0.30 s' });
    });

    it('and was never measured is not preferred for being unknown, before five minutes are over', () => {
      const unknown = makeCatalogChannel({ id: 4, weight: 0 });
      const among = { channels: [one, unknown] };
      pace.unanswered(unknown, stream, 10);
      expect(fastest(among)?.channel).toBe(one);
      pace.began(one, stream, 900, 300_000);
      expect(fastest({ ...among, nowMs: 300_011 })).toEqual({ channel: unknown, because: 'fastest: measured' });
    });

    it('perhaps for its caller’s fault stays where it stood', () => {
      pace.unanswered(two, stream, 10);
      expect(fastest()?.channel).toBe(two);
    });

    it('is drawn by weight when all others fail, too', () => {
      for (const channel of channels) pace.failed(channel, stream, 10);
      expect(fastest()).toBeNull();
    });
  });

  it('counts a caller who left as an answer that would have begun later', () => {
    pace.left(two, stream, 100, 10);
    expect(fastest()?.because).toBe('fastest: 0.30 s');
    pace.left(two, stream, 60_000, 10);
    expect(fastest()?.channel).toBe(three);
    pace.left(one, whole, 60_000, 10);
    expect(fastest({ channels: [one, two], kind: whole })?.channel).toBe(two);
  });
});

describe('the least busy channel', () => {
  it('is the one with the fewest calls for its weight', () => {
    const pace = new ChannelPace();
    const heavy = makeCatalogChannel({ id: 4, weight: 10 });
    for (const channel of [one, heavy, heavy]) pace.begin(channel);
    expect(pace.prefer('least_busy', { ...choice(0.99), channels: [one, heavy] })?.channel).toBe(heavy);
    pace.begin(heavy);
    expect(pace.prefer('least_busy', { ...choice(), channels: [one, heavy] })).toEqual({
      channel: one,
      because: 'least busy: 1 running',
    });
    pace.end(one);
    expect(pace.prefer('least_busy', { ...choice(), channels: [one, heavy] })?.because).toBe('least busy: 0 running');
  });

  it('is drawn among equals', () => {
    const pace = new ChannelPace();
    const drawn = [0, 0.4, 0.9].map(random => pace.prefer('least_busy', choice(random))?.channel.id);
    expect(drawn).toEqual([1, 2, 3]);
  });
});

it('has no say where there is one channel, or where the weights decide', () => {
  const pace = new ChannelPace();
  expect(pace.prefer('fastest', { ...choice(), channels: [one] })).toBeNull();
  expect(pace.prefer('weighted', choice())).toBeNull();
});
