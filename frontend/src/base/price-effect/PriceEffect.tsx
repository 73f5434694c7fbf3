import { Button, Callout, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { TimelineLineChart } from '@blueprintjs/icons';
import { PRICE_PREVIEW_DAYS, type PricePreview, type PricePreviewRequest } from '@contracts';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageOf } from '../../shared/format/list';
import { formatNumber, formatQuota } from '../../shared/format/quota';
import { formatTime } from '../../shared/format/time';
import { DataTable } from '../../shared/table/DataTable';
import { Pagination } from '../../shared/table/Pagination';
import { useStatus } from '../site/use-status';
import { ErrorState, LoadingLines } from '../../shared/display/states';
import { usePreviewPricesMutation } from './price-effect-api';
import { effectColumns, effectRows } from './price-effect-columns';

const PAGE_SIZE = 20;
const days = PRICE_PREVIEW_DAYS;

/** Says which calls the preview covers, and which it does not. */
function Remarks({ preview }: { readonly preview: PricePreview }) {
  const { t } = useTranslation();
  const display = useStatus();
  const { capped, total } = preview;
  const since = formatTime(preview.since);
  return (
    <>
      <p className="muted">{t('price_effect.span', { since, until: formatTime(preview.until) })}</p>
      {capped && <Callout intent={Intent.WARNING}>{t(`price_effect.capped_${capped}`, { since })}</Callout>}
      {total.unknown_calls > 0 && (
        <p className="muted">
          {t('price_effect.unknown_total', {
            calls: formatNumber(total.unknown_calls),
            charged: formatQuota(total.unknown_charged, display),
          })}
        </p>
      )}
    </>
  );
}

function EffectTable({ preview }: { readonly preview: PricePreview }) {
  const { t } = useTranslation();
  const display = useStatus();
  const [page, setPage] = useState(1);
  const columns = useMemo(() => effectColumns({ t, display }), [t, display]);
  const rows = effectRows(preview, t);
  const shown = pageOf(rows, { page, size: PAGE_SIZE }).rows;
  return (
    <>
      <Remarks preview={preview} />
      <DataTable
        label={t('price_effect.table')}
        columns={columns}
        rows={preview.total.calls === 0 ? [] : shown}
        keyOf={row => row.at}
        emptyText={t('price_effect.empty')}
      />
      {rows.length > PAGE_SIZE && (
        <Pagination page={page} size={PAGE_SIZE} total={rows.length} rowCount={shown.length} onPage={setPage} />
      )}
    </>
  );
}

interface PriceEffectProps {
  /**
   * Returns the changed options as they would be saved; null when there are none or a text is invalid, which has been
   * shown.
   */
  readonly optionsOf: () => PricePreviewRequest['options'] | null;
}

/** A button that shows what unsaved prices would have meant for the calls of the last days. */
export function PriceEffect({ optionsOf }: PriceEffectProps) {
  const { t } = useTranslation();
  const [preview, { data, isLoading, isError, reset }] = usePreviewPricesMutation();
  const running = useRef<ReturnType<typeof preview> | null>(null);
  const [asked, setAsked] = useState<PricePreviewRequest | null>(null);

  const run = (request: PricePreviewRequest) => {
    setAsked(request);
    running.current = preview(request);
  };
  const open = () => {
    const options = optionsOf();
    if (options) run({ options });
  };
  const close = () => {
    running.current?.abort(); // the server then stops reading too
    running.current = null;
    setAsked(null);
    reset();
  };

  return (
    <>
      <Button variant="outlined" icon={<TimelineLineChart />} text={t('price_effect.button')} onClick={open} />
      <Dialog className="wide-dialog" isOpen={asked !== null} title={t('price_effect.title', { days })} onClose={close}>
        <DialogBody>
          <p>{t('price_effect.intro', { days })}</p>
          {isLoading && <LoadingLines label={t('price_effect.loading')} />}
          {isError && <ErrorState title={t('price_effect.failed')} onRetry={() => asked && run(asked)} />}
          {data && <EffectTable preview={data} />}
        </DialogBody>
        <DialogFooter
          actions={<Button text={isLoading ? t('common.cancel') : t('price_effect.close')} onClick={close} />}
        />
      </Dialog>
    </>
  );
}
