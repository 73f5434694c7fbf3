import { chooseRoute, type Choosable, type RouteChoice } from './choose-route';

function channel(id: number, weight = 0, priority = 0): Choosable {
  return { id, weight, priority };
}

const tiers = [
  { channels: [channel(1, 0, 20)] },
  { channels: [channel(2, 0, 10)] },
  { channels: [channel(3), channel(4)] },
];

function failures(...ids: readonly number[]) {
  return new Map(ids.map(id => [id, 'broken'] as const));
}

function choose(choice: Partial<RouteChoice<Choosable>>) {
  return chooseRoute({ tiers, attempt: 0, failed: failures(), session: null, isPinned: false, random: 0, ...choice });
}

describe('choosing a channel', () => {
  it('goes down one tier per retry and then uses the rest of the lowest tier', () => {
    const order: number[] = [];
    for (let attempt = 0; attempt < 4; attempt++) {
      order.push(choose({ attempt, failed: failures(...order) })?.channel.id ?? 0);
    }
    expect(order).toEqual([1, 2, 3, 4]);
  });

  it('goes back up when all lower tiers have failed', () => {
    expect(choose({ attempt: 3, failed: failures(1, 3, 4) })?.channel.id).toBe(2);
  });

  it('repeats a channel only when every channel has failed', () => {
    const only = [{ channels: [channel(9)] }];
    expect(choose({ tiers: only, attempt: 1, failed: failures(9) })?.channel.id).toBe(9);
  });

  it('returns null without candidates', () => {
    expect(choose({ tiers: [] })).toBeNull();
  });

  it('never chooses a channel that cannot serve the request, and rather repeats one that failed', () => {
    expect(choose({ unable: new Set([1]) })?.channel.id).toBe(2);
    expect(choose({ attempt: 1, unable: new Set([1, 3, 4]), failed: failures(1, 2, 3, 4) })?.channel.id).toBe(2);
    expect(choose({ unable: new Set([1, 2, 3, 4]), failed: failures(1, 2, 3, 4) })).toBeNull();
  });

  it('gives weights 0 and 10 shares of one and two thirds', () => {
    const two = [{ channels: [channel(1, 0), channel(2, 10)] }];
    const ids = Array.from({ length: 3000 }, (_, at) => choose({ tiers: two, random: at / 3000 })?.channel.id);
    expect([1, 2].map(id => ids.filter(chosen => chosen === id).length)).toEqual([1000, 2000]);
  });

  it('leaves out a resting channel while another can serve, in whatever tier', () => {
    expect(choose({ isResting: ({ id }) => id < 3 })?.channel.id).toBe(3);
  });

  it('prefers a resting channel to one that failed in this request, and to none', () => {
    const isResting = () => true;
    expect(choose({ isResting })?.channel.id).toBe(1);
    expect(choose({ isResting, attempt: 1, failed: failures(1, 2, 3) })?.channel.id).toBe(4);
  });
});

describe('choosing a channel for a session', () => {
  const wide = [{ channels: Array.from({ length: 8 }, (_, at) => channel(at + 1)) }];
  const sessions = Array.from({ length: 200 }, (_, at) => `s${at}`);
  const chosen = (session: string, choice: Partial<RouteChoice<Choosable>> = {}) =>
    choose({ tiers: wide, session, ...choice })?.channel.id ?? 0;

  it('keeps the channel of a session, whatever the random number', () => {
    for (const session of sessions.slice(0, 20)) {
      const ids = [0, 0.3, 0.6, 0.99].map(random => chosen(session, { random }));
      expect(new Set(ids).size).toBe(1);
    }
  });

  it('spreads sessions over all channels', () => {
    expect(new Set(sessions.map(session => chosen(session))).size).toBe(8);
  });

  it('moves a session only when its own channel is gone', () => {
    const left = [{ channels: wide[0]?.channels.filter(({ id }) => id !== 5) ?? [] }];
    for (const session of sessions) {
      const before = chosen(session);
      const after = chosen(session, { tiers: left });
      expect(after === before).toBe(before !== 5);
    }
  });

  it('always moves a session to the same other channel when its own has failed in this request', () => {
    const own = chosen('s1');
    const second = chosen('s1', { attempt: 1, failed: failures(own), random: 0.1 });
    expect(second).not.toBe(own);
    expect(chosen('s1', { attempt: 1, failed: failures(own), random: 0.9 })).toBe(second);
  });
});

describe('the reason of a choice', () => {
  const two = [{ channels: [channel(1, 20, 7), channel(2, 10, 7)] }];
  const because = (choice: Partial<RouteChoice<Choosable>>) => choose({ tiers: two, ...choice })?.because;

  it('names the pinned channel as pinned', () => {
    expect(because({ isPinned: true })).toBe('pinned');
  });

  it('says that there is only one channel', () => {
    expect(because({ tiers: [{ channels: [channel(1)] }], session: 's' })).toBe('only channel');
  });

  it('names the share, the sum and the priority', () => {
    expect(because({})).toBe('weight 30 of 50 in priority 7');
  });

  it('names the session that decided, but not when there was nothing to decide', () => {
    expect(because({ session: 's' })).toBe('session');
    expect(because({ tiers, session: 's' })).toBe('weight 10 of 10 in priority 20');
  });

  it('names the channel that failed last, and how', () => {
    const failed = new Map([
      [8, 'broken'],
      [7, 'busy'],
    ]);
    expect(because({ attempt: 2, failed })).toBe('retry: #7 failed (busy)');
  });
});
