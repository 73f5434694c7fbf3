import { act, renderHook } from '@testing-library/react';
import { inOrder, useColumnOrder } from './use-column-order';

const columns = ['time', 'model', 'cost', 'text'].map(id => ({ id }));

function ids(list: readonly { readonly id: string }[]): string {
  return list.map(({ id }) => id).join(' ');
}

describe('the order of columns', () => {
  it('is that of the page until one is moved', () => expect(ids(inOrder(columns, []))).toBe('time model cost text'));

  it('keeps a new column behind the one that stands before it', () => {
    expect(ids(inOrder(columns, ['text', 'time', 'cost']))).toBe('text time model cost');
  });

  it('moves a column both ways, and remembers it', () => {
    const { result } = renderHook(() => useColumnOrder('some', columns));
    act(() => result.current.move('time', 'cost'));
    expect(ids(result.current.ordered)).toBe('model cost time text');
    act(() => result.current.move('text', 'model'));
    expect(ids(result.current.ordered)).toBe('text model cost time');
    expect(ids(renderHook(() => useColumnOrder('some', columns)).result.current.ordered)).toBe('text model cost time');
    act(() => result.current.reset());
    expect(ids(result.current.ordered)).toBe('time model cost text');
  });
});
