import { Button, FormGroup, InputGroup } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

interface NewPasswordProps {
  readonly value: string;
  readonly onCopy: () => void;
}

/** A password that is shown only once; a click copies it. */
export function NewPassword({ value, onCopy }: NewPasswordProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <FormGroup label={t('auth.new_password')} labelFor={id} helperText={t('auth.new_password_hint')}>
      <InputGroup
        id={id}
        className="mono"
        readOnly
        value={value}
        onFocus={event => event.currentTarget.select()}
        onClick={onCopy}
        rightElement={<Button variant="minimal" icon={<Duplicate />} aria-label={t('common.copy')} onClick={onCopy} />}
      />
    </FormGroup>
  );
}
