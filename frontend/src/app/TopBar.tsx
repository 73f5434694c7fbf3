import { Alignment, Button, Navbar, NavbarGroup, Popover, Tag } from '@blueprintjs/core';
import { Menu as MenuIcon, Translate } from '@blueprintjs/icons';
import { type SessionUser } from '@contracts';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router-dom';
import { type KnownStatus } from '../base/site/use-status';
import { changeLanguage } from '../base/language';
import { type NavigationRow } from './navigation';
import { PaletteButton } from './PaletteButton';
import { navLinkClass, RowsMenu, TopBarLinks } from './TopBarLinks';
import { UserMenu } from './UserMenu';

interface TopBarProps {
  readonly rows: readonly NavigationRow[];
  readonly user: SessionUser | null;
  readonly status: KnownStatus;
}

function LanguageButton() {
  const { t, i18n } = useTranslation();
  const next = i18n.language === 'zh' ? 'en' : 'zh';
  // Each language is named in itself, for users who cannot read the other.
  const name = next === 'zh' ? '中文' : 'English';
  return (
    <Button
      variant="minimal"
      icon={<Translate />}
      aria-label={`${t('shell.language')}: ${name}`}
      text={name}
      lang={next}
      onClick={() => void changeLanguage(next)}
    />
  );
}

/** At a width of 600 pixels or less the page of the sign-in leads to the registration. */
function GuestLinks({ mayRegister }: { readonly mayRegister: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <NavLink className={navLinkClass} to="/login">
        {t('shell.login')}
      </NavLink>
      {mayRegister && (
        <NavLink className={state => `${navLinkClass(state)} top-bar-register`} to="/register">
          {t('auth.register')}
        </NavLink>
      )}
    </>
  );
}

/**
 * The bar with brand, pages and the user's own menu. At a width of 600 pixels or less the pages fold into one button.
 */
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
          // The operator's colour is used for the frame only, so that the word can be read with every colour.
          <Tag className="brand-badge" minimal style={{ borderColor: status.badgeColor || undefined }}>
            {status.badgeContent}
          </Tag>
        )}
        <TopBarLinks rows={rows} />
      </NavbarGroup>
      <NavbarGroup align={Alignment.END} className="top-bar-end">
        <PaletteButton />
        <LanguageButton />
        {user ? <UserMenu user={user} /> : <GuestLinks mayRegister={status.register_enabled === true} />}
      </NavbarGroup>
    </Navbar>
  );
}
