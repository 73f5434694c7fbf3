import { Intent } from '@blueprintjs/core';
import { type AdminUser, type UserAction } from '@contracts';
import { useTranslation } from 'react-i18next';
import { Question } from '../../shared/dialog/Question';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { useManageUserMutation, useRemoveAuthenticatorMutation } from './user-admin-api';

/** An action that needs a confirmation. */
type AskedDeed = UserAction | 'authenticator';

interface UserQuestionProps {
  readonly user: AdminUser;
  readonly deed: AskedDeed;
  readonly onClose: () => void;
}

/** Actions that take something away from a user. */
const harms: ReadonlySet<AskedDeed> = new Set(['disable', 'demote', 'delete', 'authenticator']);

/** Asks for confirmation of an action on an account, explains its effect, and then performs it. */
export function UserQuestion({ user, deed, onClose }: UserQuestionProps) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const [manageUser] = useManageUserMutation();
  const [removeAuthenticator] = useRemoveAuthenticatorMutation();

  const act = () => {
    onClose(); // the row shows the result
    void announce(deed === 'authenticator' ? removeAuthenticator(user.id) : manageUser({ id: user.id, action: deed }));
  };

  return (
    <Question
      isOpen
      intent={harms.has(deed) ? Intent.DANGER : Intent.PRIMARY}
      question={t(`user.ask_${deed}`, { name: user.username })}
      warning={t(`user.warn_${deed}`)}
      confirmLabel={t(`user.do_${deed}`)}
      onCancel={onClose}
      onConfirm={act}
    />
  );
}
