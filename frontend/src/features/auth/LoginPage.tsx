import {
  Button,
  Callout,
  Card,
  Dialog,
  DialogBody,
  DialogFooter,
  FormGroup,
  H3,
  InputGroup,
  Intent,
} from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { PasswordInput } from '../../shared/form/PasswordInput';
import { useLogin } from './use-login';

function DefaultPasswordDialog({ onChange, onLater }: { readonly onChange: () => void; readonly onLater: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen title={t('auth.default_password_title')} onClose={onLater} canOutsideClickClose={false}>
      <DialogBody>
        <Callout intent={Intent.WARNING}>{t('auth.default_password')}</Callout>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('auth.later')} onClick={onLater} />
            <Button intent={Intent.PRIMARY} text={t('auth.change_now')} onClick={onChange} />
          </>
        }
      />
    </Dialog>
  );
}

/** Sign-in with user name and password. */
export function LoginPage() {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const form = useLogin();
  return (
    <div className="login">
      {parameters.get('expired') === 'true' && (
        <Callout className="block" intent={Intent.WARNING}>
          {t('auth.expired')}
        </Callout>
      )}
      <Card>
        <form
          onSubmit={event => {
            event.preventDefault();
            void form.submit();
          }}
        >
          <H3>{t('auth.title')}</H3>
          <FormGroup label={t('auth.username')} labelFor="login-username">
            <InputGroup
              id="login-username"
              autoFocus
              autoComplete="username"
              value={form.username}
              onValueChange={form.setUsername}
            />
          </FormGroup>
          <FormGroup label={t('auth.password')} labelFor="login-password">
            <PasswordInput
              id="login-password"
              autoComplete="current-password"
              value={form.password}
              onValueChange={form.setPassword}
            />
          </FormGroup>
          <Button type="submit" fill intent={Intent.PRIMARY} loading={form.isBusy} text={t('auth.submit')} />
        </form>
      </Card>
      {form.isWarning && (
        <DefaultPasswordDialog
          onChange={() => form.leaveTo('/setting?tab=personal')}
          onLater={() => form.leaveTo('/token')}
        />
      )}
    </div>
  );
}
