/**
 * The tables of a LiteLLM database as tables of the gateways that this importer knows, so that one way reads them all.
 * Read as JSON, a column that an older version lacks is empty. Source: the schema in `litellm-proxy-extras` (Prisma,
 * PostgreSQL) of BerriAI/litellm, migrations to 2026-02.
 */

/** Units of a dollar here. */
const UNITS_PER_DOLLAR = 500_000;

/** Ids there are texts; these numbers stand for them, and no row has one of them here. */
function idOf(text: string): string {
  return `('x' || substr(md5(${text}), 1, 12))::bit(48)::bigint`;
}

function units(dollars: string): string {
  return `round((${dollars})::numeric * ${UNITS_PER_DOLLAR})::bigint`;
}

function seconds(time: string): string {
  return `floor(extract(epoch FROM (${time})::timestamp))::bigint`;
}

function rowsOf(table: string): string {
  return `(SELECT to_jsonb(t) AS r FROM "${table}" AS t)`;
}

const USERS = rowsOf('LiteLLM_UserTable');
const TEAMS = rowsOf('LiteLLM_TeamTable');
const KEYS = rowsOf('LiteLLM_VerificationToken');
const BUDGETS = rowsOf('LiteLLM_BudgetTable');
const MODELS = rowsOf('LiteLLM_ProxyModelTable');
const CALLS = rowsOf('LiteLLM_SpendLogs');

/** Whose a key is: a person's, a team's, or nobody's. */
const OWNER = `COALESCE(NULLIF(r->>'user_id', ''), 'team:' || NULLIF(r->>'team_id', ''), 'litellm')`;
/** The budget that stands beside a key, when the key has none of its own. */
const KEY_BUDGET = `COALESCE((k.r->>'max_budget')::numeric, (b.r->>'max_budget')::numeric)`;

/** Dollars of a person without a budget: more than anybody spends. */
export const WITHOUT_BUDGET_DOLLARS = 1_000_000;

const OWNERS = `
  SELECT r->>'user_id' AS owner, r FROM ${USERS} AS u
  UNION ALL
  SELECT o.owner, COALESCE(t.r, '{}'::jsonb) FROM (SELECT DISTINCT ${OWNER} AS owner FROM ${KEYS} AS k) AS o
    LEFT JOIN ${TEAMS} AS t ON o.owner = 'team:' || (t.r->>'team_id')
    WHERE o.owner NOT IN (SELECT r->>'user_id' FROM ${USERS} AS u)`;

