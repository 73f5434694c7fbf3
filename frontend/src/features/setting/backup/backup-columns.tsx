import { type BackupRunView, type StoredBackupView } from '@contracts';
import { type TFunction } from 'i18next';
import { DurationTag } from '../../../shared/display/DurationTag';
import { TimeCell } from '../../../shared/display/TimeCell';
import { ToneTag } from '../../../shared/display/ToneTag';
import { formatBytes } from '../../../shared/format/bytes';
import { formatNumber } from '../../../shared/format/quota';
import { type Tone } from '../../../shared/format/time';
import { type Column } from '../../../shared/table/column';

const TONES: Readonly<Record<BackupRunView['state'], Tone>> = { running: 'yellow', made: 'green', failed: 'red' };

/** The columns of the backups that were made or tried. */
export function runColumns(t: TFunction): readonly Column<BackupRunView>[] {
  const size = (text: string, run: BackupRunView) => (run.state === 'made' ? text : '–');
  return [
    { id: 'started', header: t('backup.started'), render: run => <TimeCell seconds={run.started_at} /> },
    {
      id: 'state',
      header: t('backup.state'),
      render: run => <ToneTag tone={TONES[run.state]}>{t(`backup.state_${run.state}`)}</ToneTag>,
    },
    { id: 'by', header: t('backup.by'), render: run => t(run.is_scheduled ? 'backup.by_schedule' : 'backup.by_hand') },
    {
      id: 'bytes',
      header: t('backup.size'),
      isNumeric: true,
      render: run => size(formatBytes(run.bytes), run),
    },
    {
      id: 'rows',
      header: t('backup.rows'),
      isNumeric: true,
      render: run => size(formatNumber(run.rows), run),
    },
    {
      id: 'duration',
      header: t('backup.duration'),
      render: run => <DurationTag ms={run.duration_ms} tone="none" />,
    },
    {
      id: 'result',
      header: t('backup.result'),
      render: run => <span className="backup-result">{run.error || `${run.destination}/${run.name}`}</span>,
    },
  ];
}

/** The columns of what lies at the destination. */
export function storedColumns(t: TFunction): readonly Column<StoredBackupView>[] {
  return [
    { id: 'name', header: t('backup.name'), render: backup => <code>{backup.name}</code> },
    { id: 'made', header: t('backup.made_at'), render: backup => <TimeCell seconds={backup.made_at} /> },
    { id: 'bytes', header: t('backup.size'), isNumeric: true, render: backup => formatBytes(backup.bytes) },
  ];
}
