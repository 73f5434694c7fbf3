import { Alignment, Button, Navbar, NavbarGroup, Tag } from '@blueprintjs/core';
import { Flash, Moon, Translate } from '@blueprintjs/icons';
import { type SessionUser } from '@contracts';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router-dom';
import { type KnownStatus } from '../base/site/use-status';
import { changeLanguage } from '../base/language';
import { NoticeButton } from '../features/site/NoticeButton';
import { type NavigationRow } from './navigation';
import { NavigationDrawer } from './NavigationDrawer';
import { PaletteButton } from './PaletteButton';
import { SiteActions } from './SiteActions';
import { navLinkClass, TopBarLinks } from './TopBarLinks';
import { useThemeSwitch } from './use-theme-switch';
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
      text={<span className="top-bar-word">{name}</span>}
      lang={next}
      onClick={() => void changeLanguage(next)}
    />
  );
}

function ThemeButton() {
  const { isDark, label, change } = useThemeSwitch();
  return (
    <Button variant="minimal" icon={isDark ? <Flash /> : <Moon />} aria-label={label} title={label} onClick={change} />
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
 * The bar with brand, search, language, theme, announcement and the user's own menu. Guests have their few pages in it;
 * those of users are at the left of the window, and where there is no room for their words, in a drawer.
 */
export function TopBar({ rows, user, status }: TopBarProps) {
  const { t } = useTranslation();
  return (
    <Navbar className="top-bar">
      <NavbarGroup align={Alignment.START} className="top-bar-start">
        <div className={user ? 'top-bar-fold top-bar-fold-early' : 'top-bar-fold'}>
          <NavigationDrawer rows={rows} />
        </div>
        <Link className="brand" to="/" aria-label={t('shell.brand_home', { name: status.system_name })}>
          <img className="brand-logo" src={status.logo || '/logo.png'} alt="" />
          <span className="brand-name">{status.system_name}</span>
        </Link>
        {status.badgeContent && (
          // The operator's colour is used for the frame only, so that the word can be read with every colour.
          <Tag
            className={user ? 'brand-badge' : 'brand-badge brand-badge-guest'}
            minimal
            style={{ borderColor: status.badgeColor || undefined }}
          >
            {status.badgeContent}
          </Tag>
        )}
        {!user && <TopBarLinks rows={rows} />}
      </NavbarGroup>
      <NavbarGroup align={Alignment.END} className="top-bar-end">
        <PaletteButton />
        <LanguageButton />
        <ThemeButton />
        <NoticeButton />
        {!user && <SiteActions placement="bottom-end" />}
        {user ? <UserMenu user={user} /> : <GuestLinks mayRegister={status.register_enabled === true} />}
      </NavbarGroup>
    </Navbar>
  );
}
