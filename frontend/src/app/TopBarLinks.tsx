import { Button, Menu } from '@blueprintjs/core';
import { CaretDown } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation, useNavigate } from 'react-router-dom';
import { type NavigationRow } from './navigation';
import { useFittingCount } from './use-fitting-count';
import { MenuItem } from '../shared/display/MenuItem';
import { Popover } from '../shared/display/Popover';

export function navLinkClass({ isActive }: { readonly isActive: boolean }): string {
  return `nav-link${isActive ? ' nav-link-active' : ''}`;
}

/** The menu of the pages that do not fit into the bar. */
function MoreEntry({ rows }: { readonly rows: readonly NavigationRow[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const menu = (
    <Menu>
      {rows.map(({ path, label }) => (
        <MenuItem
          key={path}
          text={t(label)}
          href={path}
          active={path === pathname}
          onClick={event => {
            event.preventDefault(); // stays inside the application; the address is for opening a new tab
            void navigate(path);
          }}
        />
      ))}
    </Menu>
  );
  return (
    <Popover content={menu} placement="bottom-end">
      <Button
        variant="minimal"
        active={rows.some(({ path }) => path === pathname)}
        aria-label={t('shell.more_pages')}
        text={t('common.more')}
        endIcon={<CaretDown />}
      />
    </Popover>
  );
}

function entryClass(isShown: boolean): string {
  return isShown ? 'top-bar-entry' : 'top-bar-entry top-bar-entry-folded';
}

/** The pages of guests side by side, as many as fit; the others are in a menu after them. */
export function TopBarLinks({ rows }: { readonly rows: readonly NavigationRow[] }) {
  const { t } = useTranslation();
  const { row, count } = useFittingCount(rows.map(({ label }) => t(label)).join('\n'));
  // Folded entries keep their place in the document, so that their widths are known when the bar grows.
  return (
    <nav ref={row} className="top-bar-links" aria-label={t('shell.main_navigation')}>
      {rows.map(({ path, label }, index) => (
        <span key={path} className={entryClass(index < count)}>
          <NavLink className={navLinkClass} to={path} end={path === '/'}>
            {t(label)}
          </NavLink>
        </span>
      ))}
      <span className={entryClass(count < rows.length)}>
        <MoreEntry rows={rows.slice(count)} />
      </span>
    </nav>
  );
}
