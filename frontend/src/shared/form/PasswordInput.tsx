import { Button, InputGroup, type InputGroupProps } from '@blueprintjs/core';
import { EyeOff, EyeOpen } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** A password field whose text can be revealed. */
export function PasswordInput(props: Omit<InputGroupProps, 'type' | 'rightElement'>) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const toggle = (
    <Button
      variant="minimal"
      icon={isShown ? <EyeOff /> : <EyeOpen />}
      aria-label={isShown ? t('common.hide_password') : t('common.show_password')}
      onClick={() => setShown(!isShown)}
    />
  );
  return <InputGroup {...props} type={isShown ? 'text' : 'password'} rightElement={toggle} />;
}
