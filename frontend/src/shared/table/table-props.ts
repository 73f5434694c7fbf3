import { type JSX, type ReactNode } from 'react';
import { type Column } from './column';

/** Rows chosen by the reader, by their key. */
export interface Selection {
  readonly chosen: ReadonlySet<number>;
  readonly onChange: (chosen: ReadonlySet<number>) => void;
}

export interface DataTableProps<Row> {
  /** Says what the table holds, for those who do not see it. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined until the first answer is here. */
  readonly rows: readonly Row[] | undefined;
  readonly keyOf: (row: Row) => number;
  /** Names a row in the labels of its checkbox and its detail button. Default: its key. */
  readonly nameOf?: (row: Row) => string;
  /** Newer rows are on their way; the old ones stay visible meanwhile. */
  readonly isFetching?: boolean;
  readonly hasFailed?: boolean;
  readonly onRetry?: () => void;
  /** Default: a general sentence. */
  readonly emptyText?: string;
  readonly emptyAction?: JSX.Element;
  readonly selection?: Selection;
  /** Greyed rows, such as switched-off channels. */
  readonly isMuted?: (row: Row) => boolean;
  /** What an opened row shows; null means that this row cannot be opened. */
  readonly renderDetail?: (row: Row) => ReactNode;
  /**
   * Rows above which only those in sight are drawn, for lists without pages. Such rows cannot be opened, and the style
   * sheet must give the columns their widths, or these would change while scrolling. Default: all rows are drawn.
   */
  readonly drawnAtOnce?: number;
  /** Style class of the table. */
  readonly className?: string;
}

/** What one row of a table is given by it. */
export interface DataRowProps<Row> extends Pick<DataTableProps<Row>, 'columns' | 'renderDetail'> {
  readonly row: Row;
  readonly rowKey: number;
  readonly name: string;
  readonly isMuted: boolean;
  /** Null where rows cannot be chosen. */
  readonly isChosen: boolean | null;
  readonly onToggle: (key: number) => void;
  /** Place in the whole list, from 0, where only a part of it is drawn. */
  readonly index?: number;
  /** Told about the drawn row, to learn its height. */
  readonly onDraw?: (element: HTMLTableRowElement | null) => void;
}
