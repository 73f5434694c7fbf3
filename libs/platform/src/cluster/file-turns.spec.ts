import { FileTurns } from './file-turns';

let turns: FileTurns;
let granted: string[];
beforeEach(() => {
  jest.useFakeTimers();
  turns = new FileTurns(2000);
  granted = [];
});
afterEach(() => jest.useRealTimers());

function ask(worker: number, number = 1): void {
  turns.take({ worker, number, grant: () => granted.push(`${worker}:${number}`) });
}

describe('turns to write to a file', () => {
  it('are granted one at a time, in the order of asking', () => {
    for (const worker of [3, 1, 2]) ask(worker);
    expect(granted).toEqual(['3:1']);
    turns.leave(3, 1);
    turns.leave(1, 1);
    expect(granted).toEqual(['3:1', '1:1', '2:1']);
  });

  it('are granted at once when nobody writes', () => {
    ask(1);
    turns.leave(1, 1);
    ask(2);
    expect(granted).toEqual(['1:1', '2:1']);
  });

  it('of a worker that has ended pass on, and its requests are forgotten', () => {
    ask(1, 1);
    ask(1, 2);
    ask(2);
    turns.leaveAll(1);
    expect(granted).toEqual(['1:1', '2:1']);
    turns.leave(2, 1);
    expect(granted).toHaveLength(2);
  });

  it('pass on when they are kept for too long, and their late end disturbs nobody', () => {
    for (const worker of [1, 2, 3]) ask(worker);
    jest.advanceTimersByTime(1999);
    expect(granted).toEqual(['1:1']);
    jest.advanceTimersByTime(1);
    expect(granted).toEqual(['1:1', '2:1']);
    turns.leave(1, 1);
    expect(granted).toEqual(['1:1', '2:1']);
  });

  it('that nobody waits for any more are not granted', () => {
    ask(1);
    ask(2);
    turns.leave(2, 1);
    turns.leave(1, 1);
    expect(granted).toEqual(['1:1']);
  });
});
