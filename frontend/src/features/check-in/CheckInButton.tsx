import { Button } from '@blueprintjs/core';
import { Calendar } from '@blueprintjs/icons';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useShellDialog } from '../../base/shell-dialogs';
import { useStatus } from '../../base/site/use-status';

/** The calendar is loaded when it is first opened. */
const CheckInDialog = lazy(async () => ({ default: (await import('./CheckInDialog')).CheckInDialog }));

/** Opens the daily check-in; it is hidden when the operator gives no rewards. */
export function CheckInButton() {
  const { t } = useTranslation();
  const { sign_in_enabled: isEnabled } = useStatus();
  const { isOpen, open, close } = useShellDialog('check-in');
  if (!isEnabled) return null;
  return (
    <>
      <Button
        className="floating-button"
        icon={<Calendar />}
        aria-label={t('check_in.title')}
        title={t('check_in.title')}
        onClick={open}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <CheckInDialog onClose={close} />
        </Suspense>
      )}
    </>
  );
}
