import { Button, Callout, Card, H5, Intent } from '@blueprintjs/core';
import { Role } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { notices } from '../../shared/dialog/notices';
import { signedOut } from '../../base/session/session-slice';
import { useAppDispatch } from '../../base/store-hooks';
import { TextField } from '../../shared/form/fields';
import { formatQuota } from '../../shared/format/quota';
import { useStatus } from '../../base/site/use-status';
import { useGetSelfQuery, useLogoutMutation } from '../../base/session/user-api';
import { FormDialog } from '../../shared/dialog/FormDialog';
import { useDeleteSelfMutation } from './personal-api';

interface DeleteDialogProps {
  readonly username: string;
  /** The quota units that are lost with the account. */
  readonly quota: number;
  readonly onClose: () => void;
}

function DeleteDialog({ username, quota, onClose }: DeleteDialogProps) {
  const { t } = useTranslation();
  const status = useStatus();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const [deleteSelf, { isLoading }] = useDeleteSelfMutation();
  const [logout] = useLogoutMutation();
  const [typed, setTyped] = useState('');
  const [hasFault, setFault] = useState(false);

  const submit = async () => {
    if (typed.trim() !== username) return setFault(true);
    if ((await deleteSelf()).error) return;
    await logout(); // removes the cookie from this browser; the session itself ended with the account
    dispatch(signedOut());
    notices.success(t('personal.deleted'));
    await navigate('/login');
  };
  return (
    <FormDialog
      title={t('personal.delete')}
      action={t('personal.delete_confirm')}
      intent={Intent.DANGER}
      isBusy={isLoading}
      onSubmit={submit}
      onClose={onClose}
    >
      <Callout compact className="block" intent={Intent.DANGER}>
        {t('personal.delete_warning', { quota: formatQuota(quota, status) })}
      </Callout>
      <TextField
        label={t('personal.delete_name', { name: username })}
        autoFocus
        value={typed}
        fault={hasFault ? t('personal.delete_mismatch') : undefined}
        onChange={text => {
          setTyped(text);
          setFault(false);
        }}
      />
    </FormDialog>
  );
}

/** Deletes the own account for good. */
export function DeleteCard() {
  const { t } = useTranslation();
  const { data: user } = useGetSelfQuery();
  const [isOpen, setOpen] = useState(false);
  const isRoot = user?.role === Role.Root;
  return (
    <Card className="draft-card">
      <H5>{t('personal.delete')}</H5>
      <p className="muted">{isRoot ? t('personal.delete_root') : t('personal.delete_hint')}</p>
      <Button
        intent={Intent.DANGER}
        variant="outlined"
        disabled={!user || isRoot}
        text={t('personal.delete')}
        onClick={() => setOpen(true)}
      />
      {isOpen && user && <DeleteDialog username={user.username} quota={user.quota} onClose={() => setOpen(false)} />}
    </Card>
  );
}
