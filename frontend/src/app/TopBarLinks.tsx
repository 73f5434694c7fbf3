import { Button, Menu, MenuItem, Popover } from '@blueprintjs/core';
import { CaretDown } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation, useNavigate } from 'react-router-dom';
import { toEntries, type NavigationEntry, type NavigationRow } from './navigation';
import { useFittingCount } from './use-fitting-count';

export function navLinkClass({ isActive }: { readonly isActive: boolean }): string {
  return `nav-link${isActive ? ' nav-link-active' : ''}`;
}

/** The pages as a menu, one below the other. */
export function RowsMenu({ rows }: { readonly rows: readonly NavigationRow[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
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
}

function Entry({ entry: { label, rows } }: { readonly entry: NavigationEntry }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [first] = rows;
  if (rows.length === 1 && first) {
    return (
      <NavLink className={navLinkClass} to={first.path} end={first.path === '/'}>
        {t(label)}
      </NavLink>
    );
  }
  return (
    <Popover content={<RowsMenu rows={rows} />} placement="bottom-start">
      <Button
        variant="minimal"
        active={rows.some(({ path }) => path === pathname)}
        text={t(label)}
        endIcon={<CaretDown />}
      />
    </Popover>
  );
}

/** The menu of the pages that do not fit into the bar. */
function MoreEntry({ rows }: { readonly rows: readonly NavigationRow[] }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <Popover content={<RowsMenu rows={rows} />} placement="bottom-end">
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

/** The pages side by side, as many as fit; the others are in a menu after them. */
export function TopBarLinks({ rows }: { readonly rows: readonly NavigationRow[] }) {
  const { t } = useTranslation();
  const entries = toEntries(rows);
  const { row, count } = useFittingCount(entries.map(({ label }) => t(label)).join('\n'));
  // Folded entries keep their place in the document, so that their widths are known when the bar grows.
  return (
    <nav ref={row} className="top-bar-links" aria-label={t('shell.main_navigation')}>
      {entries.map((entry, index) => (
        <span key={entry.label} className={entryClass(index < count)}>
          <Entry entry={entry} />
        </span>
      ))}
      <span className={entryClass(count < entries.length)}>
        <MoreEntry rows={entries.slice(count).flatMap(entry => entry.rows)} />
      </span>
    </nav>
  );
}
