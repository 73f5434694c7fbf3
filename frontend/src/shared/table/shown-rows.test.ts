import { searchableRows, shownRows, type RowsQuery } from './shown-rows';

function query(changes: Partial<RowsQuery<string>> = {}): RowsQuery<string> {
  return { isFetching: false, isError: false, refetch: () => undefined, ...changes };
}

describe('the rows of a list', () => {
  it('are unknown until the first response', () => {
    expect(shownRows(query({ isFetching: true }))).toMatchObject({ rows: undefined, isFetching: true });
  });

  it('are those of the response, with the number of all rows', () => {
    const data = { rows: ['pear'], total: 12 };
    expect(shownRows(query({ data }))).toMatchObject({ rows: ['pear'], total: 12, hasFailed: false });
  });

  it('stay after a failure when they are those of the present request', () => {
    const data = { rows: ['pear'], total: 12 };
    const failed = shownRows(query({ data, currentData: data, isError: true }));
    expect(failed).toMatchObject({ rows: ['pear'], total: 12, hasFailed: true });
  });

  it('of another page do not stay after a failure', () => {
    const failed = shownRows(query({ data: { rows: ['pear'], total: 12 }, isError: true }));
    expect(failed).toMatchObject({ rows: undefined, total: 12, hasFailed: true });
  });

  it('are read again by their query', () => {
    let reads = 0;
    shownRows(query({ refetch: () => (reads += 1) })).refresh();
    expect(reads).toBe(1);
  });
});

describe('the rows of a list with a search', () => {
  const list = query({ data: { rows: ['apple'], total: 40 } });
  const matches = { rows: ['pear', 'plum', 'peach'] };

  it('are a page of the list while nothing is searched', () => {
    const shown = searchableRows({ list, search: query(), isSearch: false, page: 1, size: 10 });
    expect(shown).toMatchObject({ rows: ['apple'], total: 40 });
  });

  it('are a page of the matches, which are counted', () => {
    const shown = searchableRows({ list, search: query({ data: matches }), isSearch: true, page: 2, size: 2 });
    expect(shown).toMatchObject({ rows: ['peach'], total: 3 });
  });

  it('stay those of the list until the matches arrive', () => {
    const shown = searchableRows({ list, search: query({ isFetching: true }), isSearch: true, page: 1, size: 10 });
    expect(shown).toMatchObject({ rows: ['apple'], total: 40, isFetching: true });
  });

  it('have failed when the query that runs has failed', () => {
    const broken = query({ isError: true });
    const failed = (isSearch: boolean) =>
      searchableRows({ list, search: broken, isSearch, page: 1, size: 10 }).hasFailed;
    expect([failed(true), failed(false)]).toEqual([true, false]);
  });

  it('are read again by the query that runs', () => {
    const read: string[] = [];
    const named = (name: string) => query({ refetch: () => read.push(name) });
    const queries = { list: named('list'), search: named('search'), page: 1, size: 10 };
    searchableRows({ ...queries, isSearch: true }).refresh();
    searchableRows({ ...queries, isSearch: false }).refresh();
    expect(read).toEqual(['search', 'list']);
  });
});
