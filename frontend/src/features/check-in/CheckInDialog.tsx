import { Button, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { User } from '@blueprintjs/icons';
import { type SignInDates } from '@contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { notices } from '../../shared/dialog/notices';
import { useAppSelector } from '../../base/store-hooks';
import { formatQuota } from '../../shared/format/quota';
import { useFocusBack } from '../../shared/browser/use-focus-back';
import { useStatus } from '../../base/site/use-status';
import { EmptyState, ErrorState, LoadingLines } from '../../shared/display/states';
import { useGetSignInDatesQuery, useSignInMutation } from './check-in-api';
import { type CheckInDays } from './month';
import { MonthCalendar } from './MonthCalendar';
import '../../styles/check-in.css';

interface CheckInDialogProps {
  readonly onClose: () => void;
}

const allDates = {};

function toDays({ sign_in_dates: dates, status }: SignInDates): CheckInDays {
  return {
    today: status.today,
    canSignInToday: status.can_sign_in_today,
    signed: new Set(dates),
  };
}

/** Collects today's reward. It shows the server's message, or a general sentence when there is none. */
function useSignIn() {
  const { t } = useTranslation();
  const status = useStatus();
  const [signIn, { isLoading }] = useSignInMutation();
  const run = async () => {
    const { data, error } = await signIn();
    if (data) {
      const reward = formatQuota(data.quota_awarded, status);
      return notices.success(t('check_in.done', { reward, streak: data.streak }));
    }
    const isWorded = error !== undefined && 'kind' in error && error.kind === 'refused';
    notices.error(isWorded ? error.message : t('check_in.failed'));
  };
  return { run, isLoading };
}

interface SignInButtonProps {
  readonly days: CheckInDays | null;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}

function SignInButton({ days, isBusy, onPress }: SignInButtonProps) {
  const { t } = useTranslation();
  const isGuest = useAppSelector(state => state.session.user === null);
  if (isGuest) return <Button disabled text={t('check_in.not_logged_in')} />;
  if (days?.signed.has(days.today)) return <Button disabled text={t('check_in.already')} />;
  return (
    <Button
      intent={Intent.PRIMARY}
      disabled={!days?.canSignInToday}
      loading={isBusy}
      text={t('check_in.sign_in')}
      onClick={onPress}
    />
  );
}

interface CalendarProps {
  readonly days: CheckInDays | null;
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
}

function Calendar({ days, hasFailed, onRetry }: CalendarProps) {
  if (hasFailed) return <ErrorState onRetry={onRetry} />;
  // A new day means a new calendar, which opens at the month of today.
  return days ? <MonthCalendar key={days.today} days={days} /> : <LoadingLines />;
}

/** Shows the month calendar of check-ins and today's reward. */
export function CheckInDialog({ onClose }: CheckInDialogProps) {
  const { t } = useTranslation();
  const isGuest = useAppSelector(state => state.session.user === null);
  const { data, isError, refetch } = useGetSignInDatesQuery(allDates, {
    skip: isGuest,
    refetchOnMountOrArgChange: true,
  });
  const { run, isLoading } = useSignIn();
  const frame = useFocusBack<HTMLDivElement>(isLoading); // by then the button is a different one, or disabled
  const days = useMemo(() => (data && !isGuest ? toDays(data) : null), [data, isGuest]);
  return (
    <Dialog isOpen title={t('shell.check_in')} className="check-in" onClose={onClose}>
      <DialogBody>
        {isGuest ? (
          <EmptyState
            icon={<User size={32} />}
            text={t('check_in.guest')}
            action={
              <Link to="/login" onClick={onClose}>
                {t('shell.login')}
              </Link>
            }
          />
        ) : (
          <div ref={frame} className="check-in-frame" tabIndex={-1}>
            <Calendar days={days} hasFailed={isError && !data} onRetry={() => void refetch()} />
          </div>
        )}
      </DialogBody>
      <DialogFooter actions={<SignInButton days={days} isBusy={isLoading} onPress={() => void run()} />} />
    </Dialog>
  );
}
