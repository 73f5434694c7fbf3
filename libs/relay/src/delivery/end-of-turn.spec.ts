import { setImmediate as turn } from 'node:timers/promises';
import { atEndOfTurn } from './end-of-turn';

/** A listener that notes its name. */
function noting(name: string, told: string[]) {
  return { turnEnds: () => void told.push(name) };
}

describe('the end of a turn', () => {
  it('comes after everything that the turn does, and in the order of asking', async () => {
    const told: string[] = [];
    atEndOfTurn(noting('first', told));
    process.nextTick(() => atEndOfTurn(noting('second', told)));
    await Promise.resolve();
    expect(told).toEqual([]);
    await turn();
    expect(told).toEqual(['first', 'second']);
  });

  it('is told once, and who asks at the end is told at the next one', async () => {
    const told: string[] = [];
    atEndOfTurn({
      turnEnds: () => {
        told.push('first');
        atEndOfTurn(noting('later', told));
      },
    });
    await turn();
    expect(told).toEqual(['first']);
    await turn();
    await turn();
    expect(told).toEqual(['first', 'later']);
  });
});
