import { Button, FormGroup, InputGroup } from '@blueprintjs/core';
import { Upload } from '@blueprintjs/icons';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../../shared/dialog/notices';
import { imageTypes, readImage } from './image-file';

interface IconFieldProps {
  /** Image data or the address of an image. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A small image: its address, or a file that is stored in the configuration. */
export function IconField({ value, onChange }: IconFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  // Thousands of characters would be unreadable, and slow to edit.
  const isData = value.startsWith('data:');

  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    const image = await readImage(chosen);
    if ('address' in image) onChange(image.address);
    else notices.error(t(`manufacturer.image_${image.fault}`));
  };

  return (
    <FormGroup label={t('manufacturer.icon')} labelFor={id}>
      <div className="icon-field">
        <InputGroup
          id={id}
          fill
          readOnly={isData}
          value={isData ? t('manufacturer.icon_data') : value}
          placeholder="https://"
          onValueChange={onChange}
        />
        <Button
          icon={<Upload />}
          text={t('manufacturer.icon_upload')}
          title={t('manufacturer.icon_hint')}
          onClick={() => file.current?.click()}
        />
        {value !== '' && <Button variant="minimal" text={t('common.clear')} onClick={() => onChange('')} />}
        <input
          ref={file}
          hidden
          type="file"
          aria-label={t('manufacturer.icon_file')}
          accept={imageTypes.join(',')}
          onChange={event => {
            void take(event.currentTarget.files?.[0]);
            event.currentTarget.value = ''; // allows the same file to be chosen again
          }}
        />
      </div>
    </FormGroup>
  );
}
