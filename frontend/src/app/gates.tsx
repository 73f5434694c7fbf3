import { Lock } from '@blueprintjs/icons';
import { type RoleValue } from '@contracts';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { rememberPlace } from '../base/session/place-to-return';
import { useAppSelector } from '../base/store-hooks';
import { EmptyState } from '../shared/display/states';

interface RoleGateProps {
  readonly minimum: RoleValue;
  readonly children: ReactNode;
}

/**
 * Guests go to the login page; a user whose role is too low sees that the page is not for this role. The gate is a
 * convenience only: the server decides what may be read or done.
 */
export function RoleGate({ minimum, children }: RoleGateProps) {
  const { t } = useTranslation();
  const { user, hasExpired } = useAppSelector(state => state.session);
  const location = useLocation();
  const [wasGuest] = useState(user === null);
  const isToReturn = !user && (hasExpired || wasGuest); // a user who signed out does not come back here
  useEffect(() => {
    if (isToReturn) rememberPlace(location);
  }, [isToReturn, location]);
  // This is the address that the error listener goes to as well, so the page gives the reason whichever of the two
  // comes last.
  if (!user) return <Navigate to={hasExpired ? '/login?expired=true' : '/login'} replace />;
  if (user.role >= minimum) return children;
  return <EmptyState icon={<Lock size={32} />} title={t('shell.forbidden_title')} text={t('shell.forbidden_text')} />;
}
