import { Button, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { type PriceVersion } from '@contracts';
import { type TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../shared/dialog/ConfirmButton';
import { notices } from '../../shared/dialog/notices';
import { pageOf } from '../../shared/format/list';
import { formatNumber } from '../../shared/format/quota';
import { TimeCell } from '../../shared/display/TimeCell';
import { formatTime } from '../../shared/format/time';
import { DataTable } from '../../shared/table/DataTable';
import { Pagination } from '../../shared/table/Pagination';
import { type Column } from '../../shared/table/column';
import { LoadingLines } from '../../shared/display/states';
import { ChangeList } from './ChangeList';
import { RuleChanges } from './rules/RuleChanges';
import { useGetPriceVersionQuery, useListPriceVersionsQuery, useRestorePricesMutation } from './prices-api';

const PAGE_SIZE = 10;

function versionColumns(t: TFunction, show: (version: PriceVersion) => void): readonly Column<PriceVersion>[] {
  return [
    { id: 'time', header: t('prices.time'), render: row => <TimeCell seconds={row.created_time} /> },
    { id: 'who', header: t('prices.who'), render: row => row.username || '–' },
    { id: 'origin', header: t('prices.origin'), render: row => t(`prices.origin_${row.origin}`) },
    { id: 'changed', header: t('prices.cells'), isNumeric: true, render: row => formatNumber(row.changed) },
    {
      id: 'actions',
      header: t('common.actions'),
      render: row => (
        <Button
          size="small"
          text={t('prices.show_version')}
          aria-label={t('prices.show_version_of', { time: formatTime(row.created_time) })}
          onClick={() => show(row)}
        />
      ),
    },
  ];
}

function VersionList({ onShow }: { readonly onShow: (version: PriceVersion) => void }) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useListPriceVersionsQuery();
  const [page, setPage] = useState(1);
  const columns = useMemo(() => versionColumns(t, onShow), [t, onShow]);
  const shown = data && pageOf(data, { page, size: PAGE_SIZE }).rows;
  return (
    <>
      <DataTable
        label={t('prices.versions')}
        columns={columns}
        rows={shown}
        keyOf={row => row.id}
        hasFailed={isError}
        onRetry={() => void refetch()}
        emptyText={t('prices.no_versions')}
      />
      {data && data.length > PAGE_SIZE && (
        <Pagination page={page} size={PAGE_SIZE} total={data.length} rowCount={shown?.length ?? 0} onPage={setPage} />
      )}
    </>
  );
}

interface VersionProps {
  readonly version: PriceVersion;
  /** Going back would leave unsaved changes on prices that they were not made for. */
  readonly hasDraft: boolean;
  readonly onBack: () => void;
  readonly onRestored: () => void;
}

function Version({ version, hasDraft, onBack, onRestored }: VersionProps) {
  const { t } = useTranslation();
  const { data } = useGetPriceVersionQuery(version.id);
  const [restore, { isLoading }] = useRestorePricesMutation();
  const run = async () => {
    const { data: saved } = await restore(version.id);
    if (!saved) return; // the listener has shown the reason
    notices.success(t('prices.restored', { number: formatNumber(saved.changed) }));
    onRestored();
  };
  if (!data) return <LoadingLines />;
  return (
    <>
      <p>
        {t('prices.version_of', {
          time: formatTime(version.created_time),
          who: version.username || '–',
          origin: t(`prices.origin_${version.origin}`),
        })}
      </p>
      <h2 className="section-title">{t('prices.version_changes')}</h2>
      <ChangeList label={t('prices.version_changes')} changes={data.changes} emptyText={t('prices.version_first')} />
      <RuleChanges label={t('price_rules.version_changes')} changes={data.rule_changes} />
      <h2 className="section-title">{t('prices.version_restore', { number: formatNumber(data.restore_count) })}</h2>
      <ChangeList label={t('prices.restore')} changes={data.restore} emptyText={t('prices.version_same')} />
      <RuleChanges label={t('price_rules.version_restore')} changes={data.rule_restore} />
      <div className="cluster">
        <Button text={t('prices.back_to_versions')} onClick={onBack} />
        <ConfirmButton
          intent={Intent.PRIMARY}
          loading={isLoading}
          disabled={data.restore_count === 0 || hasDraft}
          text={t('prices.restore')}
          question={t('prices.restore_question', { time: formatTime(version.created_time) })}
          warning={t('prices.restore_warning')}
          onConfirm={() => void run()}
        />
        {hasDraft && <span className="muted">{t('prices.restore_draft')}</span>}
      </div>
    </>
  );
}

interface VersionsDialogProps {
  readonly hasDraft: boolean;
  readonly onClose: () => void;
}

/** Who changed prices and when, what, and the way back. */
export function VersionsDialog({ hasDraft, onClose }: VersionsDialogProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<PriceVersion | null>(null);
  return (
    <Dialog className="wide-dialog" isOpen title={t('prices.versions')} onClose={onClose}>
      <DialogBody>
        {shown ? (
          <Version
            version={shown}
            hasDraft={hasDraft}
            onBack={() => setShown(null)}
            onRestored={() => setShown(null)}
          />
        ) : (
          <VersionList onShow={setShown} />
        )}
      </DialogBody>
      <DialogFooter actions={<Button text={t('common.close')} onClick={onClose} />} />
    </Dialog>
  );
}
