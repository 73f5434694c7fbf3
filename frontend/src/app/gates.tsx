import { NonIdealState } from '@blueprintjs/core';
import { Lock } from '@blueprintjs/icons';
import { type RoleValue } from '@contracts';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { useAppSelector } from '../base/store-hooks';

export interface RoleGateProps {
  readonly minimum: RoleValue;
  readonly children: ReactNode;
}

/**
 * Guests go to the login page, too low a role sees that the page is not for it.
 * This is politeness: what may be read or done is decided by the server.
 */
export function RoleGate({ minimum, children }: RoleGateProps) {
  const { t } = useTranslation();
  const { user, hasExpired } = useAppSelector(state => state.session);
  // The same address the error listener goes to: whichever of the two comes last, the page says why.
  if (!user) return <Navigate to={hasExpired ? '/login?expired=true' : '/login'} replace />;
  if (user.role >= minimum) return children;
  return (
    <NonIdealState
      icon={<Lock size={32} />}
      title={t('shell.forbidden_title')}
      description={t('shell.forbidden_text')}
    />
  );
}
