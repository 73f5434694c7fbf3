import { FormGroup, Intent, Tag } from '@blueprintjs/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../shared/dialog/ConfirmButton';
import { PasswordInput } from '../../shared/form/PasswordInput';

interface SecretFieldProps {
  readonly label: string;
  readonly helper?: string;
  /** True when the site has a value, which cannot be read. */
  readonly isSet: boolean;
  /** The typed new value; empty leaves the stored value unchanged. */
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Removes the stored value. */
  readonly onClear: () => void;
}

/** A secret of the site: it can be replaced or cleared, but not read. */
export function SecretField({ label, helper, isSet, value, onChange, onClear }: SecretFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <FormGroup
      label={label}
      labelFor={id}
      labelInfo={
        isSet ? (
          <Tag minimal intent={Intent.SUCCESS}>
            {t('setting.secret_set')}
          </Tag>
        ) : (
          <Tag minimal>{t('setting.secret_unset')}</Tag>
        )
      }
      helperText={helper}
    >
      <div className="secret-field">
        <PasswordInput
          id={id}
          fill
          autoComplete="new-password"
          placeholder={t(isSet ? 'setting.secret_keep' : 'setting.secret_enter')}
          value={value}
          onValueChange={onChange}
        />
        {isSet && (
          <ConfirmButton
            variant="minimal"
            intent={Intent.DANGER}
            text={t('common.clear')}
            aria-label={t('setting.secret_clear', { label })}
            question={t('setting.secret_clear_question', { label })}
            warning={t('setting.secret_clear_warning')}
            onConfirm={onClear}
          />
        )}
      </div>
    </FormGroup>
  );
}
