import { Button } from '@blueprintjs/core';
import { Flash, Moon } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { CheckInButton } from '../features/check-in/CheckInButton';
import { ContactButton } from '../features/site/ContactButton';
import { Lantern } from '../features/site/Lantern';
import { NoticeButton } from '../features/site/NoticeButton';
import { themeChosen } from './appearance-slice';
import { useAppDispatch, useAppSelector } from './store';

function ThemeButton() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const isDark = useAppSelector(state => state.appearance.theme === 'dark');
  const label = isDark ? t('shell.light_theme') : t('shell.dark_theme');
  return (
    <Button
      className="floating-button"
      icon={isDark ? <Flash /> : <Moon />}
      aria-label={label}
      title={label}
      onClick={() => dispatch(themeChosen(isDark ? 'light' : 'dark'))}
    />
  );
}

/** Contact, check-in, theme and announcements, reachable from every page, and the lantern on its days. */
export function FloatingActions() {
  return (
    <aside className="floating-actions">
      <Lantern />
      <ContactButton />
      <CheckInButton />
      <ThemeButton />
      <NoticeButton />
    </aside>
  );
}
