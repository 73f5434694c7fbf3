import { createHash, createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { secretbox } from 'tweetnacl';
import { DataSource } from 'typeorm';

export const SALT_KEY = 'sk-salt-of-the-other-gateway';
export const LITELLM_KEYS = {
  alice: 'sk-Ab3dE6gH9jK2mN5-pQ8_xy',
  team: 'sk-Zz3dE6gH9jK2mN5_pQ8-xy',
  spent: 'sk-spent_key_of_nobody1',
};

function digest(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** As older versions keep a secret. */
function boxed(value: string): string {
  const nonce = randomBytes(secretbox.nonceLength);
  const sealed = secretbox(Buffer.from(value), nonce, createHash('sha256').update(SALT_KEY).digest());
  return Buffer.concat([nonce, sealed]).toString('base64url');
}

/** As newer versions keep a secret. */
function gcm(value: string): string {
  const nonce = randomBytes(12);
  const key = Buffer.from(hkdfSync('sha256', SALT_KEY, '', 'litellm-at-rest-v3', 32));
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(value), cipher.final()]);
  return `v3:gcm:${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`;
}

function json(value: unknown): string {
  return `'${JSON.stringify(value)}'`;
}

/** Writes the tables of a LiteLLM, as far as they matter, into an empty PostgreSQL. @param upstream where its models lie */
export async function composeLiteLlm(url: string, upstream: string): Promise<void> {
  const source = await new DataSource({ type: 'postgres', url }).initialize();
  for (const sql of [...TABLES, ...rows(upstream)]) await source.query(sql);
  await source.destroy();
}

const MONEY = 'max_budget double precision, spend double precision NOT NULL DEFAULT 0';
const TABLES = [
  `CREATE TABLE "LiteLLM_BudgetTable" (budget_id text PRIMARY KEY, max_budget double precision, rpm_limit bigint,
    tpm_limit bigint, max_parallel_requests integer, budget_duration text)`,
  `CREATE TABLE "LiteLLM_TeamTable" (team_id text PRIMARY KEY, team_alias text, ${MONEY}, models text[],
    blocked boolean NOT NULL DEFAULT false)`,
  `CREATE TABLE "LiteLLM_UserTable" (user_id text PRIMARY KEY, user_alias text, user_email text, user_role text,
    password text, ${MONEY}, models text[], budget_duration text, created_at timestamp(3) DEFAULT now())`,
  `CREATE TABLE "LiteLLM_VerificationToken" (token text PRIMARY KEY, key_name text, key_alias text, ${MONEY},
    expires timestamp(3), models text[], aliases jsonb NOT NULL DEFAULT '{}', user_id text, team_id text,
    metadata jsonb NOT NULL DEFAULT '{}', blocked boolean, tpm_limit bigint, rpm_limit bigint,
    max_parallel_requests integer, budget_duration text, budget_id text, created_at timestamp(3) DEFAULT now())`,
  `CREATE TABLE "LiteLLM_ProxyModelTable" (model_id text PRIMARY KEY, model_name text, litellm_params jsonb,
    model_info jsonb, created_at timestamp(3) DEFAULT now())`,
  `CREATE TABLE "LiteLLM_SpendLogs" (request_id text PRIMARY KEY, call_type text, api_key text, spend double precision,
    total_tokens integer, prompt_tokens integer, completion_tokens integer, "startTime" timestamp(3),
    "endTime" timestamp(3), model text, model_id text, model_group text, "user" text, metadata jsonb, messages jsonb,
    status text)`,
  'CREATE TABLE "LiteLLM_Config" (param_name text PRIMARY KEY, param_value jsonb)',
];

function rows(upstream: string): readonly string[] {
  const { alice, team, spent } = LITELLM_KEYS;
  const fast = { model: gcm('openai/gpt-4o'), api_key: gcm('mock-key'), api_base: gcm(`${upstream}/v1`), rpm: 9 };
  const claude = {
    model: boxed('anthropic/claude-sonnet-4'),
    api_key: boxed('sk-ant-dummy'),
    input_cost_per_token: 0.000003,
    input_cost_per_token_above_200k_tokens: 0.000006,
    output_cost_per_token_above_200k_tokens: 0.0000225,
  };
  const abroad = { model: boxed('replicate/llama'), api_key: boxed('os.environ/REPLICATE') };
  return [
    `INSERT INTO "LiteLLM_BudgetTable" VALUES ('small', 2, 30, 1000, 3, NULL)`,
    `INSERT INTO "LiteLLM_TeamTable" VALUES ('t-1', 'Research', 50, 20, '{fast}', false)`,
    `INSERT INTO "LiteLLM_UserTable" (user_id, user_alias, user_email, user_role, max_budget, spend, budget_duration)
      VALUES ('default_user_id', NULL, NULL, 'proxy_admin', NULL, 1, NULL),
        ('u-1', 'alice', 'alice@example.com', 'internal_user', 10, 2.5, NULL),
        ('u-2', NULL, 'bob@example.com', 'internal_user', 5, 0, '30d')`,
    `INSERT INTO "LiteLLM_VerificationToken" (token, key_name, key_alias, max_budget, spend, models, user_id, team_id, budget_id)
      VALUES ('${digest(alice)}', 'sk-...8_xy', 'alice-main', NULL, 0.5, '{fast}', 'u-1', NULL, 'small'),
      ('${digest(team)}', 'sk-...8-xy', NULL, NULL, 3, '{all-team-models}', NULL, 't-1', NULL),
      ('${digest(spent)}', 'sk-...ody1', NULL, 1, 1, '{}', NULL, NULL, NULL)`,
    `INSERT INTO "LiteLLM_ProxyModelTable" VALUES ('m-1', 'fast', ${json(fast)}, '{}'), ('m-2', 'claude', ${json(claude)}, '{}'),
      ('m-3', 'abroad', ${json(abroad)}, '{}')`,
    `INSERT INTO "LiteLLM_SpendLogs" VALUES
      ('r-1', 'acompletion', '${digest(alice)}', 0.002, 30, 10, 20, '2026-01-02 03:04:05.100', '2026-01-02 03:04:06.600',
        'gpt-4o', 'm-1', 'fast', 'u-1', '{}', '{}', 'success'),
      ('r-2', 'acompletion', '${digest(alice)}', 0, 0, 0, 0, '2026-01-02 03:04:05.100', '2026-01-02 03:04:05.200',
        'gpt-4o', 'm-1', 'fast', 'u-1', '{}', '{}', 'failure'),
      ('r-3', 'acompletion', '${digest(team)}', 0.004, 30, 10, 20, '2026-01-02 04:04:05.100', '2026-01-02 04:04:06.600',
        'gpt-4o', 'm-1', 'fast', '', '{}', '{}', 'success')`,
    `INSERT INTO "LiteLLM_Config" VALUES ('router_settings', '{}')`,
  ];
}
