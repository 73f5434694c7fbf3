import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { usePlaygroundDispatch } from './playground-hooks';
import { ask } from './answering';
import { IMAGE_MEGABYTES_MAX, IMAGES_MAX, readImages, takesImages, type ImageFault } from './image-input';

/** The state of a question that is being written. */
export interface Composing {
  readonly text: string;
  readonly images: readonly string[];
  readonly takesImages: boolean;
  readonly canSend: boolean;
  readonly setText: (text: string) => void;
  readonly addFiles: (files: readonly File[]) => Promise<void>;
  readonly removeImage: (at: number) => void;
  /** Sends the question; it does nothing while there is no text or image to send, or while an answer is arriving. */
  readonly send: () => void;
}

export function useComposer({ model, isBusy }: { readonly model: string; readonly isBusy: boolean }): Composing {
  const { t } = useTranslation();
  const dispatch = usePlaygroundDispatch();
  const [text, setText] = useState('');
  const [images, setImages] = useState<readonly string[]>([]);
  const isLooker = takesImages(model);
  const canSend = !isBusy && model !== '' && (text.trim() !== '' || images.length > 0);

  const tell: Readonly<Record<ImageFault, () => string>> = {
    type: () => t('playground.image_type'),
    size: () => t('playground.image_size', { megabytes: IMAGE_MEGABYTES_MAX }),
    count: () => t('playground.image_count', { count: IMAGES_MAX }),
    unreadable: () => t('playground.image_unreadable'),
  };

  return {
    text,
    images,
    takesImages: isLooker,
    canSend,
    setText,
    addFiles: async files => {
      if (!isLooker) return notices.warning(t('playground.image_not_taken', { model }));
      const { images: read, fault } = await readImages(files, images.length);
      if (fault !== null) notices.warning(tell[fault]());
      setImages(before => [...new Set([...before, ...read])].slice(0, IMAGES_MAX));
    },
    removeImage: at => setImages(images.filter((_image, index) => index !== at)),
    send: () => {
      if (!canSend) return;
      if (images.length > 0 && !isLooker) return notices.warning(t('playground.image_not_taken', { model }));
      dispatch(ask({ text: text.trim(), images }));
      setText('');
      setImages([]);
    },
  };
}
