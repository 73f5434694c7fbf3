import { type ReactNode } from 'react';

/** One column as data; a screen differs from another in its columns, not in its table. */
export interface Column<Row> {
  /** Stays the same over releases: hidden columns are remembered by it. */
  readonly id: string;
  /** Text of the head, and of the label beside the value in the narrow layout. */
  readonly header: string;
  readonly render: (row: Row) => ReactNode;
  /** Right-aligned figures of equal width. Default: false. */
  readonly isNumeric?: boolean;
}
