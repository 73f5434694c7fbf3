import { dashboardCard } from '../operation/operation-cards';
import { type OptionCardRow } from '../option-card';

/** What the site shows to people. */
export const contentCards: readonly OptionCardRow[] = [
  {
    id: 'notice',
    title: 'option.notice_title',
    description: 'option.notice_description',
    fields: [{ key: 'Notice', label: 'option.notice', hint: 'option.source_hint', form: 'source' }],
  },
  {
    id: 'personalization',
    title: 'option.personalization',
    switches: [
      { key: 'DefaultCollapseSidebar', label: 'option.collapse_sidebar', hint: 'option.collapse_sidebar_hint' },
    ],
    fields: [
      { key: 'SystemName', label: 'option.system_name', hint: 'option.system_name_hint' },
      { key: 'Logo', label: 'option.logo', hint: 'option.logo_hint' },
      { key: 'badgeContent', label: 'option.badge', hint: 'option.badge_hint' },
      { key: 'badgeColor', label: 'option.badge_color', hint: 'option.badge_color_hint' },
      { key: 'Footer', label: 'option.footer', hint: 'option.source_hint', form: 'source' },
      { key: 'HomePageContent', label: 'option.home_page', hint: 'option.page_hint', form: 'source' },
      { key: 'About', label: 'option.about', hint: 'option.page_hint', form: 'source' },
      {
        key: 'TokenChannelDescription',
        label: 'option.token_description',
        hint: 'option.token_description_hint',
        form: 'source',
      },
      { key: 'DebugDocument', label: 'option.debug_document', hint: 'option.debug_document_hint', form: 'source' },
      { key: 'TopupAffiliate', label: 'option.topup_affiliate', hint: 'option.topup_affiliate_hint' },
      { key: 'QQContact', label: 'option.qq_contact' },
      { key: 'WeChatContact', label: 'option.wechat_contact' },
    ],
  },
];

/** Links, how quota is shown, the check-in and the monitor page. */
export const businessCards: readonly OptionCardRow[] = [
  {
    id: 'business',
    title: 'option.business',
    switches: [
      { key: 'DisplayInCurrencyEnabled', label: 'setting.display_in_currency', hint: 'option.currency_hint' },
      { key: 'DisplayTokenStatEnabled', label: 'setting.display_token_stat', hint: 'setting.display_token_stat_hint' },
    ],
    fields: [
      { key: 'TopUpLink', label: 'option.topup_link', hint: 'option.topup_link_hint' },
      { key: 'ChatLink', label: 'option.chat_link', hint: 'option.chat_link_hint' },
      { key: 'ChatLink2', label: 'option.chat_link2', hint: 'option.chat_link_hint' },
      { key: 'QuotaPerUnit', label: 'setting.quota_per_unit', hint: 'setting.quota_per_unit_hint' },
    ],
  },
  {
    id: 'check-in',
    title: 'option.check_in',
    description: 'option.check_in_hint',
    fields: [
      { key: 'MinQuota', label: 'option.check_in_min', unit: 'setting.token' },
      { key: 'MaxQuota', label: 'option.check_in_max', hint: 'option.check_in_max_hint', unit: 'setting.token' },
      { key: 'BonusPerDay', label: 'option.check_in_bonus', hint: 'option.check_in_bonus_hint', unit: 'setting.token' },
    ],
  },
  {
    id: 'monitor',
    title: 'option.monitor',
    description: 'option.monitor_hint',
    switches: [{ key: 'MonitorLinkEnabled', label: 'option.monitor_enabled' }],
    fields: [{ key: 'MonitorLink', label: 'option.monitor_link', hint: 'option.monitor_link_hint' }],
  },
];

/** Image tasks and the word filter. */
export const filterCards: readonly OptionCardRow[] = [
  {
    id: 'drawing',
    title: 'option.drawing',
    fields: [],
    switches: [
      { key: 'DrawingEnabled', label: 'option.drawing_enabled' },
      { key: 'MjNotifyEnabled', label: 'option.mj_notify', hint: 'option.mj_notify_hint' },
      { key: 'MjAccountFilterEnabled', label: 'option.mj_account_filter' },
      { key: 'MjForwardUrlEnabled', label: 'option.mj_forward_url', hint: 'option.mj_forward_url_hint' },
      { key: 'MjModeClearEnabled', label: 'option.mj_mode_clear' },
      { key: 'MjActionCheckSuccessEnabled', label: 'option.mj_action_check' },
    ],
  },
  {
    id: 'words',
    title: 'option.words',
    switches: [
      { key: 'CheckSensitiveEnabled', label: 'option.words_enabled' },
      { key: 'CheckSensitiveOnPromptEnabled', label: 'option.words_prompt' },
      { key: 'CheckSensitiveOnCompletionEnabled', label: 'option.words_completion' },
      { key: 'StopOnSensitiveEnabled', label: 'option.words_stop', hint: 'option.words_stop_hint' },
    ],
    fields: [
      { key: 'SensitiveWords', label: 'option.words_list', hint: 'option.words_list_hint', form: 'area' },
      { key: 'StreamCacheQueueLength', label: 'option.stream_cache', hint: 'option.stream_cache_hint' },
    ],
  },
];

/** What is written down; the card has a button of its own besides. */
export const logCard: OptionCardRow = {
  id: 'logs',
  title: 'option.logs',
  fields: [],
  switches: [
    { key: 'LogConsumeEnabled', label: 'setting.log_consume', hint: 'setting.log_consume_hint' },
    { key: 'LogErrorAttemptsEnabled', label: 'setting.log_error_attempts' },
  ],
};

export const dataExportCard: OptionCardRow = { ...dashboardCard, title: 'option.data_export' };
