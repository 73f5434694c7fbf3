import { Alignment, Button, Menu, MenuItem, Navbar, NavbarGroup, Popover, Tag } from '@blueprintjs/core';
import { CaretDown, Menu as MenuIcon, Translate } from '@blueprintjs/icons';
import type { SessionUser } from '@contracts';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation, useNavigate } from 'react-router-dom';
import type { KnownStatus } from '../features/site/use-status';
import { changeLanguage } from '../i18n';
import { toEntries, type NavigationEntry, type NavigationRow } from './navigation';
import { UserMenu } from './UserMenu';

export interface TopBarProps {
  readonly rows: readonly NavigationRow[];
  readonly user: SessionUser | null;
  readonly status: KnownStatus;
}

const linkClass = ({ isActive }: { readonly isActive: boolean }) => `nav-link${isActive ? ' nav-link-active' : ''}`;

function RowsMenu({ rows }: { readonly rows: readonly NavigationRow[] }) {
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
            event.preventDefault(); // stay inside the application; the address is for opening a new tab
            void navigate(path);
          }}
        />
      ))}
    </Menu>
  );
}

function Entry({ entry: { label, rows } }: { readonly entry: NavigationEntry }) {
  const { t } = useTranslation();
  const [first] = rows;
  if (rows.length === 1 && first) {
    return (
      <NavLink className={linkClass} to={first.path} end={first.path === '/'}>
        {t(label)}
      </NavLink>
    );
  }
  return (
    <Popover content={<RowsMenu rows={rows} />} placement="bottom-start">
      <Button variant="minimal" text={t(label)} endIcon={<CaretDown />} />
    </Popover>
  );
}

function LanguageButton() {
  const { t, i18n } = useTranslation();
  const next = i18n.language === 'zh' ? 'en' : 'zh';
  return (
    <Button
      variant="minimal"
      icon={<Translate />}
      aria-label={t('shell.language')}
      // Each language is named in itself, for those who cannot read the other.
      text={next === 'zh' ? '中文' : 'English'}
      lang={next}
      onClick={() => void changeLanguage(next)}
    />
  );
}

/** Brand, pages and the reader's own menu; at 600 pixels or less the pages fold into one button. */
export function TopBar({ rows, user, status }: TopBarProps) {
  const { t } = useTranslation();
  return (
    <Navbar className="top-bar">
      <NavbarGroup align={Alignment.START} className="top-bar-start">
        <div className="top-bar-fold">
          <Popover content={<RowsMenu rows={rows} />} placement="bottom-start">
            <Button variant="minimal" icon={<MenuIcon />} aria-label={t('shell.open_menu')} />
          </Popover>
        </div>
        <Link className="brand" to="/" aria-label={t('shell.brand_home', { name: status.system_name })}>
          <img className="brand-logo" src={status.logo || '/logo.png'} alt="" />
          <span className="brand-name">{status.system_name}</span>
        </Link>
        {status.badgeContent && (
          // The operator's colour is a frame, so that the word can be read whatever it is.
          <Tag className="brand-badge" minimal style={{ borderColor: status.badgeColor || undefined }}>
            {status.badgeContent}
          </Tag>
        )}
        <nav className="top-bar-links" aria-label={t('shell.main_navigation')}>
          {toEntries(rows).map(entry => (
            <Entry key={entry.label} entry={entry} />
          ))}
        </nav>
      </NavbarGroup>
      <NavbarGroup align={Alignment.END}>
        <LanguageButton />
        {user ? (
          <UserMenu user={user} />
        ) : (
          <NavLink className={linkClass} to="/login">
            {t('shell.login')}
          </NavLink>
        )}
      </NavbarGroup>
    </Navbar>
  );
}
