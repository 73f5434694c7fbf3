import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../shared/form/FormDrawer';
import { useCreateForm } from './use-user-form';
import { UserFields } from './UserFields';

/** The form of a new account. It is mounted each time it opens. */
export function UserCreateDrawer({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const form = useCreateForm(onClose);
  return (
    <FormDrawer
      isOpen
      title={t('user.add')}
      isBusy={form.isBusy}
      onSubmit={() => void form.submit()}
      onClose={onClose}
      kept={form.kept}
    >
      <UserFields form={form} isNew />
    </FormDrawer>
  );
}
