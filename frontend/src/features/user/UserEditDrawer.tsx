import { USER_MESSAGE_MAX, type AdminUser } from '@contracts';
import { useTranslation } from 'react-i18next';
import { FactList } from '../../shared/display/FactList';
import { findLimitFault } from '../../shared/form/call-limit-draft';
import { CallLimitInputs } from '../../shared/form/CallLimitInputs';
import { AreaField, NumberField } from '../../shared/form/fields';
import { FormDrawer } from '../../shared/form/FormDrawer';
import { TagPicker } from '../../shared/form/TagPicker';
import { formatCurrency } from '../../shared/format/quota';
import { useListGroupsQuery } from '../../base/site/site-api';
import { useStatus } from '../../base/site/use-status';
import { ErrorState, LoadingLines } from '../../shared/display/states';
import { useEditForm, type UserForm } from './use-user-form';
import { useGetUserForEditQuery } from './user-admin-api';
import { UserFields } from './UserFields';

const noGroups: readonly string[] = [];

function EditFields({ form }: { readonly form: UserForm }) {
  const { t } = useTranslation();
  const status = useStatus();
  const { data: groups = noGroups } = useListGroupsQuery();
  const { draft, set, faultText } = form;
  const units = Number(draft.quota);
  return (
    <>
      <UserFields form={form} isNew={false} />
      <TagPicker
        label={t('user.groups')}
        helper={t('user.groups_hint')}
        fault={faultText('groups')}
        placeholder={t('user.groups_choose')}
        values={draft.groups}
        options={groups}
        onChange={names => set({ groups: names })}
      />
      <NumberField
        label={t('user.quota_units')}
        helper={t('user.quota_hint', { amount: formatCurrency(Number.isFinite(units) ? units : 0, status) })}
        fault={faultText('quota')}
        value={draft.quota}
        onChange={quota => set({ quota })}
      />
      <CallLimitInputs
        limits={draft.limits}
        fault={form.fault === 'limits' ? findLimitFault(draft.limits) : null}
        onChange={limits => set({ limits })}
      />
      <AreaField
        label={t('user.message')}
        helper={t('user.message_hint', { count: draft.message.length, max: USER_MESSAGE_MAX })}
        fault={faultText('message')}
        value={draft.message}
        onChange={message => set({ message })}
      />
    </>
  );
}

/** The e-mail address and the attached accounts, which only the owner can change. */
function Bindings({ user }: { readonly user: AdminUser }) {
  const { t } = useTranslation();
  const facts = [
    [t('user.email'), user.email],
    ['GitHub', user.github_id],
    ['LINUX DO', user.linuxdo_id],
    [t('user.wechat'), user.wechat_id],
    ['Telegram', user.telegram_id],
    ['OpenID Connect', user.oidc_id],
  ] as const;
  return (
    <>
      <p className="muted">{t('user.bindings')}</p>
      <FactList facts={facts.map(([label, value]) => ({ label, value: value || t('user.not_bound') }))} />
    </>
  );
}

interface UserEditDrawerProps {
  readonly id: number;
  readonly onClose: () => void;
}

/** The form of a user's account with the server's current values. It is mounted each time it opens. */
export function UserEditDrawer({ id, onClose }: UserEditDrawerProps) {
  const { t } = useTranslation();
  const { data: user, isError, isFetching, refetch } = useGetUserForEditQuery(id);
  const form = useEditForm(id, user, onClose);
  const hasFailed = isError && !isFetching;
  return (
    <FormDrawer
      isOpen
      title={user ? t('user.edit_title', { name: user.username }) : t('user.edit')}
      isBusy={form.isBusy}
      onSubmit={() => void form.submit()}
      onClose={onClose}
      kept={user && form.kept}
    >
      {user && (
        <>
          <EditFields form={form} />
          <Bindings user={user} />
        </>
      )}
      {hasFailed && <ErrorState onRetry={() => void refetch()} />}
      {!user && !hasFailed && <LoadingLines />}
    </FormDrawer>
  );
}
