import { type ReactNode } from 'react';

/** The data of one column; screens differ in their columns, not in their table. */
export interface Column<Row> {
  /** An id that stays the same over releases: hidden columns are remembered by it. */
  readonly id: string;
  /** The text of the head, and of the label beside the value in the narrow layout. */
  readonly header: string;
  readonly render: (row: Row) => ReactNode;
  /** True shows right-aligned digits of equal width. Default: false. */
  readonly isNumeric?: boolean;
}
