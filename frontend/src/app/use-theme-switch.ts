import { useTranslation } from 'react-i18next';
import { themeChosen } from '../base/appearance/appearance-slice';
import { useAppDispatch, useAppSelector } from '../base/store-hooks';

interface ThemeSwitch {
  readonly isDark: boolean;
  /** Describes what the switch does. */
  readonly label: string;
  readonly change: () => void;
}

/** Switches from light to dark and back. */
export function useThemeSwitch(): ThemeSwitch {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const isDark = useAppSelector(state => state.appearance.theme === 'dark');
  return {
    isDark,
    label: isDark ? t('shell.light_theme') : t('shell.dark_theme'),
    change: () => void dispatch(themeChosen(isDark ? 'light' : 'dark')),
  };
}
