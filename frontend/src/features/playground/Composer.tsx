import { Button, Intent, TextArea } from '@blueprintjs/core';
import { Cross, Media, SendMessage, Stop } from '@blueprintjs/icons';
import { useEffect, useRef, type ClipboardEvent, type DragEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { imageTypes } from './image-input';
import { type Composing } from './use-composer';

interface ComposerProps {
  readonly composer: Composing;
  /** True while an answer is arriving. */
  readonly isBusy: boolean;
  readonly onStop: () => void;
  /** True when the reader came here to write, so the field takes the focus. Default: false. */
  readonly isToBeWritten?: boolean;
}

function Images({ images, onRemove }: { readonly images: readonly string[]; readonly onRemove: (at: number) => void }) {
  const { t } = useTranslation();
  return (
    <div className="image-row">
      {images.map((image, at) => (
        <span key={image} className="image-frame">
          <img className="image image-small" src={image} alt={t('playground.attached', { number: at + 1 })} />
          <Button
            className="image-remove"
            size="small"
            icon={<Cross size={12} />}
            aria-label={t('playground.attached_remove', { number: at + 1 })}
            onClick={() => onRemove(at)}
          />
        </span>
      ))}
    </div>
  );
}

/** While an input method composes a word, Enter completes the word and sends nothing. */
function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}

/** A button that selects image files. */
function ImageInput({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation();
  const fileInput = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={fileInput}
        type="file"
        hidden
        multiple
        accept={imageTypes.join(',')}
        aria-label={t('playground.attach')}
        onChange={event => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = ''; // otherwise the same file could not be chosen again
        }}
      />
      <Button
        variant="minimal"
        icon={<Media />}
        aria-label={t('playground.attach')}
        title={t('playground.attach')}
        onClick={() => fileInput.current?.click()}
      />
    </>
  );
}

/** A reference to an element that takes the focus when it is wanted. */
function useFocusWhen(isWanted: boolean) {
  const place = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isWanted) place.current?.focus();
  }, [isWanted]);
  return place;
}

/** The field for a question. Enter sends, Shift+Enter begins a new line; images may be dropped or pasted. */
export function Composer({ composer, isBusy, onStop, isToBeWritten = false }: ComposerProps) {
  const { t } = useTranslation();
  const textArea = useFocusWhen(isToBeWritten);
  const { text, images, takesImages, canSend } = composer;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    composer.send();
  };
  const takeFiles = (event: ClipboardEvent | DragEvent, files: FileList) => {
    if (files.length === 0) return; // text is pasted and dropped as usual
    event.preventDefault();
    void composer.addFiles([...files]);
  };

  return (
    <form
      className="composer"
      onSubmit={event => {
        event.preventDefault();
        composer.send();
      }}
      onDragOver={event => event.preventDefault()}
      onDrop={event => takeFiles(event, event.dataTransfer.files)}
    >
      {images.length > 0 && <Images images={images} onRemove={composer.removeImage} />}
      <TextArea
        fill
        autoResize
        className="composer-text"
        inputRef={textArea}
        value={text}
        placeholder={t('playground.placeholder')}
        aria-label={t('playground.message')}
        onChange={event => composer.setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={event => takeFiles(event, event.clipboardData.files)}
      />
      <div className="composer-actions">
        {takesImages && <ImageInput onFiles={files => void composer.addFiles(files)} />}
        {isBusy ? (
          <Button icon={<Stop />} text={t('playground.stop')} onClick={onStop} />
        ) : (
          <Button
            type="submit"
            intent={Intent.PRIMARY}
            icon={<SendMessage />}
            text={t('playground.send')}
            disabled={!canSend}
          />
        )}
      </div>
    </form>
  );
}