/** Queries by the name of the table for which each stands. */
export const LITELLM_TABLES: Readonly<Record<string, string>> = {
  users: `
    SELECT ${idOf('owner')} AS id, owner AS source_name,
      COALESCE(NULLIF(r->>'user_alias', ''), NULLIF(r->>'team_alias', ''), NULLIF(split_part(r->>'user_email', '@', 1), ''),
        owner) AS username,
      COALESCE(NULLIF(r->>'user_alias', ''), r->>'team_alias', '') AS display_name,
      CASE WHEN r->>'user_role' = 'proxy_admin' THEN 10 ELSE 1 END AS role,
      CASE WHEN r->>'blocked' = 'true' THEN 2 ELSE 1 END AS status,
      COALESCE(r->>'user_email', '') AS email,
      (r->>'max_budget') IS NULL AS has_no_budget, COALESCE(r->>'budget_duration', '') AS budget_duration,
      ${units(`COALESCE((r->>'max_budget')::numeric - COALESCE((r->>'spend')::numeric, 0), ${WITHOUT_BUDGET_DOLLARS})`)} AS quota,
      ${units(`COALESCE((r->>'spend')::numeric, 0)`)} AS used_quota,
      COALESCE(${seconds(`r->>'created_at'`)}, 0) AS created_at
    FROM (${OWNERS}) AS owners`,
  tokens: `
    SELECT ${idOf(`k.r->>'token'`)} AS id, ${idOf(OWNER.replaceAll('r->>', 'k.r->>'))} AS user_id,
      k.r->>'token' AS digest, COALESCE(NULLIF(k.r->>'key_alias', ''), k.r->>'key_name', '') AS name,
      CASE WHEN k.r->>'blocked' = 'true' THEN 2 ELSE 1 END AS status,
      ${KEY_BUDGET} IS NULL AS unlimited_quota,
      COALESCE(${units(`${KEY_BUDGET} - COALESCE((k.r->>'spend')::numeric, 0)`)}, 0) AS remain_quota,
      ${units(`COALESCE((k.r->>'spend')::numeric, 0)`)} AS used_quota,
      COALESCE(${seconds(`k.r->>'created_at'`)}, 0) AS created_time,
      COALESCE(${seconds(`k.r->>'expires'`)}, -1) AS expired_time,
      COALESCE(k.r->'models', '[]'::jsonb)::text AS models, COALESCE(t.r->'models', '[]'::jsonb)::text AS team_models,
      COALESCE(k.r->>'rpm_limit', b.r->>'rpm_limit') AS rpm_limit, COALESCE(k.r->>'tpm_limit', b.r->>'tpm_limit') AS tpm_limit,
      COALESCE(k.r->>'max_parallel_requests', b.r->>'max_parallel_requests') AS max_concurrency,
      COALESCE(k.r->>'budget_duration', b.r->>'budget_duration', '') AS budget_duration,
      COALESCE(t.r->>'team_alias', k.r->>'team_id', '') AS team,
      (NULLIF(k.r->>'user_id', '')) IS NOT NULL AS has_person,
      COALESCE(k.r->>'model_max_budget', '{}') AS model_max_budget,
      COALESCE(k.r->'metadata'->>'allowed_ips', '') AS allowed_ips, COALESCE(k.r->>'aliases', '{}') AS aliases
    FROM ${KEYS} AS k
      LEFT JOIN ${BUDGETS} AS b ON b.r->>'budget_id' = k.r->>'budget_id'
      LEFT JOIN ${TEAMS} AS t ON t.r->>'team_id' = k.r->>'team_id'`,
  channels: `
    SELECT ${idOf(`r->>'model_id'`)} AS id, r->>'model_id' AS source_name, r->>'model_name' AS name,
      r->'litellm_params' AS params, r->'model_info' AS info, 0 AS used_quota,
      COALESCE(${seconds(`r->>'created_at'`)}, 0) AS created_time
    FROM ${MODELS} AS m`,
  logs: `
    SELECT floor(extract(epoch FROM (c.r->>'startTime')::timestamp) * 1000)::bigint AS id,
      ${seconds(`c.r->>'startTime'`)} AS created_at,
      CASE WHEN c.r->>'status' = 'failure' THEN 5 ELSE 2 END AS type, '' AS content,
      ${idOf(`COALESCE(NULLIF(c.r->>'user', ''), NULLIF(k.r->>'user_id', ''), 'team:' || NULLIF(k.r->>'team_id', ''), 'litellm')`)} AS user_id,
      ${idOf(`c.r->>'api_key'`)} AS token_id,
      COALESCE(NULLIF(k.r->>'key_alias', ''), k.r->>'key_name', '') AS token_name,
      ${idOf(`COALESCE(c.r->>'model_id', '')`)} AS channel_id,
      COALESCE(NULLIF(c.r->>'model_group', ''), c.r->>'model') AS model_name,
      ${units(`(c.r->>'spend')::numeric`)} AS quota,
      c.r->>'prompt_tokens' AS prompt_tokens, c.r->>'completion_tokens' AS completion_tokens,
      COALESCE((c.r->>'request_duration_ms')::bigint,
        (extract(epoch FROM (c.r->>'endTime')::timestamp - (c.r->>'startTime')::timestamp) * 1000)::bigint) AS elapsed_time,
      COALESCE(c.r->>'requester_ip_address', '') AS ip, c.r->>'request_id' AS request_id
    FROM ${CALLS.replace('to_jsonb(t)', `to_jsonb(t) - '{messages,response,proxy_server_request,metadata}'::text[]`)} AS c
      LEFT JOIN ${KEYS} AS k ON k.r->>'token' = c.r->>'api_key'`,
};
