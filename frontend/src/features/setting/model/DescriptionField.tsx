import { Button, FormGroup, Spinner } from '@blueprintjs/core';
import { Edit, Tick } from '@blueprintjs/icons';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AreaField } from '../../../shared/form/fields';
import { RichText } from '../../../shared/foreign/RichText';

const RichEditor = lazy(async () => ({ default: (await import('./RichEditor')).RichEditor }));

/** Tags that the editor does not support. It would drop them, so texts with them are edited as source. */
const UNKNOWN_TAGS = /<(img|table|div|span|font|details|center|figure|dl|sub|sup|h[4-6])\b|\sstyle=/i;

type Mode = 'shown' | 'rich' | 'source';

interface DescriptionFieldProps {
  /** The description in HTML or markdown. */
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** A description, shown as visitors see it until it is edited; the editor is loaded only then. */
export function DescriptionField({ value, onChange }: DescriptionFieldProps) {
  const { t } = useTranslation();
  const [mode, setMode] = useState<Mode>('shown');
  const label = t('manufacturer.description');

  if (mode === 'shown') {
    const edit = () => setMode(UNKNOWN_TAGS.test(value) ? 'source' : 'rich');
    const isEmpty = value.trim() === '';
    return (
      <>
        {!isEmpty && (
          <div className="source-preview" role="region" aria-label={label}>
            <RichText text={value} form="source" />
          </div>
        )}
        <Button
          variant="minimal"
          icon={<Edit />}
          text={t(isEmpty ? 'manufacturer.description_add' : 'manufacturer.description_edit')}
          onClick={edit}
        />
      </>
    );
  }
  const isRich = mode === 'rich';
  return (
    <div className="block">
      {isRich ? (
        <FormGroup label={label}>
          <Suspense fallback={<Spinner size={24} aria-label={t('common.loading')} />}>
            <RichEditor label={label} value={value} onChange={onChange} />
          </Suspense>
        </FormGroup>
      ) : (
        <AreaField label={label} rows={6} isCode value={value} onChange={onChange} />
      )}
      <div className="cluster">
        <Button
          size="small"
          icon={<Tick />}
          text={t('manufacturer.description_done')}
          onClick={() => setMode('shown')}
        />
        <Button
          size="small"
          variant="minimal"
          text={t(isRich ? 'manufacturer.description_source' : 'manufacturer.description_rich')}
          onClick={() => setMode(isRich ? 'source' : 'rich')}
        />
      </div>
    </div>
  );
}
