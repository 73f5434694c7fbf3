import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPage } from '../../test-support/render-page';
import { countFilters } from './count-filters';
import { FilterFold } from './FilterFold';

function show(count: number) {
  return renderPage(
    <FilterFold count={count} beside={<button>Refresh</button>}>
      <input aria-label="Group" />
    </FilterFold>,
  );
}

function fold() {
  return screen.getByRole('button', { name: /^Filters/ });
}

function fields() {
  return document.getElementById(fold().getAttribute('aria-controls') ?? '');
}

function isClosed() {
  return fields()?.classList.contains('filter-fold-closed');
}

describe('the filter fold', () => {
  it('is closed at first, and opens and closes by mouse and by keys', async () => {
    await show(0);
    expect([fold().getAttribute('aria-expanded'), isClosed()]).toEqual(['false', true]);
    await userEvent.click(fold());
    expect([fold().getAttribute('aria-expanded'), isClosed()]).toEqual(['true', false]);
    await userEvent.keyboard('{Enter}');
    expect([fold().getAttribute('aria-expanded'), isClosed()]).toEqual(['false', true]);
    await userEvent.keyboard(' ');
    expect(isClosed()).toBe(false);
  });

  it('puts the fields right after its button in the tab order, and the other buttons after them', async () => {
    await show(0);
    fold().focus();
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByLabelText('Group'));
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Refresh' }));
    expect(fields()?.contains(document.activeElement)).toBe(false);
  });

  it.each([
    [0, 'Filters'],
    [1, 'Filters (1 set)'],
    [3, 'Filters (3 set)'],
  ])('shows with %i filters set: %s', async (count, text) => {
    await show(count);
    expect(fold().textContent).toBe(text);
  });
});

describe('the number of set filters', () => {
  it.each([
    [{}, 0],
    [{ group: 'a' }, 1],
    [{ start: '1', end: '2' }, 1],
    [{ end: '0' }, 1],
    [{ group: 'a', start: '1', keyword: 'b' }, 3],
  ])('in %j is %i', (texts, count) => expect(countFilters(texts)).toBe(count));
});
