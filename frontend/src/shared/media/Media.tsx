import { Button, Spinner } from '@blueprintjs/core';
import { Media as MediaIcon } from '@blueprintjs/icons';
import { useState, type CSSProperties, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { kindsOf, type MediaKind } from './media-address';
import { EmptyState } from '../display/states';

interface MediaProps {
  /** An address that `safeMediaAddress` has returned. */
  readonly address: string;
  /** The description of the image or the title of the video. */
  readonly label: string;
  readonly likely: MediaKind;
  /** The image that a video shows before it plays. */
  readonly cover?: string;
  readonly className?: string;
  readonly style?: CSSProperties;
  /** Called when an image has been loaded. */
  readonly onImage?: (event: SyntheticEvent<HTMLImageElement>) => void;
}

/** Replaces media that did not load. A retry loads them again, since upstream addresses are not always available. */
export function BrokenMedia({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<MediaIcon size={32} />}
      title={t('media.broken')}
      text={t('media.broken_hint')}
      action={<Button text={t('common.retry')} onClick={onRetry} />}
    />
  );
}

function MediaOnce({ address, label, likely, cover, className, style, onImage }: MediaProps) {
  const { t } = useTranslation();
  const [failures, setFailures] = useState(0);
  const [isLoaded, setLoaded] = useState(false);
  const kind = kindsOf(address, likely)[failures];
  const onError = () => setFailures(count => count + 1);
  switch (kind) {
    case 'image':
      return (
        <>
          {!isLoaded && <Spinner aria-label={t('common.loading')} />}
          <img
            src={address}
            alt={label}
            className={className}
            style={style}
            referrerPolicy="no-referrer"
            onError={onError}
            onLoad={event => {
              setLoaded(true);
              onImage?.(event);
            }}
          />
        </>
      );
    case 'video':
      return (
        <video
          src={address}
          poster={cover}
          aria-label={label}
          className={className}
          controls
          playsInline
          preload="metadata"
          onError={onError}
        />
      );
    default:
      return <BrokenMedia onRetry={() => setFailures(0)} />;
  }
}

/** An image or a video, depending on the content of the address; media that cannot be loaded show a message. */
export function Media(props: MediaProps) {
  return <MediaOnce key={props.address} {...props} />; // another address starts again
}
