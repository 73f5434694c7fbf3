import { chooseChannel, type Choosable } from './choose-channel';

const channel = (id: number, weight = 0): Choosable => ({ id, weight });
const tiers = [{ channels: [channel(1)] }, { channels: [channel(2)] }, { channels: [channel(3), channel(4)] }];

describe('choosing a channel', () => {
  it('goes down one tier per retry and then takes what is left of the lowest', () => {
    const tried = new Set<number>();
    const order: number[] = [];
    for (let attempt = 0; attempt < 4; attempt++) {
      const chosen = chooseChannel({ tiers, attempt, tried, random: 0 });
      order.push(chosen?.id ?? 0);
      tried.add(chosen?.id ?? 0);
    }
    expect(order).toEqual([1, 2, 3, 4]);
  });

  it('goes back up when everything below has failed', () => {
    expect(chooseChannel({ tiers, attempt: 3, tried: new Set([1, 3, 4]), random: 0 })?.id).toBe(2);
  });

  it('repeats a channel only when every channel has failed', () => {
    expect(chooseChannel({ tiers: [{ channels: [channel(9)] }], attempt: 1, tried: new Set([9]), random: 0 })?.id).toBe(
      9,
    );
  });

  it('answers null without candidates', () => {
    expect(chooseChannel({ tiers: [], attempt: 0, tried: new Set(), random: 0 })).toBeNull();
  });

  it('gives weights 0 and 10 shares of one and two thirds', () => {
    const two = [{ channels: [channel(1, 0), channel(2, 10)] }];
    const counts = { 1: 0, 2: 0 } as Record<number, number>;
    for (let at = 0; at < 3000; at++) {
      const chosen = chooseChannel({ tiers: two, attempt: 0, tried: new Set(), random: at / 3000 });
      if (chosen) counts[chosen.id] = (counts[chosen.id] ?? 0) + 1;
    }
    expect(counts).toEqual({ 1: 1000, 2: 2000 });
  });
});
