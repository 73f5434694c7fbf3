import { Button } from '@blueprintjs/core';
import { DoubleChevronLeft, DoubleChevronRight } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { type NavigationRow } from './navigation';
import { NavigationList } from './NavigationList';
import { SiteActions } from './SiteActions';
import { useSidebarFold } from './use-sidebar-fold';

/**
 * The pages at the left of the window. Folded, it shows their icons alone; at a width of 600 pixels or less it is hidden, and
 * the drawer of the top bar has the pages.
 */
export function Sidebar({ rows }: { readonly rows: readonly NavigationRow[] }) {
  const { t } = useTranslation();
  const { isFolded, toggle } = useSidebarFold();
  const name = isFolded ? t('shell.unfold_navigation') : t('shell.fold_navigation');
  return (
    <div className={`sidebar${isFolded ? ' sidebar-folded' : ''}`}>
      <nav className="sidebar-pages" aria-label={t('shell.main_navigation')}>
        <NavigationList rows={rows} />
      </nav>
      <div className="sidebar-foot">
        <SiteActions placement="right-end" />
        {toggle && (
          <Button
            variant="minimal"
            icon={isFolded ? <DoubleChevronRight /> : <DoubleChevronLeft />}
            aria-label={name}
            aria-expanded={!isFolded}
            title={name}
            onClick={toggle}
          />
        )}
      </div>
    </div>
  );
}
