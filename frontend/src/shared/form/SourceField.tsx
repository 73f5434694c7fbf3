import { Switch } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RichText } from '../foreign/RichText';
import { AreaField, type AreaFieldProps } from './fields';

/** HTML or markdown with a preview of the result. */
export function SourceField(props: AreaFieldProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  return (
    <div className="source-field">
      <AreaField rows={6} isCode {...props} />
      <Switch
        className="source-switch"
        label={t('common.preview')}
        aria-label={t('common.preview_of', { label: props.label })}
        checked={isShown}
        onChange={event => setShown(event.currentTarget.checked)}
      />
      {isShown && (
        <div className="source-preview" role="region" aria-label={t('common.preview_of', { label: props.label })}>
          {props.value.trim() === '' ? (
            <span className="muted">{t('common.empty')}</span>
          ) : (
            <RichText text={props.value} form="source" />
          )}
        </div>
      )}
    </div>
  );
}
