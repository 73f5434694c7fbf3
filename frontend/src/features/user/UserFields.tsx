import { Intent } from '@blueprintjs/core';
import { DISPLAY_NAME_MAX, PASSWORD_MAX, USERNAME_MAX } from '@contracts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldFrame, TextField } from '../../shared/form/fields';
import { PasswordInput } from '../../shared/form/PasswordInput';
import { type UserForm } from './use-user-form';

interface UserFieldsProps {
  readonly form: UserForm;
  /** True for a new account; when editing, an empty password keeps the stored one. */
  readonly isNew: boolean;
}

function PasswordField({ form: { draft, set, faultText }, isNew }: UserFieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  const fault = faultText('password');
  return (
    <FieldFrame
      id={id}
      label={isNew ? t('user.password') : t('user.new_password')}
      helper={isNew ? undefined : t('user.new_password_hint')}
      fault={fault}
      isRequired={isNew}
    >
      <PasswordInput
        id={id}
        autoComplete="new-password"
        placeholder={t('user.password_rule')}
        maxLength={PASSWORD_MAX}
        intent={fault ? Intent.DANGER : Intent.NONE}
        aria-invalid={fault !== undefined}
        value={draft.password}
        onValueChange={password => set({ password })}
      />
    </FieldFrame>
  );
}

/** The fields that the forms of a new and of an edited account share. */
export function UserFields(props: UserFieldsProps) {
  const { t } = useTranslation();
  const { draft, set, faultText } = props.form;
  return (
    <>
      <TextField
        label={t('user.username')}
        helper={t('user.username_hint')}
        fault={faultText('username', 'username_signs')}
        isRequired
        maxLength={USERNAME_MAX}
        autoFocus
        value={draft.username}
        onChange={username => set({ username })}
      />
      <TextField
        label={t('user.display_name')}
        helper={t('user.display_name_hint')}
        fault={faultText('display_name')}
        maxLength={DISPLAY_NAME_MAX}
        value={draft.displayName}
        onChange={displayName => set({ displayName })}
      />
      <PasswordField {...props} />
    </>
  );
}
