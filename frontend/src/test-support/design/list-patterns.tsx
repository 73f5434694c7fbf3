import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { EmptyState, ErrorState, LoadingLines } from '../../shared/display/states';
import { AddButton } from '../../shared/table/AddButton';
import { type Column } from '../../shared/table/column';
import { PagedTable } from '../../shared/table/PagedTable';
import { RefreshButton } from '../../shared/table/RefreshButton';
import { SearchInput } from '../../shared/table/SearchInput';
import { type ShownRows } from '../../shared/table/shown-rows';

interface Fruit {
  readonly id: number;
  readonly name: string;
  readonly price: number;
}

const fruits: readonly Fruit[] = [
  { id: 1, name: 'Apple', price: 1.2 },
  { id: 2, name: 'Pear', price: 2 },
];

const columns: readonly Column<Fruit>[] = [
  { id: 'name', header: 'Name', render: ({ name }) => name },
  { id: 'price', header: 'Price', isNumeric: true, render: ({ price }) => price.toFixed(2) },
];

function nothing(): void {
  // the patterns do nothing
}

function List({ title, list }: { readonly title: string; readonly list: ShownRows<Fruit> }) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  return (
    <>
      <p className="muted">{title}</p>
      <PagedTable
        label={title}
        columns={columns}
        list={list}
        pages={{ page: 1, size: 10, setPage: nothing, setSize: nothing }}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        emptyText="No fruit yet"
        add={{ text: 'Add a fruit', onAdd: nothing }}
        selection={{ chosen, onChange: setChosen }}
        isMuted={({ id }) => id === 2}
      />
    </>
  );
}

/** A list with its toolbar, in every state. */
export function ListPatterns() {
  const known = { rows: fruits, total: 2, isFetching: false, hasFailed: false, refresh: nothing };
  return (
    <>
      <div className="toolbar">
        <AddButton text="Add a fruit" onAdd={nothing} />
        <SearchInput label="Name" value="" onCommit={nothing} />
        <RefreshButton onRefresh={nothing} />
      </div>
      <List title="With rows" list={known} />
      <List title="Rows that could not be read again" list={{ ...known, hasFailed: true }} />
      <List title="Reading newer rows" list={{ ...known, isFetching: true }} />
      <List title="Without rows" list={{ ...known, rows: [], total: 0 }} />
      <List title="Reading the first rows" list={{ ...known, rows: undefined, total: undefined }} />
      <List title="Failed" list={{ ...known, rows: undefined, total: undefined, hasFailed: true }} />
    </>
  );
}

export function StatePatterns() {
  return (
    <>
      <EmptyState text="Nothing here yet" action={<Button text="Add one" />} />
      <ErrorState onRetry={nothing} />
      <LoadingLines />
    </>
  );
}
