import { Button, NonIdealState, Spinner } from '@blueprintjs/core';
import { Media as MediaIcon } from '@blueprintjs/icons';
import { useState, type CSSProperties, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { kindsOf, type MediaKind } from './media-address';

export interface MediaProps {
  /** Made safe by `safeMediaAddress`. */
  readonly address: string;
  /** What the image shows or the video is called. */
  readonly label: string;
  readonly likely: MediaKind;
  /** Shown by a video before it plays. */
  readonly cover?: string;
  readonly className?: string;
  readonly style?: CSSProperties;
  /** Told once an image is there. */
  readonly onImage?: (event: SyntheticEvent<HTMLImageElement>) => void;
}

/** In place of what did not load; a try starts over, since upstream addresses come and go. */
export function BrokenMedia({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <NonIdealState
      icon={<MediaIcon size={32} />}
      title={t('media.broken')}
      description={t('media.broken_hint')}
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

/** An image or a video, whichever the address turns out to hold; what cannot be loaded says so. */
export function Media(props: MediaProps) {
  return <MediaOnce key={props.address} {...props} />; // another address begins anew
}
