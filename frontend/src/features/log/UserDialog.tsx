import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { FactList } from '../../shared/display/FactList';
import { formatQuota } from '../../shared/format/quota';
import { useStatus } from '../../base/site/use-status';
import { useGetUserQuery } from '../../base/session/user-api';
import { LoadingLines } from '../../shared/display/states';

interface UserDialogProps {
  readonly userId: number;
  readonly onClose: () => void;
  /** Narrows the log to this user. */
  readonly onShowRows: (username: string) => void;
}

/** The user of a log row: balance, usage and group of the account. */
export function UserDialog({ userId, onClose, onShowRows }: UserDialogProps) {
  const { t } = useTranslation();
  const status = useStatus();
  const { data: user, isError } = useGetUserQuery(userId);
  const facts =
    user &&
    ([
      ['ID', String(user.id)],
      [t('log.username'), user.username],
      [t('log.display_name'), user.display_name],
      [t('log.email'), user.email ?? ''],
      [t('log.group'), user.group],
      [t('log.user_quota'), formatQuota(user.quota, status)],
      [t('log.user_used'), formatQuota(user.used_quota, status)],
      [t('log.user_requests'), String(user.request_count)],
    ] as const);
  return (
    <Dialog isOpen title={t('log.user_info')} onClose={onClose}>
      <DialogBody>
        {!user && !isError && <LoadingLines count={3} />}
        {isError && <p>{t('common.load_failed')}</p>}
        {facts && <FactList facts={facts.map(([label, value]) => ({ label, value: value || '–' }))} />}
      </DialogBody>
      {user && (
        <DialogFooter actions={<Button text={t('log.only_rows_of')} onClick={() => onShowRows(user.username)} />} />
      )}
    </Dialog>
  );
}
