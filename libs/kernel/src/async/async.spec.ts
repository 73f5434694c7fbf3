import { FixedClock } from '../clock';
import { Deadline } from './deadline';
import { SingleFlight } from './single-flight';
import { TtlCache } from './ttl-cache';

describe('a single flight', () => {
  it('does the work once for all who ask meanwhile, and again afterwards', async () => {
    const flight = new SingleFlight<string, number>();
    let calls = 0;
    const work = async (): Promise<number> => {
      const mine = (calls += 1);
      await Promise.resolve();
      return mine;
    };
    await expect(Promise.all([flight.run('a', work), flight.run('a', work), flight.run('b', work)])).resolves.toEqual([
      1, 1, 2,
    ]);
    expect(flight.isRunning('a')).toBe(false);
    await expect(flight.run('a', work)).resolves.toBe(3);
  });

  it('shares a failure and forgets it', async () => {
    const flight = new SingleFlight<string, number>();
    const fail = (): Promise<number> => {
      throw new Error('thrown at once');
    };
    const first = flight.run('a', fail);
    const second = flight.run('a', () => Promise.resolve(1));
    await expect(first).rejects.toThrow('thrown at once');
    await expect(second).rejects.toThrow('thrown at once');
    await expect(flight.run('a', () => Promise.resolve(2))).resolves.toBe(2);
  });
});

describe('a cache', () => {
  const make = (sizeMax: number): { cache: TtlCache<string, number>; clock: FixedClock } => {
    const clock = new FixedClock();
    return { cache: new TtlCache<string, number>({ sizeMax, lifetimeMs: 1_000, clock }), clock };
  };

  it('drops the entries whose value meets a condition and keeps the others', () => {
    const { cache } = make(3);
    for (const value of [1, 2, 3]) cache.set(String(value), value);
    cache.deleteWhere(value => value !== 2);
    expect([cache.get('1'), cache.get('2'), cache.get('3'), cache.size]).toEqual([undefined, 2, undefined, 1]);
  });

  it('keeps an entry until its lifetime is over, not a moment longer', () => {
    const { cache, clock } = make(2);
    cache.set('a', 1);
    clock.advance(999);
    expect(cache.get('a')).toBe(1);
    clock.advance(1);
    expect(cache.get('a')).toBeUndefined();
    expect(cache.size).toBe(0);
  });

  it('lets a read renew the place but not the life', () => {
    const { cache, clock } = make(2);
    cache.set('a', 1);
    cache.set('b', 2);
    clock.advance(500);
    cache.get('a');
    cache.set('c', 3);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
    clock.advance(500);
    expect([cache.get('a'), cache.get('c')]).toEqual([undefined, 3]);
  });

  it('never keeps more entries than its size', () => {
    const { cache } = make(3);
    for (let index = 0; index < 50; index += 1) cache.set(String(index % 7), index);
    expect(cache.size).toBe(3);
  });

  it('does not mind the calendar being set', () => {
    const { cache, clock } = make(1);
    cache.set('a', 1);
    clock.setNow(0);
    expect(cache.get('a')).toBe(1);
  });

  it('drops entries on request and takes a shorter life for one', () => {
    const { cache, clock } = make(3);
    cache.set('a', 1);
    cache.set('b', 2, 10);
    expect([cache.delete('a'), cache.delete('a')]).toEqual([true, false]);
    clock.advance(10);
    expect(cache.get('b')).toBeUndefined();
    cache.set('c', 3);
    cache.clear();
    expect(cache.size).toBe(0);
  });
});

describe('a deadline', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('aborts with the name of the limit that was reached first', () => {
    const deadline = new Deadline();
    deadline.limit('total', 100);
    deadline.limit('first byte', 50);
    jest.advanceTimersByTime(49);
    expect(deadline.signal.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    expect(deadline.signal.reason).toMatchObject({ code: 'DEADLINE_EXCEEDED', params: { limit: 'first byte' } });
    expect(jest.getTimerCount()).toBe(0);
  });

  it('gives a restarted limit its full time again', () => {
    const deadline = new Deadline();
    const gap = deadline.limit('gap', 50);
    jest.advanceTimersByTime(40);
    gap.restart();
    jest.advanceTimersByTime(49);
    expect(deadline.signal.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    expect(deadline.signal.aborted).toBe(true);
  });

  it('forgets a stopped limit, also when it is restarted afterwards', () => {
    const deadline = new Deadline();
    const gap = deadline.limit('gap', 50);
    gap.stop();
    gap.restart();
    jest.advanceTimersByTime(1_000);
    expect(deadline.signal.aborted).toBe(false);
  });

  it('takes 0 for no limit', () => {
    const deadline = new Deadline();
    deadline.limit('none', 0).restart();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('follows its parents, those already aborted included', () => {
    const parent = new AbortController();
    const deadline = new Deadline([parent.signal]);
    parent.abort('client left');
    expect(deadline.signal.reason).toBe('client left');
    expect(new Deadline([parent.signal]).signal.reason).toBe('client left');
  });

  it('keeps the first reason', () => {
    const deadline = new Deadline();
    deadline.abort('first');
    deadline.abort('second');
    expect(deadline.signal.reason).toBe('first');
    deadline.limit('late', 1);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('leaves neither timer nor listener behind when disposed', () => {
    const parent = new AbortController();
    {
      using deadline = new Deadline([parent.signal]);
      deadline.limit('total', 100);
      expect(jest.getTimerCount()).toBe(1);
    }
    expect(jest.getTimerCount()).toBe(0);
    const survivor = new Deadline([parent.signal]);
    survivor[Symbol.dispose]();
    parent.abort();
    expect(survivor.signal.aborted).toBe(false);
  });
});
