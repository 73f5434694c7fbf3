import {
  type BackupRunView,
  type BackupStatus,
  type ChannelView,
  type ContactInfo,
  type ImageTaskView,
  type InspectedCall,
  type InspectedCallRow,
  type InspectRuleView,
  type BillRow,
  type CostSums,
  type HourlyUsage,
  type OwnReportRow,
  type ReportForecast,
  type ReportRow,
  type ReportSums,
  type Statement,
  type StatementBalance,
  type StatementChange,
  type LogEntry,
  type LogStat,
  type MoveInReport,
  type MoveInRun,
  type MoveInStatus,
  type MoveInTable,
  type OwnUser,
  type Page,
  type RedemptionView,
  type RegistrationCodeUse,
  type RegistrationCodeView,
  type SessionUser,
  type SiteStatus,
  type TaskView,
  type AdminTokenView,
  type BudgetView,
  type PlanChangePreview,
  type PlanOffer,
  type PlanView,
  type SubscriptionView,
  type TeamDetail,
  type TeamInvitationOffer,
  type TeamInvited,
  type TeamKey,
  type TeamMember,
  type TeamSummary,
  type TokenFacts,
  type TokenTemplate,
  type TokenLeakResult,
  type TokenView,
  type Overview,
  type OverviewTimes,
  type OverviewTotals,
  type SiteOverview,
  type UsageRank,
} from '@contracts';

const text: unknown = expect.any(String);
const number: unknown = expect.any(Number);
const flag: unknown = expect.any(Boolean);
/** Matches every value, also null, which `expect.anything()` does not match. */
const whatever: unknown = { asymmetricMatch: () => true };

/** Names every field of a contract and no other; a field that is added or removed causes a compiler error here. */
type ShapeOf<View> = { readonly [Field in keyof Required<View>]: unknown };

export const backupStatusShape: ShapeOf<BackupStatus> = {
  destination: text,
  is_encrypted: flag,
  is_passphrase_given: flag,
  has_secrets: flag,
  next_at: whatever,
  runs: whatever,
};

export const moveInStatusShape: ShapeOf<MoveInStatus> = { source_file: whatever, logs_file: whatever, run: whatever };

export const moveInRunShape: ShapeOf<MoveInRun> = {
  id: number,
  state: text,
  is_dry_run: flag,
  source: text,
  username: text,
  started_at: number,
  ended_at: number,
  step: text,
  step_rows: number,
  error: text,
  report: whatever,
};

export const moveInReportShape: ShapeOf<MoveInReport> = {
  family: text,
  tables: whatever,
  remarks: whatever,
  accounts_checked: whatever,
  difference_units: number,
  differences: whatever,
};

export const moveInTableShape: ShapeOf<MoveInTable> = {
  table: text,
  there: whatever,
  fresh: whatever,
  changed: whatever,
  same: whatever,
  here: whatever,
  is_equal: whatever,
};

export const backupRunShape: ShapeOf<BackupRunView> = {
  id: number,
  state: text,
  name: text,
  destination: text,
  is_scheduled: flag,
  started_at: number,
  duration_ms: number,
  bytes: number,
  rows: number,
  error: text,
};

export const sessionUserShape: ShapeOf<SessionUser> = {
  id: number,
  username: text,
  display_name: text,
  role: number,
  status: number,
  group: text,
  message_penetration: text,
};

export const ownUserShape: ShapeOf<OwnUser> = {
  ...sessionUserShape,
  email: text,
  github_id: text,
  linuxdo_id: text,
  linuxdo_level: number,
  wechat_id: text,
  telegram_id: text,
  oidc_id: text,
  quota: number,
  used_quota: number,
  request_count: number,
  rpm_limit: number,
  tpm_limit: number,
  max_concurrency: number,
  rpd_limit: number,
  aff_code: text,
  aff_count: number,
  aff_quota: number,
  aff_history_quota: number,
  inviter_id: number,
  DeletedAt: null,
};

/** What a token and a template of tokens have in common. */
const tokenLimits = {
  model_limits_enabled: flag,
  model_limits: text,
  ip_limits: text,
  rate_limit_enabled: flag,
  rate_limit_interval: number,
  rate_limit_count: number,
  rpm_limit: number,
  tpm_limit: number,
  max_concurrency: number,
  rpd_limit: number,
  default_model: text,
  group: text,
};

const tokenFacts: ShapeOf<TokenFacts> = {
  disabled_by_admin: flag,
  id: number,
  user_id: number,
  status: number,
  name: text,
  created_time: number,
  accessed_time: number,
  accessed_ip: text,
  accessed_client: text,
  rotated_time: number,
  previous_ends_time: number,
  expired_time: number,
  remain_quota: number,
  unlimited_quota: flag,
  used_quota: number,
  team_id: number,
  tags: text,
  ...tokenLimits,
};

