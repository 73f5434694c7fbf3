import { Drawer } from '@blueprintjs/core';
import { useId, type ReactNode } from 'react';
import { callDialog } from '../dialog/call-dialog';

interface DetailDrawerProps {
  readonly title: string;
  /** The buttons that stay while the rest scrolls. */
  readonly tools: ReactNode;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** One row in full beside its list, which stays usable. */
export function DetailDrawer({ title, tools, children, onClose }: DetailDrawerProps) {
  const titleId = useId();
  return (
    <Drawer
      isOpen
      className="log-drawer"
      size="min(560px, 100%)"
      hasBackdrop={false}
      enforceFocus={false}
      canOutsideClickClose={false}
      title={<span id={titleId}>{title}</span>}
      onOpening={drawer => callDialog(drawer, titleId, false)}
      onClose={onClose}
    >
      <div className="log-drawer-tools cluster">{tools}</div>
      <div className="log-drawer-body">{children}</div>
    </Drawer>
  );
}
