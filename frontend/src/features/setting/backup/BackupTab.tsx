import { Button, Callout, Card, Classes, H5, Intent } from '@blueprintjs/core';
import { CloudUpload, Pulse } from '@blueprintjs/icons';
import { type BackupStatus } from '@contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../../shared/copy/CopyText';
import { notices } from '../../../shared/dialog/notices';
import { FactList } from '../../../shared/display/FactList';
import { formatBytes } from '../../../shared/format/bytes';
import { formatTime } from '../../../shared/format/time';
import { DataTable } from '../../../shared/table/DataTable';
import { OptionCard } from '../OptionCard';
import { OptionTab } from '../OptionTab';
import { LoadingLines } from '../../../shared/display/states';
import {
  useGetBackupStatusQuery,
  useListStoredBackupsQuery,
  useStartBackupMutation,
  useTestBackupPlaceMutation,
} from './backup-api';
import { backupCards, placeCard } from './backup-cards';
import { runColumns, storedColumns } from './backup-columns';

/** How often a running backup is looked at. */
const LOOK_EVERY_MS = 3_000;
/** How often others may have made one. */
const REST_MS = 60_000;

/** Stands for a backup while there is none. */
const EXAMPLE_NAME = 'sluice-20261126-030000.backup';

function TestPlaceButton() {
  const { t } = useTranslation();
  const [test, { isLoading }] = useTestBackupPlaceMutation();
  const run = async () => {
    const { error } = await test();
    if (!error) notices.success(t('backup.test_passed'));
  };
  return <Button icon={<Pulse />} text={t('backup.test')} loading={isLoading} onClick={() => void run()} />;
}

function StartButton({ isRunning }: { readonly isRunning: boolean }) {
  const { t } = useTranslation();
  const [start, { isLoading }] = useStartBackupMutation();
  const run = async () => {
    const { error } = await start();
    if (!error) notices.success(t('backup.begun'));
  };
  return (
    <Button
      intent={Intent.PRIMARY}
      icon={<CloudUpload />}
      text={t('backup.start')}
      loading={isLoading || isRunning}
      onClick={() => void run()}
    />
  );
}

/** What a reader has to know first: whether there is a good backup, and when the next one comes. */
function StateCard({ status }: { readonly status: BackupStatus }) {
  const { t } = useTranslation();
  const last = status.runs.find(({ state }) => state === 'made');
  const [newest] = status.runs;
  const hasFailed = newest?.state === 'failed';
  return (
    <Card className="draft-card">
      <H5>{t('backup.title')}</H5>
      {hasFailed && <Callout intent={Intent.DANGER}>{t('backup.last_failed', { reason: newest.error })}</Callout>}
      {!status.is_encrypted && <Callout intent={Intent.WARNING}>{t('backup.not_encrypted')}</Callout>}
      <FactList
        facts={[
          {
            label: t('backup.last'),
            value: last
              ? t('backup.last_text', { time: formatTime(last.started_at), size: formatBytes(last.bytes) })
              : t('backup.none_yet'),
          },
          { label: t('backup.next'), value: status.next_at ? formatTime(status.next_at) : t('backup.never') },
          { label: t('backup.destination'), value: status.destination },
          { label: t('backup.encrypted'), value: t(encryptionOf(status)) },
        ]}
      />
      <StartButton isRunning={newest?.state === 'running'} />
    </Card>
  );
}

function encryptionOf({ is_encrypted, is_passphrase_given, has_secrets }: BackupStatus) {
  if (!is_encrypted) return 'backup.encrypted_no';
  if (is_passphrase_given) return has_secrets ? 'backup.encrypted_given_secrets' : 'backup.encrypted_given';
  return has_secrets ? 'backup.encrypted_secrets' : 'backup.encrypted_yes';
}

function Runs({ status }: { readonly status: BackupStatus }) {
  const { t } = useTranslation();
  const columns = useMemo(() => runColumns(t), [t]);
  return (
    <Card className="draft-card">
      <H5>{t('backup.runs')}</H5>
      <DataTable
        label={t('backup.runs')}
        columns={columns}
        rows={status.runs}
        keyOf={run => run.id}
        emptyText={t('backup.runs_empty')}
      />
    </Card>
  );
}

/** What lies at the destination, and how it is restored. */
function Stored({ destination }: { readonly destination: string }) {
  const { t } = useTranslation();
  const { data, isFetching, isError, refetch } = useListStoredBackupsQuery();
  const columns = useMemo(() => storedColumns(t), [t]);
  const command = `npm run -s sluice -- restore --from ${destination}/${data?.[0]?.name ?? EXAMPLE_NAME}`;
  return (
    <Card className="draft-card">
      <H5>{t('backup.stored')}</H5>
      <DataTable
        label={t('backup.stored')}
        columns={columns}
        rows={data}
        keyOf={({ made_at }) => made_at}
        isFetching={isFetching}
        hasFailed={isError}
        onRetry={() => void refetch()}
        emptyText={t('backup.stored_empty')}
      />
      <p className="muted">{t('backup.restore_hint')}</p>
      <span lang="en">
        <CopyText text={command}>
          <code className={Classes.CODE}>{command}</code>
        </CopyText>
      </span>
    </Card>
  );
}

/** The tab for backups that the server makes by itself. */
export function BackupTab() {
  const { data: status, isLoading } = useGetBackupStatusQuery(undefined, { pollingInterval: REST_MS });
  const isRunning = status?.runs[0]?.state === 'running';
  // A second reader of the same data looks more often while there is something to see.
  useGetBackupStatusQuery(undefined, { pollingInterval: LOOK_EVERY_MS, skip: !isRunning });
  // All cards appear together, so that none is pushed down by the one above it.
  if (isLoading) return <LoadingLines />;
  return (
    <OptionTab>
      {options => (
        <>
          {status && <StateCard status={status} />}
          {backupCards.map(card => (
            <OptionCard
              key={card.id}
              card={card}
              options={options}
              extraActions={card === placeCard ? <TestPlaceButton /> : undefined}
            />
          ))}
          {status && <Runs status={status} />}
          {status && <Stored destination={status.destination} />}
        </>
      )}
    </OptionTab>
  );
}
