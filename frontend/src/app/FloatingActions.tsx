import { Button } from '@blueprintjs/core';
import { Cross, Flash, Moon, More } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckInButton } from '../features/check-in/CheckInButton';
import { ContactButton } from '../features/site/ContactButton';
import { Lantern } from '../features/site/Lantern';
import { NoticeButton } from '../features/site/NoticeButton';
import { useThemeSwitch } from './use-theme-switch';

function ThemeButton() {
  const { isDark, label, change } = useThemeSwitch();
  return (
    <Button
      className="floating-button"
      icon={isDark ? <Flash /> : <Moon />}
      aria-label={label}
      title={label}
      onClick={change}
    />
  );
}

/**
 * Contact, check-in, theme and announcements, reachable from every page, and the lantern on its days. At 600 pixels or
 * less one button unfolds them, so that they do not lie over what is being read.
 */
export function FloatingActions() {
  const { t } = useTranslation();
  const [isUnfolded, setUnfolded] = useState(false);
  return (
    <aside className={`floating-actions${isUnfolded ? ' floating-unfolded' : ''}`}>
      <Lantern />
      <ContactButton />
      <CheckInButton />
      <ThemeButton />
      <NoticeButton />
      <Button
        className="floating-button floating-fold"
        icon={isUnfolded ? <Cross /> : <More />}
        aria-label={isUnfolded ? t('shell.fold_actions') : t('shell.unfold_actions')}
        aria-expanded={isUnfolded}
        onClick={() => setUnfolded(!isUnfolded)}
      />
    </aside>
  );
}
