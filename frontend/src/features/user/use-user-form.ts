import { type AdminUser } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { useKeptDraft, type KeptDraft } from '../../shared/form/kept-drafts';
import { useCreateUserMutation, useEditUserMutation } from './user-admin-api';
import {
  findCreateFault,
  findEditFault,
  newUserDraft,
  toCreate,
  toUserDraft,
  toUserEdit,
  type UserDraft,
  type UserFault,
} from './user-form';

/** A fault with a message of its own. */
type TextFault = Exclude<UserFault, 'limits'>;

export interface UserForm {
  readonly draft: UserDraft;
  readonly kept: KeptDraft;
  readonly isBusy: boolean;
  readonly set: (changes: Partial<UserDraft>) => void;
  /** Returns the message of the first of these faults that is present. */
  readonly faultText: (...faults: readonly TextFault[]) => string | undefined;
  readonly fault: UserFault | null;
  readonly submit: () => Promise<void>;
}

/** The edits over the loaded values, so that the form can be shown before the account is loaded. */
function useEdits(name: string, loaded: UserDraft) {
  const { t } = useTranslation();
  const { draft: edits, setDraft: setEdits, kept } = useKeptDraft<Partial<UserDraft>>(name, () => ({}));
  const [fault, setFault] = useState<UserFault | null>(null);
  return {
    draft: { ...loaded, ...edits },
    kept,
    fault,
    setFault,
    set: (changes: Partial<UserDraft>) => {
      setFault(null);
      setEdits(current => ({ ...current, ...changes }));
    },
    faultText: (...faults: readonly TextFault[]) =>
      fault && fault !== 'limits' && faults.includes(fault) ? t(`user.fault_${fault}`) : undefined,
  };
}

/**
 * The form of a new account.
 *
 * @param onDone called after the server has accepted the account
 */
export function useCreateForm(onDone: () => void): UserForm {
  const { t } = useTranslation();
  const [createUser, { isLoading: isBusy }] = useCreateUserMutation();
  const { setFault, ...form } = useEdits('user/new', newUserDraft);

  const submit = async () => {
    const fault = findCreateFault(form.draft);
    setFault(fault);
    if (fault) return;
    const { error } = await createUser(toCreate(form.draft));
    if (error) return; // the listener shows the error; the form stays open
    form.kept.discard();
    notices.success(t('user.created'));
    onDone();
  };
  return { ...form, isBusy, submit };
}

/**
 * The form of an existing account.
 *
 * @param id the account's, which is known before it is loaded
 * @param user undefined until it is loaded; nothing is sent before
 * @param onDone called after the server has accepted the edit
 */
export function useEditForm(id: number, user: AdminUser | undefined, onDone: () => void): UserForm {
  const { t } = useTranslation();
  const [editUser, { isLoading: isBusy }] = useEditUserMutation();
  const loaded = user ? toUserDraft(user) : newUserDraft;
  const { setFault, ...form } = useEdits(`user/${id}`, loaded);

  const submit = async () => {
    if (!user) return;
    const fault = findEditFault(form.draft, loaded);
    setFault(fault);
    if (fault) return;
    const edit = toUserEdit(form.draft, user);
    if (!edit) return notices.warning(t('common.no_change'));
    const { error } = await editUser(edit);
    if (error) return;
    form.kept.discard();
    notices.success(t('user.edited'));
    onDone();
  };
  return { ...form, isBusy, submit };
}
