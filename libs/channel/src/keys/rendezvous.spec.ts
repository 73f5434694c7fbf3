import { rendezvous, type Weighted } from './rendezvous';

function candidate(item: number, share = 10): Weighted<number> {
  return { item, id: String(item), share };
}

const sessions = Array.from({ length: 6000 }, (_, at) => `session-${at}`);

function chosen(candidates: readonly Weighted<number>[]) {
  return sessions.map(session => rendezvous(session, candidates));
}

function countOf(choices: readonly (number | null)[], item: number) {
  return choices.filter(choice => choice === item).length;
}

describe('rendezvous hashing', () => {
  it('gives a session the same candidate in whatever order they come', () => {
    const candidates = [candidate(1), candidate(2), candidate(3)];
    expect(chosen(candidates)).toEqual(chosen([...candidates].reverse()));
  });

  it('shares sessions out by weight', () => {
    const choices = chosen([candidate(1, 10), candidate(2, 20), candidate(3, 30)]);
    expect(countOf(choices, 1) / sessions.length).toBeCloseTo(1 / 6, 1);
    expect(countOf(choices, 2) / sessions.length).toBeCloseTo(1 / 3, 1);
    expect(countOf(choices, 3) / sessions.length).toBeCloseTo(1 / 2, 1);
  });

  it('moves only the sessions of a candidate that goes', () => {
    const before = chosen([1, 2, 3, 4].map(item => candidate(item)));
    const after = chosen([1, 2, 4].map(item => candidate(item)));
    const moved = before.filter((item, at) => item !== after[at]);
    expect(moved.length).toBeGreaterThan(0);
    expect(new Set(moved)).toEqual(new Set([3]));
  });

  it('gives a new candidate its share, taken from all others alike', () => {
    const before = chosen([1, 2, 3].map(item => candidate(item)));
    const after = chosen([1, 2, 3, 4].map(item => candidate(item)));
    expect(after.filter((item, at) => item !== before[at]).every(item => item === 4)).toBe(true);
    expect(countOf(after, 4) / sessions.length).toBeCloseTo(1 / 4, 1);
    const dropped = [1, 2, 3].map(item => countOf(before, item) - countOf(after, item));
    expect(Math.min(...dropped)).toBeGreaterThan(300);
  });

  it('moves only towards a candidate whose weight grows', () => {
    const before = chosen([candidate(1, 10), candidate(2, 10)]);
    const after = chosen([candidate(1, 10), candidate(2, 40)]);
    expect(after.filter((item, at) => item !== before[at]).every(item => item === 2)).toBe(true);
  });

  it('answers null without candidates', () => {
    expect(rendezvous('session', [])).toBeNull();
  });
});
