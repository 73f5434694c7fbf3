import { type ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { settingAddress, settingCards } from '../../features/setting/setting-cards';
import { tabsFor } from '../../features/setting/setting-tabs';
import { useGetAboutQuery } from '../../base/site/site-api';
import { useStatus } from '../../base/site/use-status';
import { changeLanguage } from '../../base/language';
import { areKeysOff, turnKeys } from '../../shared/hotkeys/page-keys';
import { newRowAddress } from '../../shared/table/use-new-row';
import { sideRows, visibleRows } from '../navigation';
import { notices } from '../../shared/dialog/notices';
import { useShellDialog } from '../../base/shell-dialogs';
import { useRole } from '../../base/session/use-role';
import { useAppSelector } from '../../base/store-hooks';
import { useKeyList } from '../use-shell-keys';
import { useSignOut } from '../use-sign-out';
import { useThemeSwitch } from '../use-theme-switch';
import { type PaletteItem } from './palette-items';

/** Forms for new rows; they are offered to users who may open the page of the form. */
const newRows: readonly { readonly path: string; readonly label: ParseKeys; readonly address: string }[] = [
  { path: '/token', label: 'palette.token_new', address: newRowAddress('/token') },
  { path: '/channel', label: 'palette.channel_new', address: '/channel/add' },
  { path: '/redemption', label: 'palette.codes_new', address: newRowAddress('/redemption') },
  { path: '/user', label: 'palette.user_new', address: '/user/edit' },
];

/** Builds an item with its name in the language of the page; it is found by its English name too. */
function useLabelled() {
  const { t, i18n } = useTranslation();
  const english = i18n.getFixedT('en');
  return ({
    label,
    words = [],
    detail,
    ...item
  }: Omit<PaletteItem, 'text' | 'words' | 'detail'> & {
    readonly label: ParseKeys;
    readonly words?: readonly ParseKeys[];
    readonly detail?: ParseKeys;
  }): PaletteItem => ({
    ...item,
    text: t(label),
    detail: detail && t(detail),
    words: [english(label), ...words.flatMap(word => [t(word), english(word)])],
  });
}

/** Pages and forms, taken from the rows of the menu. */
function usePageItems(): readonly PaletteItem[] {
  const navigate = useNavigate();
  const labelled = useLabelled();
  const status = useStatus();
  const role = useRole();
  const { data: about } = useGetAboutQuery();
  const rows = [...visibleRows(role, status), ...visibleRows(role, status, sideRows)];
  const pages = rows.filter(({ path }) => path !== '/about' || Boolean(about));
  return [
    ...pages.map(({ path, label }) =>
      labelled({ id: `page:${path}`, section: 'pages', label, run: () => void navigate(path) }),
    ),
    ...newRows
      .filter(({ path }) => rows.some(row => row.path === path))
      .map(({ path, label, address }) =>
        labelled({ id: `new:${path}`, section: 'actions', label, run: () => void navigate(address) }),
      ),
  ];
}

/** The actions that are available on every page. */
function useActionItems(): readonly PaletteItem[] {
  const { t, i18n } = useTranslation();
  const labelled = useLabelled();
  const status = useStatus();
  const isSignedIn = useAppSelector(state => state.session.user !== null);
  const theme = useThemeSwitch();
  const signOut = useSignOut();
  const checkIn = useShellDialog('check-in');
  const notice = useShellDialog('notice');
  const showKeys = useKeyList();
  const nextLanguage = i18n.language === 'zh' ? 'en' : 'zh';
  const turn = () => {
    const isOff = !areKeysOff();
    turnKeys(isOff);
    notices.success(isOff ? t('hotkey.turned_off') : t('hotkey.turned_on'));
  };
  return [
    labelled({
      id: 'action:theme',
      section: 'actions',
      label: theme.isDark ? 'shell.light_theme' : 'shell.dark_theme',
      run: theme.change,
    }),
    {
      id: 'action:language',
      section: 'actions',
      // Each language is named in itself, for users who cannot read the other.
      text: t('palette.switch_language', { language: nextLanguage === 'zh' ? '中文' : 'English' }),
      words: ['language', 'switch language', '语言', 'chinese'],
      run: () => void changeLanguage(nextLanguage),
    },
    ...(status.sign_in_enabled
      ? [labelled({ id: 'action:check-in', section: 'actions', label: 'shell.check_in', run: checkIn.open })]
      : []),
    labelled({ id: 'action:notice', section: 'actions', label: 'shell.notice', run: notice.open }),
    labelled({ id: 'action:keys', section: 'actions', label: 'hotkey.help', run: showKeys }),
    labelled({
      id: 'action:keys-off',
      section: 'actions',
      label: areKeysOff() ? 'hotkey.turn_on' : 'hotkey.turn_off',
      run: turn,
    }),
    ...(isSignedIn
      ? [labelled({ id: 'action:logout', section: 'actions', label: 'shell.logout', run: () => void signOut() })]
      : []),
  ];
}

/** The tabs and cards of the settings. */
function useSettingItems(): readonly PaletteItem[] {
  const navigate = useNavigate();
  const labelled = useLabelled();
  const role = useRole();
  const tabs = tabsFor(role);
  const cards = settingCards.filter(card => role >= card.role);
  return [
    ...tabs.map(({ id, label }) =>
      labelled({
        id: `tab:${id}`,
        section: 'settings',
        label,
        words: ['shell.settings'],
        run: () => void navigate(settingAddress(id)),
      }),
    ),
    ...cards.map(({ tab, id, title, labels }) =>
      labelled({
        id: `card:${tab}/${id}`,
        section: 'settings',
        label: title,
        detail: tabs.find(each => each.id === tab)?.label,
        words: labels,
        run: () => void navigate(settingAddress(tab, id)),
      }),
    ),
  ];
}

/** All items that the palette offers without a call to the server. */
export function useOwnItems(): readonly PaletteItem[] {
  const pages = usePageItems();
  const actions = useActionItems();
  const settings = useSettingItems();
  return [...pages, ...actions, ...settings];
}
