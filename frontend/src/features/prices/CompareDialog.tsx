import { Button, Callout, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup, Intent } from '@blueprintjs/core';
import { Upload } from '@blueprintjs/icons';
import { publicPriceLists, type PriceListComparison, type PriceListRow } from '@contracts';
import { type TFunction } from 'i18next';
import { useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { pageOf } from '../../shared/format/list';
import { formatNumber } from '../../shared/format/quota';
import { DataTable } from '../../shared/table/DataTable';
import { Pagination } from '../../shared/table/Pagination';
import { type Column } from '../../shared/table/column';
import { LoadingLines } from '../../shared/display/states';
import { type CellChange } from './price-draft';
import { priceText } from './price-number';
import { priceHeaders } from './price-headers';
import { useComparePriceListMutation } from './prices-api';

const PAGE_SIZE = 20;
/** What the server takes. */
const FILE_BYTES_MAX = 7 * 1024 * 1024;

type IndexedRow = PriceListRow & { readonly at: number };

function differenceColumns(t: TFunction): readonly Column<IndexedRow>[] {
  const headers = priceHeaders(t);
  const number = (value: number | null) => (value === null ? '–' : priceText(value));
  return [
    { id: 'model', header: t('prices.model'), render: row => row.model },
    { id: 'listed', header: t('prices.listed_as'), render: row => row.listed_as },
    {
      id: 'differences',
      header: t('prices.differences'),
      render: row => (
        <span className="price-lines">
          {row.changes.map(({ key, before, value }) => (
            <span key={key}>
              {t('prices.difference', { column: headers[key], before: number(before), after: number(value) })}
            </span>
          ))}
        </span>
      ),
    },
  ];
}

interface DifferencesProps {
  readonly comparison: PriceListComparison;
  readonly chosen: ReadonlySet<number>;
  readonly onChosen: (chosen: ReadonlySet<number>) => void;
}

function Differences({ comparison, chosen, onChosen }: DifferencesProps) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const columns = useMemo(() => differenceColumns(t), [t]);
  const rows = useMemo(() => comparison.rows.map((row, at) => ({ ...row, at })), [comparison]);
  const shown = pageOf(rows, { page, size: PAGE_SIZE }).rows;
  const choose = (keep: (row: IndexedRow) => boolean) => onChosen(new Set(rows.filter(keep).map(({ at }) => at)));
  return (
    <>
      <p className="muted">
        {t('prices.compared', {
          format: comparison.format,
          matched: formatNumber(comparison.matched),
          missing: formatNumber(comparison.missing),
          differing: formatNumber(rows.length),
        })}
      </p>
      {rows.length > 0 && (
        <div className="cluster block">
          <Button size="small" text={t('prices.choose_all')} onClick={() => choose(() => true)} />
          <Button size="small" text={t('prices.choose_used')} onClick={() => choose(row => row.channels > 0)} />
          <Button size="small" text={t('prices.choose_none')} onClick={() => onChosen(new Set())} />
        </div>
      )}
      <DataTable
        label={t('prices.differences')}
        columns={columns}
        rows={shown}
        keyOf={row => row.at}
        nameOf={row => row.model}
        selection={{ chosen, onChange: onChosen }}
        emptyText={t('prices.no_differences')}
      />
      {rows.length > PAGE_SIZE && (
        <Pagination page={page} size={PAGE_SIZE} total={rows.length} rowCount={shown.length} onPage={setPage} />
      )}
    </>
  );
}

interface SourceProps {
  readonly isBusy: boolean;
  readonly onAddress: (address: string) => void;
  readonly onText: (text: string) => void;
}

/** Where the list comes from: one of the two public ones, another address, or a file. */
function ListSource({ isBusy, onAddress, onText }: SourceProps) {
  const { t } = useTranslation();
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState<string>(publicPriceLists[0].address);
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > FILE_BYTES_MAX) notices.error(t('prices.file_too_large'));
    else onText(await chosen.text());
  };
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        onAddress(address.trim());
      }}
    >
      <div className="cluster block">
        {publicPriceLists.map(list => (
          <Button
            key={list.name}
            size="small"
            intent={address === list.address ? Intent.PRIMARY : Intent.NONE}
            aria-pressed={address === list.address}
            text={list.name}
            onClick={() => setAddress(list.address)}
          />
        ))}
      </div>
      <FormGroup label={t('prices.list_address')} labelFor={id} helperText={t('prices.list_hint')}>
        <InputGroup id={id} type="url" value={address} onValueChange={setAddress} />
      </FormGroup>
      <div className="cluster block">
        <Button type="submit" intent={Intent.PRIMARY} disabled={isBusy} text={t('prices.compare_address')} />
        <Button
          icon={<Upload />}
          disabled={isBusy}
          text={t('prices.compare_file')}
          onClick={() => file.current?.click()}
        />
        <input
          ref={file}
          hidden
          type="file"
          accept=".json,application/json"
          aria-label={t('prices.compare_file')}
          onChange={event => {
            void read(event.currentTarget.files?.[0]);
            event.currentTarget.value = ''; // allows the same file to be chosen again
          }}
        />
      </div>
    </form>
  );
}

interface CompareDialogProps {
  readonly onTake: (changes: readonly CellChange[]) => void;
  readonly onClose: () => void;
}

/** Compares the table with a public list; what is accepted becomes an unsaved change of the table. */
export function CompareDialog({ onTake, onClose }: CompareDialogProps) {
  const { t } = useTranslation();
  const [compare, { data, isLoading, isError }] = useComparePriceListMutation();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const run = (request: Parameters<typeof compare>[0]) => {
    setChosen(new Set());
    void compare(request);
  };
  const taken = data?.rows.filter((_row, at) => chosen.has(at)).flatMap(({ changes }) => changes) ?? [];
  return (
    <Dialog className="wide-dialog" isOpen title={t('prices.compare')} onClose={onClose}>
      <DialogBody>
        <ListSource isBusy={isLoading} onAddress={address => run({ address })} onText={text => run({ text })} />
        {isLoading && <LoadingLines />}
        {isError && (
          <Callout intent={Intent.WARNING} compact>
            {t('prices.compare_failed')}
          </Callout>
        )}
        {data && !isLoading && <Differences comparison={data} chosen={chosen} onChosen={setChosen} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common.close')} onClick={onClose} />
            <Button
              intent={Intent.PRIMARY}
              disabled={taken.length === 0}
              text={t('prices.accept', { number: formatNumber(chosen.size) })}
              onClick={() => {
                onTake(taken);
                onClose();
              }}
            />
          </>
        }
      />
    </Dialog>
  );
}
