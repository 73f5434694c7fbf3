import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { Maximize, ZoomIn, ZoomOut } from '@blueprintjs/icons';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Media } from '../../shared/media/Media';
import { MediaTools } from '../../shared/media/MediaTools';

interface ImageViewerProps {
  readonly title: string;
  readonly address: string;
  readonly onClose: () => void;
}

/** The zoom steps, as shares of the image's own size. */
const zooms = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4] as const;
const WHOLE_PERCENT = 100;

/** A loaded image: its own width, and the width at which it fits the frame. */
interface Loaded {
  readonly address: string;
  readonly naturalWidth: number;
  readonly fittedZoom: number;
}

interface ZoomState {
  /** The chosen zoom; null as long as the image fits the frame. */
  readonly zoom: number | null;
  readonly canGrow: boolean;
  readonly canShrink: boolean;
  readonly grow: () => void;
  readonly shrink: () => void;
  readonly fit: () => void;
}

function useZoom(loaded: Loaded | null): ZoomState {
  const [zoom, setZoom] = useState<number | null>(null);
  const current = zoom ?? loaded?.fittedZoom ?? 1;
  const larger = zooms.find(step => step > current);
  const smaller = zooms.findLast(step => step < current);
  return {
    zoom,
    canGrow: loaded !== null && larger !== undefined,
    canShrink: loaded !== null && smaller !== undefined,
    grow: () => larger !== undefined && setZoom(larger),
    shrink: () => smaller !== undefined && setZoom(smaller),
    fit: () => setZoom(null),
  };
}

function ZoomButtons({ state }: { readonly state: ZoomState }) {
  const { t } = useTranslation();
  const { zoom, canGrow, canShrink, grow, shrink, fit } = state;
  return (
    <div className="cluster">
      <Button icon={<ZoomOut />} aria-label={t('media.zoom_out')} disabled={!canShrink} onClick={shrink} />
      <Button icon={<ZoomIn />} aria-label={t('media.zoom_in')} disabled={!canGrow} onClick={grow} />
      <Button icon={<Maximize />} text={t('media.fit')} disabled={zoom === null} onClick={fit} />
      <span className="muted" role="status">
        {zoom === null ? t('media.fitted') : `${Math.round(zoom * WHOLE_PERCENT)} %`}
      </span>
    </div>
  );
}

/** One image in a frame, fitted at first; buttons and the keys + - 0 change its size. */
export function ImageViewer({ title, address, onClose }: ImageViewerProps) {
  const [lastLoaded, setLoaded] = useState<Loaded | null>(null);
  const loaded = lastLoaded?.address === address ? lastLoaded : null; // an unfinished image changes its address
  const state = useZoom(loaded);
  const actions: Readonly<Record<string, () => void>> = { '+': state.grow, '-': state.shrink, '0': state.fit };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey) actions[event.key]?.();
  };
  const width = state.zoom === null || !loaded ? undefined : `${loaded.naturalWidth * state.zoom}px`;

  return (
    <Dialog className="image-viewer" isOpen title={title} onClose={onClose}>
      <DialogBody>
        {loaded && <ZoomButtons state={state} />}
        <div className="image-frame" tabIndex={0} onKeyDown={onKeyDown}>
          <Media
            address={address}
            label={title}
            likely="image"
            className={width === undefined ? 'image-fitted' : 'image-zoomed'}
            style={{ width }}
            onImage={({ currentTarget: { naturalWidth, clientWidth } }) =>
              setLoaded({ address, naturalWidth, fittedZoom: naturalWidth > 0 ? clientWidth / naturalWidth : 1 })
            }
          />
        </div>
      </DialogBody>
      <DialogFooter>
        <div className="cluster">
          <MediaTools address={address} />
        </div>
      </DialogFooter>
    </Dialog>
  );
}
