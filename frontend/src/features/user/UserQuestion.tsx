import { Intent } from '@blueprintjs/core';
import { type AdminUser, type UserAction } from '@contracts';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { Question } from '../../shared/dialog/Question';
import { useManageUserMutation, useRemoveAuthenticatorMutation } from './user-admin-api';

/** An action that needs a confirmation. */
export type AskedDeed = UserAction | 'authenticator';

export interface UserQuestionProps {
  readonly user: AdminUser;
  readonly deed: AskedDeed;
  readonly onClose: () => void;
}

/** Actions that take something away from a user. */
const harms: ReadonlySet<AskedDeed> = new Set(['disable', 'demote', 'delete', 'authenticator']);

/** Asks for confirmation of an action on an account, explains its effect, and then performs it. */
export function UserQuestion({ user, deed, onClose }: UserQuestionProps) {
  const { t } = useTranslation();
  const [manageUser] = useManageUserMutation();
  const [removeAuthenticator] = useRemoveAuthenticatorMutation();

  const act = async () => {
    onClose(); // the row shows the result
    const { error } =
      deed === 'authenticator' ? await removeAuthenticator(user.id) : await manageUser({ id: user.id, action: deed });
    if (!error) notices.success(t('common.operation_done'));
  };

  return (
    <Question
      isOpen
      intent={harms.has(deed) ? Intent.DANGER : Intent.PRIMARY}
      question={t(`user.ask_${deed}`, { name: user.username })}
      warning={t(`user.warn_${deed}`)}
      confirmLabel={t(`user.do_${deed}`)}
      onCancel={onClose}
      onConfirm={() => void act()}
    />
  );
}
