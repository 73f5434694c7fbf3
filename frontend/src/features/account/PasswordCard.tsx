import { Button, Card, FormGroup, H5, Intent } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { PasswordInput } from '../../shared/form/PasswordInput';
import { useEditSelfMutation } from '../../base/session/user-api';
import { findPasswordFault } from './password-rules';

/** Changes the own password; the server ends all other sessions. */
export function PasswordCard() {
  const { t } = useTranslation();
  const [editSelf, { isLoading }] = useEditSelfMutation();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');

  const submit = async () => {
    const fault = findPasswordFault(password, repeated);
    if (fault) return notices.error(t(`setting.password_${fault}`));
    if ((await editSelf({ password })).error) return;
    setPassword('');
    setRepeated('');
    notices.success(t('setting.password_changed'));
  };

  return (
    <Card className="draft-card">
      <form
        onSubmit={event => {
          event.preventDefault();
          void submit();
        }}
      >
        <H5>{t('setting.password_title')}</H5>
        <div className="form-grid">
          <FormGroup label={t('setting.password_new')} labelFor="password-new" helperText={t('setting.password_hint')}>
            <PasswordInput id="password-new" autoComplete="new-password" value={password} onValueChange={setPassword} />
          </FormGroup>
          <FormGroup label={t('setting.password_repeat')} labelFor="password-repeat">
            <PasswordInput
              id="password-repeat"
              autoComplete="new-password"
              value={repeated}
              onValueChange={setRepeated}
            />
          </FormGroup>
        </div>
        <Button type="submit" intent={Intent.PRIMARY} loading={isLoading} text={t('setting.password_submit')} />
      </form>
    </Card>
  );
}