export const tokenShape: ShapeOf<TokenView> = { ...tokenFacts, key: expect.stringMatching(/^[0-9A-Za-z]{48}$/) };

export const templateShape: ShapeOf<TokenTemplate> = {
  id: number,
  is_site: flag,
  name: text,
  remain_quota: number,
  unlimited_quota: flag,
  expires_in_seconds: number,
  ...tokenLimits,
};

const teamSummaryShape: ShapeOf<TeamSummary> = {
  id: number,
  name: text,
  role: number,
  owner_name: text,
  member_count: number,
  balance: number,
  used_quota: number,
  request_count: number,
  allowed_groups: whatever,
  allowed_models: whatever,
  created_time: number,
};

export const teamShapes = {
  summary: teamSummaryShape,
  detail: { ...teamSummaryShape, members: whatever, invitations: whatever } satisfies ShapeOf<TeamDetail>,
  member: {
    user_id: number,
    username: text,
    role: number,
    joined_time: number,
    cap: whatever,
  } satisfies ShapeOf<TeamMember>,
  invited: {
    id: number,
    role: number,
    email: text,
    created_by: text,
    created_time: number,
    expires_time: number,
    code: text,
  } satisfies ShapeOf<TeamInvited>,
  offer: { team: text, role: number, invited_by: text, expires_time: number } satisfies ShapeOf<TeamInvitationOffer>,
  key: {
    id: number,
    name: text,
    username: text,
    is_shared: flag,
    key: text,
    status: number,
    used_quota: number,
    created_time: number,
    accessed_time: number,
    tags: text,
  } satisfies ShapeOf<TeamKey>,
};

export const adminTokenShape: ShapeOf<AdminTokenView> = { ...tokenFacts, username: text };

export const budgetShape: ShapeOf<BudgetView> = {
  id: number,
  scope: text,
  owner_id: number,
  group: text,
  owner_name: text,
  username: text,
  quota: number,
  window: text,
  is_rolling: flag,
  time_zone: text,
  is_hard: flag,
  carries_over: flag,
  thresholds: expect.any(Array),
  is_own: flag,
  created_by: text,
  created_time: number,
  granted_quota: number,
  used_quota: number,
  remain_quota: number,
  period_start: number,
  reset_time: number,
};

export const leakShape: ShapeOf<TokenLeakResult> = { token: tokenShape, uses: [] };

export const planShape: ShapeOf<PlanView> = {
  id: number,
  name: text,
  description: text,
  price_quota: number,
  period: text,
  quota: number,
  models: expect.any(Array),
  groups: expect.any(Array),
  overage: text,
  trial_days: number,
  is_on_sale: flag,
  sort_order: number,
  subscribers: number,
};

export const planOfferShape: ShapeOf<PlanOffer> = {
  id: number,
  name: text,
  description: text,
  price_quota: number,
  period: text,
  quota: number,
  models: expect.any(Array),
  groups: expect.any(Array),
  overage: text,
  trial_days: number,
  sort_order: number,
  is_trial_open: flag,
  is_held: flag,
};

export const subscriptionShape: ShapeOf<SubscriptionView> = {
  id: number,
  user_id: number,
  username: text,
  plan_id: number,
  name: text,
  price_quota: number,
  period: text,
  quota: number,
  models: expect.any(Array),
  groups: expect.any(Array),
  overage: text,
  state: text,
  used_quota: number,
  remain_quota: number,
  period_start: number,
  period_end: number,
  time_zone: text,
  is_cancelled: flag,
  next_plan: text,
  prepaid_periods: number,
  created_time: number,
};

export const planChangeShape: ShapeOf<PlanChangePreview> = {
  is_now: flag,
  credit_quota: number,
  price_quota: number,
  effective_time: number,
  period_end: number,
};

export const registrationCodeShape: ShapeOf<RegistrationCodeView> = {
  id: number,
  code: expect.stringMatching(/^([2-9a-z]{4}-){3}[2-9a-z]{4}$/),
  note: text,
  group: text,
  quota: number,
  uses: number,
  uses_max: number,
  status: number,
  created_by: text,
  created_time: number,
  expires_time: number,
};

export const registrationUseShape: ShapeOf<RegistrationCodeUse> = {
  user_id: number,
  username: text,
  used_time: number,
};

/** A code that is worth quota has no field of plans. */
export const redemptionShape: ShapeOf<Omit<RedemptionView, 'plan_id' | 'plan_name' | 'plan_periods'>> = {
  id: number,
  user_id: number,
  key: expect.stringMatching(/^[0-9a-f]{32}$/),
  status: number,
  name: text,
  quota: number,
  created_time: number,
  redeemed_time: number,
  used_user_id: number,
};

