import { Dialog, DialogBody } from '@blueprintjs/core';
import { Takes, type Take } from '../../shared/media/Takes';

export interface VideoViewerProps {
  readonly title: string;
  readonly videos: readonly Take[];
  readonly onClose: () => void;
}

/** The videos that were made of one order, to be played. */
export function VideoViewer({ title, videos, onClose }: VideoViewerProps) {
  return (
    <Dialog className="task-dialog" isOpen title={title} onClose={onClose}>
      <DialogBody>
        <Takes takes={videos} likely="video" />
      </DialogBody>
    </Dialog>
  );
}
