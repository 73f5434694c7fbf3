import { keepTick } from './engine';

it('keeps one of the objects that hold the functions of the queue of ticks', async () => {
  const kept = keepTick();
  const callback = jest.fn();
  await new Promise<void>(resolve => process.nextTick(resolve));
  process.nextTick(callback);
  await new Promise<void>(resolve => process.nextTick(resolve));
  expect(callback).toHaveBeenCalledTimes(1);
  const tick = kept.at(-1);
  expect(tick).toHaveProperty('callback', expect.any(Function));
  const names = Object.getOwnPropertySymbols(tick).map(String);
  expect(names).toEqual(expect.arrayContaining(['Symbol(async_id_symbol)', 'Symbol(trigger_async_id_symbol)']));
});