/** The key is left out, because it is returned only on request. */
export const channelShape: ShapeOf<Omit<ChannelView, 'key'>> = {
  id: number,
  type: number,
  name: text,
  status: number,
  several_keys: flag,
  total_keys: number,
  usable_keys: number,
  group: text,
  models: text,
  openai_organization: null,
  ma_input_tokens: number,
  base_url: text,
  other: text,
  other_info: text,
  model_mapping: text,
  status_code_mapping: text,
  test_model: null,
  auto_ban: number,
  priority: number,
  weight: number,
  response_time: number,
  test_time: number,
  used_quota: number,
  balance: number,
  balance_updated_time: number,
  created_time: number,
  cost_ratio: number,
  supplier_cost: text,
  first_byte_timeout_seconds: number,
  first_token_timeout_seconds: number,
  proxy: text,
  header_override: text,
  pass_headers: text,
  param_override: text,
  system_prompt: text,
  system_prompt_mode: text,
  max_concurrency: number,
  rpm_limit: number,
  tpm_limit: number,
  key_rpm_limit: number,
  key_tpm_limit: number,
  key_max_concurrency: number,
  tag: text,
  note: text,
  expired_time: number,
};

export const logEntryShape: Omit<ShapeOf<LogEntry>, 'cost' | 'team_id' | 'tags'> = {
  id: number,
  user_id: number,
  username: text,
  created_at: number,
  type: number,
  content: text,
  token_name: text,
  token_id: number,
  token_group: text,
  model_name: text,
  quota: number,
  prompt_tokens: number,
  completion_tokens: number,
  use_time: number,
  duration_ms: number,
  is_stream: flag,
  channel: number,
  channel_name: text,
  client_ip: text,
  request_id: text,
  other: text,
};

export const logStatShape: ShapeOf<LogStat> = { quota: number, count: number, token: number, rpm: number, tpm: number };

export const hourlyUsageShape: ShapeOf<HourlyUsage> = {
  id: number,
  user_id: number,
  username: text,
  model_name: text,
  created_at: number,
  token_used: number,
  count: number,
  quota: number,
};

export const usageRankShape: ShapeOf<UsageRank> = {
  id: number,
  name: text,
  username: text,
  token_used: number,
  count: number,
  quota: number,
};

const totalsShape: ShapeOf<OverviewTotals> = { requests: number, errors: number, quota: number, tokens: number };

export const overviewShape: ShapeOf<Overview> = {
  start: number,
  end: number,
  step: 'hour',
  totals: totalsShape,
  previous: totalsShape,
  periods: Array.from({ length: 25 }, () => ({ ...totalsShape, at: number })),
  models: [{ name: text, quota: expect.any(Array), requests: expect.any(Array) }],
  keys: [usageRankShape],
};

const timesShape: ShapeOf<OverviewTimes> = {
  latency_p50: number,
  latency_p95: number,
  first_token_p50: null,
  first_token_p95: null,
};
const noTimesShape: ShapeOf<OverviewTimes> = { ...timesShape, latency_p50: null, latency_p95: null };

/** The overview of a site with one resting channel, after a call that was answered. */
export const siteOverviewShape: ShapeOf<SiteOverview> = {
  ...overviewShape,
  users: [usageRankShape],
  times: timesShape,
  previous_times: noTimesShape,
  period_times: [{ ...timesShape, at: number }],
  last_minute: { requests: number, errors: number },
  channels: [{ id: number, name: text, state: 'resting', success_rate: number, reason: text }],
  channels_troubled: 1,
  channels_total: 2,
  alerts: [],
  alerts_firing: 0,
  first_steps: { channel: true, price: expect.any(Boolean), key: true, call: true },
};

const reportSums = { count: number, token_used: number, quota: number, prompt_tokens: number, cached_tokens: number };
const planSums = { plan_quota: number, plan_income: number, plan_discount: number };
const costSums = { cost: number, fixed_cost: number, costed_quota: number, ...planSums };

export const ownReportRowShape: ShapeOf<OwnReportRow> = { id: number, name: text, username: text, ...reportSums };
export const reportRowShape: ShapeOf<ReportRow> = { ...ownReportRowShape, ...costSums };
export const ownReportSumsShape: ShapeOf<ReportSums> = reportSums;
export const reportSumsShape: ShapeOf<ReportSums & CostSums> = { ...reportSums, ...costSums };
export const forecastShape: ShapeOf<ReportForecast> = { month: text, spent: number, expected: number };

