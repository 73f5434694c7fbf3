import { Button, Classes } from '@blueprintjs/core';
import { Calendar } from '@blueprintjs/icons';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useShellDialog } from '../../base/shell-dialogs';
import { useStatus } from '../../base/site/use-status';
import { lazyPart } from '../../shared/lazy-part';

/** The calendar is loaded when it is first opened. */
const CheckInDialog = lazyPart(async () => (await import('./CheckInDialog')).CheckInDialog);

/** Opens the daily check-in; it is hidden when the operator gives no rewards. */
export function CheckInButton() {
  const { t } = useTranslation();
  const { sign_in_enabled: isEnabled } = useStatus();
  const { open } = useShellDialog('check-in');
  if (!isEnabled) return null;
  return (
    <Button className={Classes.POPOVER_DISMISS} icon={<Calendar />} text={t('shell.check_in')} fill onClick={open} />
  );
}

/** The place of the calendar in the frame, which stays when the button that opened it is gone. */
export function CheckInOverlay() {
  const { sign_in_enabled: isEnabled } = useStatus();
  const { isOpen, close } = useShellDialog('check-in');
  if (!isEnabled || !isOpen) return null;
  return (
    <Suspense fallback={null}>
      <CheckInDialog onClose={close} />
    </Suspense>
  );
}
