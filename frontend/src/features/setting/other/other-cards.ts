import { dashboardCard } from '../operation/operation-cards';
import { type OptionCardRow } from '../option-card';

/** The cards for the texts that the site shows. */
export const contentCards: readonly OptionCardRow[] = [
  {
    id: 'notice',
    title: 'setting.notice_title',
    description: 'setting.notice_description',
    fields: [{ key: 'Notice', label: 'setting.notice', hint: 'setting.source_hint', form: 'source' }],
  },
  {
    id: 'personalization',
    title: 'setting.personalization',
    switches: [
      { key: 'DefaultCollapseSidebar', label: 'setting.collapse_sidebar', hint: 'setting.collapse_sidebar_hint' },
    ],
    fields: [
      { key: 'SystemName', label: 'setting.system_name', hint: 'setting.system_name_hint' },
      { key: 'Logo', label: 'setting.logo', hint: 'setting.logo_hint' },
      { key: 'badgeContent', label: 'setting.badge', hint: 'setting.badge_hint' },
      { key: 'badgeColor', label: 'setting.badge_color', hint: 'setting.badge_color_hint' },
      { key: 'Footer', label: 'setting.footer', hint: 'setting.source_hint', form: 'source' },
      { key: 'HomePageContent', label: 'setting.home_page', hint: 'setting.page_hint', form: 'source' },
      { key: 'About', label: 'setting.about', hint: 'setting.page_hint', form: 'source' },
      {
        key: 'TokenChannelDescription',
        label: 'setting.token_description',
        hint: 'setting.token_description_hint',
        form: 'source',
      },
      { key: 'DebugDocument', label: 'setting.debug_document', hint: 'setting.debug_document_hint', form: 'source' },
      { key: 'TopupAffiliate', label: 'setting.topup_affiliate', hint: 'setting.topup_affiliate_hint' },
      { key: 'QQContact', label: 'setting.qq_contact' },
      { key: 'WeChatContact', label: 'setting.wechat_contact' },
    ],
  },
];

/** The cards for links, the display of quota, the check-in and the monitor page. */
export const businessCards: readonly OptionCardRow[] = [
  {
    id: 'business',
    title: 'setting.business',
    switches: [
      { key: 'DisplayInCurrencyEnabled', label: 'setting.display_in_currency', hint: 'setting.currency_hint' },
      { key: 'DisplayTokenStatEnabled', label: 'setting.display_token_stat', hint: 'setting.display_token_stat_hint' },
    ],
    fields: [
      { key: 'TopUpLink', label: 'setting.topup_link', hint: 'setting.topup_link_hint' },
      { key: 'ChatLink', label: 'setting.chat_link', hint: 'setting.chat_link_hint' },
      { key: 'ChatLink2', label: 'setting.chat_link2', hint: 'setting.chat_link_hint' },
      { key: 'QuotaPerUnit', label: 'setting.quota_per_unit', hint: 'setting.quota_per_unit_hint' },
    ],
  },
  {
    id: 'check-in',
    title: 'setting.check_in',
    description: 'setting.check_in_hint',
    fields: [
      { key: 'MinQuota', label: 'setting.check_in_min', unit: 'setting.token' },
      { key: 'MaxQuota', label: 'setting.check_in_max', hint: 'setting.check_in_max_hint', unit: 'setting.token' },
      {
        key: 'BonusPerDay',
        label: 'setting.check_in_bonus',
        hint: 'setting.check_in_bonus_hint',
        unit: 'setting.token',
      },
    ],
  },
  {
    id: 'monitor',
    title: 'setting.monitor',
    description: 'setting.monitor_hint',
    switches: [{ key: 'MonitorLinkEnabled', label: 'setting.monitor_enabled' }],
    fields: [{ key: 'MonitorLink', label: 'setting.monitor_link', hint: 'setting.monitor_link_hint' }],
  },
  {
    id: 'status-page',
    title: 'setting.status_page',
    description: 'setting.status_page_hint',
    fields: [],
    switches: [{ key: 'StatusPageEnabled', label: 'setting.status_page_enabled' }],
  },
];

/** The cards for image tasks and the word filter. */
export const filterCards: readonly OptionCardRow[] = [
  {
    id: 'drawing',
    title: 'setting.drawing',
    fields: [],
    switches: [
      { key: 'DrawingEnabled', label: 'setting.drawing_enabled' },
      { key: 'MjNotifyEnabled', label: 'setting.mj_notify', hint: 'setting.mj_notify_hint' },
      { key: 'MjAccountFilterEnabled', label: 'setting.mj_account_filter' },
      { key: 'MjForwardUrlEnabled', label: 'setting.mj_forward_url', hint: 'setting.mj_forward_url_hint' },
      { key: 'MjModeClearEnabled', label: 'setting.mj_mode_clear' },
      { key: 'MjActionCheckSuccessEnabled', label: 'setting.mj_action_check' },
    ],
  },
  {
    id: 'tasks',
    title: 'setting.tasks',
    fields: [],
    switches: [{ key: 'TaskEnabled', label: 'setting.task_enabled', hint: 'setting.task_enabled_hint' }],
  },
  {
    id: 'words',
    title: 'setting.words',
    switches: [
      { key: 'CheckSensitiveEnabled', label: 'setting.words_enabled' },
      { key: 'CheckSensitiveOnPromptEnabled', label: 'setting.words_prompt' },
      { key: 'CheckSensitiveOnCompletionEnabled', label: 'setting.words_completion' },
      { key: 'StopOnSensitiveEnabled', label: 'setting.words_stop', hint: 'setting.words_stop_hint' },
    ],
    fields: [
      { key: 'SensitiveWords', label: 'setting.words_list', hint: 'setting.words_list_hint', form: 'area' },
      { key: 'StreamCacheQueueLength', label: 'setting.stream_cache', hint: 'setting.stream_cache_hint' },
    ],
  },
];

/** The card for logging, which also has a button of its own. */
export const logCard: OptionCardRow = {
  id: 'logs',
  title: 'setting.logs',
  fields: [],
  switches: [
    { key: 'LogConsumeEnabled', label: 'setting.log_consume', hint: 'setting.log_consume_hint' },
    { key: 'LogErrorAttemptsEnabled', label: 'setting.log_error_attempts' },
  ],
};

export const dataExportCard: OptionCardRow = { ...dashboardCard, title: 'setting.data_export' };
