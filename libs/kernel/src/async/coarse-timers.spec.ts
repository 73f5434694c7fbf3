import { CoarseTimers, type Timed } from './coarse-timers';

class Limit implements Timed {
  dueAtMs = 0;
  place = -1;
  ends = 0;

  constructor(private readonly onEnd: () => void = () => undefined) {}

  onDue(): void {
    this.ends += 1;
    this.onEnd();
  }
}

describe('coarse timers', () => {
  const RESOLUTION_MS = 100;
  let timers: CoarseTimers;
  beforeEach(() => {
    jest.useFakeTimers();
    timers = new CoarseTimers(RESOLUTION_MS);
  });
  afterEach(() => jest.useRealTimers());

  it('end each limit once, never early, and late by one resolution at most', () => {
    const limits = [250, 0, 1000].map(delayMs => {
      const limit = new Limit();
      timers.add(limit, delayMs);
      return limit;
    });
    const endsAfter = (ms: number) => {
      jest.advanceTimersByTime(ms);
      return limits.map(({ ends }) => ends);
    };
    expect(endsAfter(100)).toEqual([0, 1, 0]);
    expect(endsAfter(149)).toEqual([0, 1, 0]);
    expect(endsAfter(101)).toEqual([1, 1, 0]);
    expect(endsAfter(649)).toEqual([1, 1, 0]);
    expect(endsAfter(101)).toEqual([1, 1, 1]);
    expect(endsAfter(5000)).toEqual([1, 1, 1]);
  });

  it('leave alone what was removed, and what was started anew before its end', () => {
    const [removed, restarted] = [new Limit(), new Limit()];
    timers.add(removed, 300);
    timers.add(restarted, 300);
    jest.advanceTimersByTime(200);
    timers.remove(removed);
    timers.add(restarted, 300);
    jest.advanceTimersByTime(200);
    expect([removed.ends, restarted.ends]).toEqual([0, 0]);
    jest.advanceTimersByTime(200);
    expect([removed.ends, restarted.ends]).toEqual([0, 1]);
  });

  it('rest while there is nothing to end, and start again, also from the end of a limit', () => {
    const second = new Limit();
    timers.add(new Limit(() => timers.add(second, 300)), 0);
    jest.advanceTimersByTime(100);
    expect(second.ends).toBe(0);
    jest.advanceTimersByTime(400);
    expect([second.ends, jest.getTimerCount()]).toEqual([1, 0]);
    const third = new Limit();
    timers.add(third, 0);
    jest.advanceTimersByTime(100);
    expect(third.ends).toBe(1);
  });
});
