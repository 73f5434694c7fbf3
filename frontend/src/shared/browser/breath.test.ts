import { breath } from './breath';

async function turnsUntil(step: Promise<void>): Promise<'timers' | 'at once'> {
  let isOver = false;
  void step.then(() => (isOver = true));
  await Promise.resolve();
  await Promise.resolve();
  if (isOver) return 'at once';
  await step;
  return 'timers';
}

describe('a breath between two pieces of work', () => {
  afterEach(() => jest.restoreAllMocks());

  it('lets the browser draw', async () => {
    expect(await turnsUntil(breath())).toBe('timers');
  });

  it('is not taken by a page in a hidden tab, whose timers wait for a second', async () => {
    jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    expect(await turnsUntil(breath())).toBe('at once');
  });
});