export const statementShape: Omit<ShapeOf<Statement>, 'lines' | 'total' | 'parts' | 'balance'> = {
  number,
  month: text,
  issued_time: number,
  site_name: text,
  site_address: text,
  tax_name: text,
  user_id: number,
  team_id: number,
  username: text,
  display_name: text,
  paid_by_plans: number,
  paid_by_teams: number,
  orders: [],
  quota_per_unit: number,
};

export const statementBalanceShape: Omit<ShapeOf<StatementBalance>, 'changes'> = { begin: number, end: number };
export const statementChangeShape: ShapeOf<StatementChange> = { kind: text, quota: number };

export const billRowShape: ShapeOf<BillRow> = { day: text, model: text, billed: number, computed: number };

export const pageShape: Omit<ShapeOf<Page<LogEntry>>, 'items'> = { total: number, page: number, page_size: number };

/** A page of the log that was asked with a cursor. */
export const logPageShape = { ...pageShape, next_cursor: text, previous_cursor: text };

export const contactShape: ShapeOf<ContactInfo> = { QQContact: text, WeChatContact: text };

export const statusShape: ShapeOf<SiteStatus> = {
  version: text,
  start_time: number,
  system_name: text,
  logo: text,
  footer_html: text,
  server_address: text,
  quota_per_unit: number,
  display_in_currency: flag,
  inspector: flag,
  enable_drawing: flag,
  enable_task: flag,
  enable_data_export: flag,
  data_export_interval: number,
  data_export_default_time: text,
  default_collapse_sidebar: flag,
  mj_notify_enabled: flag,
  chat_link: text,
  chat_link2: text,
  email_verification: flag,
  turnstile_check: flag,
  turnstile_site_key: text,
  github_oauth: flag,
  github_client_id: text,
  github_authorize_url: text,
  linuxdo_oauth: flag,
  linuxdo_client_id: text,
  linuxdo_authorize_url: text,
  wechat_login: flag,
  wechat_qrcode: text,
  telegram_oauth: flag,
  telegram_bot_name: text,
  oidc_login: flag,
  oidc_name: text,
  passkey_login: flag,
  top_up_link: text,
  min_topup: number,
  price: number,
  enable_online_topup: flag,
  MonitorLink: text,
  MonitorLinkEnabled: flag,
  status_page: flag,
  password_login: flag,
  password_register: flag,
  register_code_required: flag,
  register_enabled: flag,
  badgeContent: text,
  badgeColor: text,
  sign_in_enabled: flag,
  default_password: flag,
  demo: flag,
  home_page: flag,
};

export const imageTaskShape: ShapeOf<ImageTaskView> = {
  id: number,
  code: number,
  user_id: number,
  action: text,
  mj_id: text,
  prompt: text,
  prompt_en: text,
  description: text,
  state: text,
  submit_time: number,
  start_time: number,
  finish_time: number,
  image_url: text,
  video_urls: expect.any(Array) as unknown,
  status: text,
  progress: text,
  fail_reason: text,
  channel_id: number,
  quota: number,
  buttons: text,
  properties: text,
};

export const taskShape: ShapeOf<TaskView> = {
  id: number,
  created_at: number,
  updated_at: number,
  task_id: text,
  platform: text,
  user_id: number,
  channel_id: number,
  quota: number,
  action: text,
  status: text,
  fail_reason: text,
  submit_time: number,
  start_time: number,
  finish_time: number,
  progress: text,
  properties: expect.any(Object) as unknown,
  data: whatever,
};

/** A rule of the request inspector. */
export const inspectRuleShape: ShapeOf<InspectRuleView> = {
  id: number,
  user_id: number,
  token_id: number,
  channel_id: number,
  model_name: text,
  per_mille: number,
  only_failures: flag,
  note: text,
  is_own: flag,
  created_by: text,
  created_time: number,
  expired_time: number,
  username: text,
  token_name: text,
  channel_name: text,
};

export const inspectedRowShape: ShapeOf<InspectedCallRow> = {
  id: number,
  request_id: text,
  kept_until: number,
  created_time: number,
  user_id: number,
  username: text,
  token_id: number,
  model_name: text,
  status: number,
  has_failed: flag,
  bytes: number,
};

export const inspectedCallShape: ShapeOf<InspectedCall> = {
  request_id: text,
  created_time: number,
  kept_until: number,
  user_id: number,
  model_name: text,
  method: text,
  path: text,
  request_headers: whatever,
  request: whatever,
  status: number,
  answer_headers: whatever,
  answer: whatever,
  first_byte_ms: whatever,
  ended_ms: number,
  is_left: flag,
  attempts: whatever,
};
