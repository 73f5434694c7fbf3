import { act, renderHook } from '@testing-library/react';
import { forgetDrafts } from './kept-drafts';
import { useDraft } from './use-draft';

function start(saved: Record<string, string>) {
  return renderHook(({ texts }) => useDraft('setting/one', texts), { initialProps: { texts: saved } });
}

describe('a draft of saved texts', () => {
  beforeEach(forgetDrafts);

  it('begins as the saved copy, without changes', () => {
    const { result } = start({ A: '1', B: 'true' });
    expect(result.current.values).toEqual({ A: '1', B: 'true' });
    expect(result.current.changedKeys).toEqual([]);
  });

  it('names only the keys that differ', () => {
    const { result } = start({ A: '1', B: 'true' });
    act(() => result.current.set('B', 'false'));
    expect(result.current.changedKeys).toEqual(['B']);
    expect(result.current.values.B).toBe('false');
  });

  it('counts a value that was changed back as unchanged', () => {
    const { result } = start({ A: '1' });
    act(() => result.current.set('A', '2'));
    act(() => result.current.set('A', '1'));
    expect(result.current.changedKeys).toEqual([]);
  });

  it('keeps edits over a newer saved copy, whose other values are shown', () => {
    const { result, rerender } = start({ A: '1', B: '1' });
    act(() => result.current.set('A', '2'));
    rerender({ texts: { A: '1', B: '9' } });
    expect(result.current.values).toEqual({ A: '2', B: '9' });
    expect(result.current.changedKeys).toEqual(['A']);
  });

  it('has no changes left once the saved copy has caught up', () => {
    const { result, rerender } = start({ A: '1' });
    act(() => result.current.set('A', '2'));
    rerender({ texts: { A: '2' } });
    expect(result.current.changedKeys).toEqual([]);
  });

  it('discards all edits on reset', () => {
    const { result } = start({ A: '1' });
    act(() => result.current.set('A', '2'));
    act(() => result.current.reset());
    expect(result.current.values).toEqual({ A: '1' });
  });

  it('finds its edits again after the card was left, and says so', () => {
    const { result, unmount } = start({ A: '1', B: '1' });
    act(() => result.current.set('A', '2'));
    unmount();
    const { result: again } = start({ A: '1', B: '9' });
    expect(again.current.values).toEqual({ A: '2', B: '9' });
    expect(again.current.kept.isRestored).toBe(true);
  });

  it('keeps no edit that was saved, so that what others save later is shown', () => {
    const { result, rerender, unmount } = start({ A: '1' });
    act(() => result.current.set('A', '2'));
    rerender({ texts: { A: '2' } });
    unmount();
    const { result: again } = start({ A: '3' });
    expect(again.current.values).toEqual({ A: '3' });
    expect(again.current.kept.isRestored).toBe(false);
  });
});
