import { type JSX, type ReactNode } from 'react';
import { type Column } from './column';

/** The keys of the rows that the reader has chosen. */
export interface Selection {
  readonly chosen: ReadonlySet<number>;
  readonly onChange: (chosen: ReadonlySet<number>) => void;
}

/** What sets a row apart from the others. */
export type RowMark = 'opened' | 'new';

export interface DataTableProps<Row> {
  /** The accessible name of the table. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** The rows; undefined until the first response. */
  readonly rows: readonly Row[] | undefined;
  readonly keyOf: (row: Row) => number;
  /** The name of a row in the labels of its checkbox and its detail button. Default: its key. */
  readonly nameOf?: (row: Row) => string;
  /** True while newer rows are loading; the old ones stay visible meanwhile. */
  readonly isFetching?: boolean;
  readonly hasFailed?: boolean;
  readonly onRetry?: () => void;
  /** The text for a table without rows. Default: a general sentence. */
  readonly emptyText?: string;
  readonly emptyAction?: JSX.Element;
  readonly selection?: Selection;
  /** True for greyed rows, such as switched-off channels. */
  readonly isMuted?: (row: Row) => boolean;
  /** Opens a row elsewhere, such as in a drawer. It must not change between renders. Default: rows open in place. */
  readonly onOpen?: (row: Row) => void;
  /** True for the row that is open elsewhere, and for rows that have just arrived. Default: no row is marked. */
  readonly markOf?: (row: Row) => RowMark | null;
  /** The content of an opened row; null means that this row cannot be opened. */
  readonly renderDetail?: (row: Row) => ReactNode;
  /**
   * The number of rows above which only the visible ones are rendered, for lists without pages. Such rows cannot be
   * opened, and the style sheet must set the widths of the columns, or they would change while scrolling. Default: all
   * rows are rendered.
   */
  readonly drawnAtOnce?: number;
  /** Moves a column to the place of another, whose head it was dragged to. Default: columns stay where they are. */
  readonly onMoveColumn?: (id: string, placeOf: string) => void;
  /** The style class of the table. */
  readonly className?: string;
}

/** The props that a row gets from its table. */
export interface DataRowProps<Row> extends Pick<DataTableProps<Row>, 'columns' | 'renderDetail' | 'onOpen'> {
  readonly row: Row;
  readonly rowKey: number;
  readonly name: string;
  readonly isMuted: boolean;
  readonly mark: RowMark | null;
  /** Null when rows cannot be chosen. */
  readonly isChosen: boolean | null;
  readonly onToggle: (key: number) => void;
  /** The index in the whole list, from 0, when only a part of it is rendered. */
  readonly index?: number;
  /** Called with the rendered row, to measure its height. */
  readonly onDraw?: (element: HTMLTableRowElement | null) => void;
}
