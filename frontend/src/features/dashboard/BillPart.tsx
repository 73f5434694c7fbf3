import { Button, Card, FileInput } from '@blueprintjs/core';
import { type BillRow, type BillView } from '@contracts';
import { type TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../base/site/use-status';
import { AreaField, SelectField, TextField } from '../../shared/form/fields';
import { formatCurrency, type QuotaDisplay } from '../../shared/format/quota';
import { type Column } from '../../shared/table/column';
import { DataTable } from '../../shared/table/DataTable';
import { useCompareBillMutation, useGetReportQuery } from './report-api';
import { spanOfDays } from './time-span';

/** Channels that answered calls in so many days can be compared with a bill. */
const CHANNEL_DAYS = 365;
const CURRENCY_DIGITS = 4;

function billColumns(t: TFunction, display: QuotaDisplay): readonly Column<BillRow>[] {
  const money = (units: number) => formatCurrency(units, display, CURRENCY_DIGITS);
  return [
    { id: 'day', header: t('report.by_day'), render: ({ day }) => <span className="nowrap">{day}</span> },
    { id: 'model', header: t('report.by_model'), render: ({ model }) => <span className="cell-wide">{model}</span> },
    { id: 'billed', header: t('report.billed'), isNumeric: true, render: ({ billed }) => money(billed) },
    { id: 'computed', header: t('report.computed'), isNumeric: true, render: ({ computed }) => money(computed) },
    {
      id: 'difference',
      header: t('report.difference'),
      isNumeric: true,
      render: ({ billed, computed }) => (
        <span className={billed > computed ? 'loss' : ''}>{money(billed - computed)}</span>
      ),
    },
  ];
}

function Compared({ view }: { readonly view: BillView }) {
  const { t } = useTranslation();
  const display = useStatus();
  const { rows, billed, computed, fixed_cost: fixed } = view;
  const cards = [
    { label: t('report.billed'), value: billed },
    { label: t('report.computed'), value: computed },
    { label: t('report.difference'), value: billed - computed },
    { label: t('report.fixed_cost'), value: fixed },
  ];
  return (
    <>
      <div className="stat-cards">
        {cards.map(({ label, value }) => (
          <Card key={label}>
            <div className="muted">{label}</div>
            <div className="stat-value">{formatCurrency(value, display)}</div>
          </Card>
        ))}
      </div>
      <DataTable
        label={t('report.tab_bills')}
        columns={billColumns(t, display)}
        rows={rows.map((row, key) => ({ ...row, key }))}
        keyOf={({ key }) => key}
      />
    </>
  );
}

/** The bill of a supplier beside what was computed for the calls of a channel. */
export function BillPart() {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [channel, setChannel] = useState('');
  const [zone, setZone] = useState('UTC');
  const span = useMemo(() => spanOfDays(CHANNEL_DAYS), []);
  const { data: report } = useGetReportQuery({
    ...{ isAdmin: true, by: 'channel', order: 'cost', start_timestamp: span.start, end_timestamp: span.end },
  });
  const [compare, { data: view, isLoading }] = useCompareBillMutation();
  const known = (report?.rows ?? []).filter(({ id }) => id > 0);
  const channels = known.map(({ id, name }) => ({ value: String(id), label: name || `#${id}` }));
  const chosen = channel || channels[0]?.value || '';
  return (
    <>
      <p className="muted">{t('report.bill_intro')}</p>
      <SelectField label={t('report.by_channel')} value={chosen} options={channels} onChange={setChannel} />
      <TextField label={t('report.bill_zone')} helper={t('report.bill_zone_hint')} value={zone} onChange={setZone} />
      <FileInput
        fill
        className="block report-file"
        text={t('report.bill_file')}
        buttonText={t('report.bill_choose')}
        inputProps={{ accept: '.csv,.tsv,.txt', 'aria-label': t('report.bill_file') }}
        onInputChange={event => void event.currentTarget.files?.[0]?.text().then(setText)}
      />
      <AreaField
        isCode
        rows={6}
        label={t('report.bill_text')}
        placeholder={t('report.bill_example')}
        value={text}
        onChange={setText}
      />
      <Button
        className="block"
        intent="primary"
        text={t('report.bill_compare')}
        loading={isLoading}
        disabled={text.trim() === '' || chosen === ''}
        onClick={() => void compare({ text, channels: [Number(chosen)], time_zone: zone })}
      />
      {view && <Compared view={view} />}
    </>
  );
}
