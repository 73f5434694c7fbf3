import { Dialog, DialogBody } from '@blueprintjs/core';
import { Takes, type Take } from '../../shared/media/Takes';

interface VideoViewerProps {
  readonly title: string;
  readonly videos: readonly Take[];
  readonly onClose: () => void;
}

/** Plays the videos of one image task. */
export function VideoViewer({ title, videos, onClose }: VideoViewerProps) {
  return (
    <Dialog className="task-dialog" isOpen title={title} onClose={onClose}>
      <DialogBody>
        <Takes takes={videos} likely="video" />
      </DialogBody>
    </Dialog>
  );
}
