interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** One page of rows that are all present, as search results are. The first page is 1. */
export function pageOf<Row>(rows: readonly Row[], { page, size }: { page: number; size: number }): RowPage<Row> {
  return {
    rows: rows.slice((page - 1) * size, page * size),
    total: rows.length,
  };
}
