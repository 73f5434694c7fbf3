import { Turns } from './turns';

function pause(milliseconds: number) {
  return new Promise(resolve => setTimeout(resolve, milliseconds));
}

describe('turns', () => {
  it('let so many run side by side, and the others in the order of their arrival', async () => {
    const turns = new Turns(2, 10_000);
    const order: number[] = [];
    await Promise.all([turns.take(), turns.take()]);
    const waiting = [3, 4, 5].map(async number => {
      await turns.take();
      order.push(number);
    });
    await pause(5);
    expect(order).toEqual([]);
    turns.leave();
    turns.leave();
    await pause(5);
    expect(order).toEqual([3, 4]);
    turns.leave();
    await Promise.all(waiting);
    expect(order).toEqual([3, 4, 5]);
  });

  it('refuse who waited too long while the one that runs still runs', async () => {
    const turns = new Turns(1, 30);
    await turns.take();
    await expect(turns.take()).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
    const late = turns.take();
    await pause(10);
    turns.leave();
    await late; // in time
    turns.leave();
    await turns.take(); // the refused one left no trace
  });

  it('refuse each at its own time', async () => {
    const turns = new Turns(1, 60);
    await turns.take();
    const ends: string[] = [];
    const first = turns.take().catch(() => ends.push('first'));
    await pause(40);
    const second = turns.take().catch(() => ends.push('second'));
    await first;
    expect(ends).toEqual(['first']);
    await second;
    expect(ends).toEqual(['first', 'second']);
  });
});
