import { modelList } from './model-list';

/** Said of models about which the client knows nothing of its own. */
const BASE_INSTRUCTIONS =
  'You are a coding agent that works in the terminal of its user. Read before you change, keep changes small, run what ' +
  'shows that they work, and say plainly what you did and what is left.';

/** Families whose models take an effort of reasoning. */
const REASONING = /^(gpt-5|o[134](-|$)|codex-)/;

const REASONING_LEVELS = [
  { effort: 'low', description: 'Answers soon' },
  { effort: 'medium', description: 'Weighs speed against depth' },
  { effort: 'high', description: 'Thinks longest' },
];

/**
 * One model as the Codex client reads it. It takes the list only when every field without a default of its own is there;
 * what the gateway does not know of a model is given the cautious value. Source: `ModelInfo` in the client's `protocol`
 * crate.
 *
 * @param priority the place in the client's picker; the smallest comes first
 */
function codexModel(slug: string, priority: number): object {
  const reasons = REASONING.test(slug);
  return {
    slug,
    id: slug,
    display_name: slug,
    description: null,
    ...(reasons && { default_reasoning_level: 'medium' }),
    supported_reasoning_levels: reasons ? REASONING_LEVELS : [],
    shell_type: 'shell_command',
    visibility: 'list',
    supported_in_api: true,
    priority,
    upgrade: null,
    base_instructions: BASE_INSTRUCTIONS,
    supports_reasoning_summaries: reasons,
    support_verbosity: false,
    default_verbosity: null,
    apply_patch_tool_type: null,
    truncation_policy: { mode: 'bytes', limit: 10_000 },
    supports_parallel_tool_calls: false,
    context_window: null,
    experimental_supported_tools: [],
  };
}

/** `GET /v1/models` for the Codex client, which sends `client_version`: its own list beside the usual one. */
export function codexModelList(names: readonly string[]): object {
  return { ...modelList(names), models: names.map((name, at) => codexModel(name, at)) };
}
