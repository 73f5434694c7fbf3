import { Classes } from '@blueprintjs/core';
import { isMoney, moneyOf, priceCell, type PriceTableKey, type PriceTableRow } from '@contracts';
import { type TFunction } from 'i18next';
import { memo, useRef, useState, type KeyboardEvent } from 'react';
import { notices } from '../../shared/dialog/notices';
import { changesFor, type CellChange, type PriceView } from './price-draft';
import { priceText, readPrice } from './price-number';

export interface PriceCellContext {
  readonly t: TFunction;
  readonly view: PriceView;
  readonly quotaPerUnit: number;
  readonly put: (changes: readonly CellChange[]) => void;
}

interface PriceCellProps {
  readonly row: PriceTableRow;
  readonly field: PriceTableKey;
  /** The name of the column. */
  readonly label: string;
  readonly context: PriceCellContext;
}

/** What the cell shows: its entry, and in its place what counts without one. */
function textsOf({ row, field, context: { view, quotaPerUnit } }: PriceCellProps) {
  const number = view === 'money' ? moneyOf(row, field, quotaPerUnit) : priceCell(row, field);
  const text = priceText(number);
  const isOwn = row.set[field] !== undefined && !(field === 'CompletionRatio' && row.locked);
  return { shown: isOwn ? text : '', standard: isOwn ? '' : text };
}

/** A model with a price per call ignores its ratios. */
function isIgnored({ row, field }: Pick<PriceCellProps, 'row' | 'field'>): boolean {
  return row.set.ModelPrice !== undefined && !isMoney(field);
}

/** Moves the focus to the cell of the same column in a neighbouring row. */
function moveTo(input: HTMLInputElement, step: 'nextElementSibling' | 'previousElementSibling'): void {
  const row = input.closest('tr')?.[step];
  row?.querySelector<HTMLInputElement>(`input[data-field="${input.dataset.field ?? ''}"]`)?.focus();
}

/** What is typed into a cell, until it is taken. */
function useTypedPrice({ row, field, context }: PriceCellProps, shown: string) {
  const { t, view, quotaPerUnit, put } = context;
  const [typed, setShownText] = useState<string | null>(null);
  // Moving the focus blurs this cell before it is rendered again; what was taken must not be taken twice.
  const latest = useRef<string | null>(null);
  const setTyped = (text: string | null) => {
    latest.current = text;
    setShownText(text);
  };

  /** @returns whether the cell may be left */
  const take = (): boolean => {
    const text = latest.current;
    if (text === null || text.trim() === shown) {
      setTyped(null);
      return true;
    }
    const number = readPrice(text);
    const changes = typeof number === 'string' ? null : changesFor(row, { key: field, view, number, quotaPerUnit });
    if (changes === null) {
      notices.error(t(typeof number === 'string' ? `prices.fault_${number}` : 'prices.fault_no_input'));
      return false;
    }
    put(changes);
    setTyped(null);
    return true;
  };
  return { typed, setTyped, take };
}

/** One price: Enter takes it and goes down, Escape gives it back, the arrows move between rows. */
function Cell(props: PriceCellProps) {
  const { row, field, label, context } = props;
  const { t } = context;
  const { shown, standard } = textsOf(props);
  const { typed, setTyped, take } = useTypedPrice(props, shown);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget: input } = event;
    if (key === 'Escape' && typed !== null) {
      event.stopPropagation();
      setTyped(null);
    }
    const step = key === 'ArrowUp' ? 'previousElementSibling' : 'nextElementSibling';
    if (key === 'Enter' || key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (take()) moveTo(input, step);
    }
  };

  const ignored = isIgnored(props) ? ' price-cell-ignored' : '';
  const isLocked = field === 'CompletionRatio' && row.locked === true;
  return (
    <input
      className={`${Classes.INPUT} ${Classes.SMALL} price-cell${ignored}`}
      data-field={field}
      aria-label={t('prices.cell', { model: row.model, column: label })}
      inputMode="decimal"
      autoComplete="off"
      readOnly={isLocked}
      title={isLocked ? t('prices.locked') : undefined}
      placeholder={standard}
      value={typed ?? shown}
      onFocus={event => event.currentTarget.select()}
      onChange={event => setTyped(event.currentTarget.value)}
      onBlur={() => {
        if (!take()) setTyped(null);
      }}
      onKeyDown={onKeyDown}
    />
  );
}

export const PriceCell = memo(Cell);
