import { Button, Drawer, Position } from '@blueprintjs/core';
import { Menu as MenuIcon } from '@blueprintjs/icons';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callDialog } from '../shared/dialog/call-dialog';
import { type NavigationRow } from './navigation';
import { NavigationList } from './NavigationList';
import { SiteActions } from './SiteActions';

/** The button that opens the pages in a drawer, where the window has no room for the words beside the page. */
export function NavigationDrawer({ rows }: { readonly rows: readonly NavigationRow[] }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const titleId = useId();
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="minimal" icon={<MenuIcon />} aria-label={t('shell.open_menu')} onClick={() => setOpen(true)} />
      <Drawer
        isOpen={isOpen}
        position={Position.LEFT}
        size={280}
        title={<span id={titleId}>{t('shell.pages')}</span>}
        className="side-drawer"
        onOpening={drawer => callDialog(drawer, titleId)}
        onClose={close}
      >
        {/* A click on a link leads to its page and closes the drawer; keyboards press links by a click as well. */}
        <nav className="sidebar-pages" aria-label={t('shell.pages')} onClick={close}>
          <NavigationList rows={rows} />
        </nav>
        <div className="sidebar-foot">
          <SiteActions placement="top-start" />
        </div>
      </Drawer>
    </>
  );
}
