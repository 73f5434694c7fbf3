import { type OptionCardRow } from '../option-card';

/** This card appears in this tab and, as the data export, among the other settings. */
export const dashboardCard: OptionCardRow = {
  id: 'dashboard',
  title: 'setting.dashboard',
  description: 'setting.dashboard_hint',
  fields: [
    { key: 'DataExportEnabled', label: 'setting.dashboard_enabled' },
    {
      key: 'DataExportInterval',
      label: 'setting.dashboard_interval',
      hint: 'setting.dashboard_interval_hint',
      unit: 'setting.minutes',
    },
    {
      key: 'DataExportDefaultTime',
      label: 'setting.dashboard_granularity',
      hint: 'setting.dashboard_granularity_hint',
      choices: { hour: 'setting.hour', day: 'setting.day', week: 'setting.week' },
    },
  ],
};

/** The cards of the operation tab that have only fields. */
export const operationCards: readonly OptionCardRow[] = [
  {
    id: 'general',
    title: 'setting.general',
    fields: [
      { key: 'RetryTimes', label: 'setting.retry_times', hint: 'setting.retry_times_hint' },
      {
        key: 'RetryStatusCodes',
        label: 'setting.retry_codes',
        hint: 'setting.retry_codes_hint',
        fault: 'setting.retry_codes_fault',
      },
      { key: 'NoRetryWords', label: 'setting.no_retry_words', hint: 'setting.no_retry_words_hint', form: 'area' },
      { key: 'ChannelQueueSeconds', label: 'setting.queue_seconds', hint: 'setting.queue_seconds_hint' },
      { key: 'ChannelQueueLength', label: 'setting.queue_length' },
      { key: 'SessionAffinityEnabled', label: 'setting.session_affinity', hint: 'setting.session_affinity_hint' },
      { key: 'StrictConversionEnabled', label: 'setting.strict', hint: 'setting.strict_hint' },
      { key: 'SelfUseModeEnabled', label: 'setting.self_use', hint: 'setting.self_use_hint' },
    ],
  },
  {
    id: 'limits',
    title: 'setting.limits',
    description: 'setting.limits_hint',
    fields: [
      { key: 'GroupRateLimits', label: 'setting.group_limits', fault: 'setting.limits_fault' },
      { key: 'ModelRateLimits', label: 'setting.model_limits', fault: 'setting.limits_fault' },
    ],
  },
  {
    id: 'model-names',
    title: 'setting.model_names',
    description: 'setting.model_names_hint',
    fields: [
      { key: 'ModelAliases', label: 'setting.aliases', hint: 'setting.aliases_hint', fault: 'setting.aliases_fault' },
      { key: 'ModelChains', label: 'setting.chains', hint: 'setting.chains_hint', fault: 'setting.chains_fault' },
    ],
  },
  {
    id: 'price-list',
    title: 'setting.price_list',
    description: 'setting.price_list_hint',
    fields: [
      { key: 'PriceListAddress', label: 'setting.price_list_address', hint: 'setting.price_list_address_hint' },
      { key: 'PriceListHours', label: 'setting.price_list_hours', hint: 'setting.price_list_hours_hint' },
    ],
  },
  dashboardCard,
  {
    id: 'costs',
    title: 'setting.costs',
    description: 'setting.costs_hint',
    fields: [
      { key: 'TagCosts', label: 'setting.tag_costs', hint: 'setting.tag_costs_hint', fault: 'setting.tag_costs_fault' },
      {
        key: 'ReportMailRhythm',
        label: 'setting.report_mail',
        hint: 'setting.report_mail_hint',
        choices: {
          never: 'setting.report_mail_never',
          day: 'setting.report_mail_day',
          week: 'setting.report_mail_week',
          month: 'setting.report_mail_month',
        },
      },
      { key: 'ReportMailTo', label: 'setting.report_mail_to', hint: 'setting.report_mail_to_hint' },
      {
        key: 'StatementAddress',
        label: 'setting.statement_address',
        hint: 'setting.statement_address_hint',
        form: 'area',
      },
    ],
  },
  {
    id: 'monitoring',
    title: 'setting.monitoring',
    fields: [
      {
        key: 'ChannelDisableThreshold',
        label: 'setting.longest_response',
        hint: 'setting.longest_response_hint',
        unit: 'setting.seconds',
      },
      {
        key: 'TokenExpiryRemindDays',
        label: 'setting.expiry_remind_days',
        hint: 'setting.expiry_remind_days_hint',
        unit: 'setting.day',
      },
      {
        key: 'QuotaRemindThreshold',
        label: 'setting.remind_threshold',
        hint: 'setting.remind_threshold_hint',
        unit: 'setting.token',
      },
      {
        key: 'ChannelTestFrequency',
        label: 'setting.channel_test_frequency',
        hint: 'setting.channel_test_frequency_hint',
        unit: 'setting.minutes',
      },
      {
        key: 'ChannelUpdateFrequency',
        label: 'setting.channel_update_frequency',
        hint: 'setting.channel_update_frequency_hint',
        unit: 'setting.minutes',
      },
      { key: 'AutomaticDisableChannelEnabled', label: 'setting.auto_disable' },
      { key: 'AutomaticEnableChannelEnabled', label: 'setting.auto_enable' },
    ],
  },
  {
    id: 'quota',
    title: 'setting.quota',
    fields: [
      { key: 'QuotaForNewUser', label: 'setting.quota_new_user', unit: 'setting.token' },
      {
        key: 'PreConsumedQuota',
        label: 'setting.pre_consumed',
        hint: 'setting.pre_consumed_hint',
        unit: 'setting.token',
      },
      {
        key: 'QuotaForInviter',
        label: 'setting.quota_inviter',
        hint: 'setting.quota_inviter_hint',
        unit: 'setting.token',
      },
      {
        key: 'QuotaForInvitee',
        label: 'setting.quota_invitee',
        hint: 'setting.quota_invitee_hint',
        unit: 'setting.token',
      },
    ],
  },
  {
    id: 'plan',
    title: 'setting.plan_card',
    fields: [
      { key: 'PlanGraceDays', label: 'setting.plan_grace', hint: 'setting.plan_grace_hint' },
      { key: 'PlanCancelRefund', label: 'setting.plan_refund', hint: 'setting.plan_refund_hint' },
    ],
  },
];
