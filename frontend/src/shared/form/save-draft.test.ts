import { saveEach } from './save-draft';

describe('saving several keys', () => {
  it('sends nothing when nothing changed', async () => {
    const sent: string[] = [];
    const outcome = await saveEach([], async key => sent.push(key) > 0);
    expect(outcome).toBe('unchanged');
    expect(sent).toEqual([]);
  });

  it('sends every changed key once', async () => {
    const sent: string[] = [];
    const outcome = await saveEach(['A', 'B'], async key => sent.push(key) > 0);
    expect(outcome).toBe('saved');
    expect(sent).toEqual(['A', 'B']);
  });

  it('distinguishes a partial save from a failed one', async () => {
    await expect(saveEach(['A', 'B'], async key => key === 'B')).resolves.toBe('partial');
    await expect(saveEach(['A', 'B'], async () => false)).resolves.toBe('failed');
  });
});
