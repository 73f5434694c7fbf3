import { type ShapeProblem } from './header-override';
import { isJsonObject, type JsonObject } from './json';

export const paramOperations = ['set', 'default', 'remove', 'min', 'max', 'rename'] as const;
export type ParamOperation = (typeof paramOperations)[number];

/** One change of the body that a channel sends. */
export interface ParamRule {
  readonly operation: ParamOperation;
  /** Names of members from outside to inside; a number is a place in a list, `*` every place of a list. */
  readonly path: readonly string[];
  /** For `set` and `default` any value, for `min` and `max` a number. */
  readonly value: unknown;
  /** The path that `rename` moves the value to. */
  readonly to: readonly string[];
  /** The rule is for models whose name fits one of these, `*` being any text; empty for every model. */
  readonly models: readonly string[];
}

type ParamProblem = ShapeProblem<'CHANNEL_PARAMS_INVALID' | 'CHANNEL_PARAM_PROTECTED'>;

const RULES_MAX = 100;
const DEPTH_MAX = 8;
const MODELS_MAX = 50;
const NAME_MAX = 128;
/** Names that reach into the objects of the language itself. */
const UNSAFE: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** The gateway itself decides these. */
const FIXED: ReadonlySet<string> = new Set(['model', 'stream']);
/**
 * What a call costs by is known before it is sent, so that it can be reserved: a rule may take these away or lower them,
 * and add nothing to them.
 */
const PAID: ReadonlySet<string> = new Set([
  ...['messages', 'contents', 'input', 'prompt', 'system', 'systemInstruction', 'system_instruction', 'instructions'],
  ...['tools', 'web_search_options', 'modalities', 'n', 'best_of', 'candidateCount', 'candidate_count'],
]);
/** These operations add nothing. */
const LOWERING: ReadonlySet<ParamOperation> = new Set(['remove', 'max']);

/**
 * Reads the parameters that a channel sets, removes, defaults or bounds: either an object whose members are set, null
 * removing one, or `{"rules": [{"path": "a.b", "op": "set", "value": 1, "models": ["gpt-*"]}]}`.
 */
export function readParamOverride(text: string): { readonly rules: readonly ParamRule[] } | ParamProblem {
  if (text.trim() === '') return { rules: [] };
  const parsed = parse(text);
  if (!isJsonObject(parsed)) return invalid('{}');
  const isList = Object.keys(parsed).length === 1 && Array.isArray(parsed.rules);
  const found = isList ? (parsed.rules as readonly unknown[]).map(ruleOf) : Object.entries(parsed).map(plainRule);
  if (found.length > RULES_MAX) return invalid(`${RULES_MAX}`);
  const rules: ParamRule[] = [];
  for (const [at, rule] of found.entries()) {
    if (rule === null || !isSound(rule)) return invalid(isList ? `#${at + 1}` : (Object.keys(parsed)[at] ?? ''));
    const touched = [rule.path, ...(rule.operation === 'rename' ? [rule.to] : [])];
    const guarded = touched.find(path => isProtected(path, rule.operation));
    if (guarded) return { code: 'CHANNEL_PARAM_PROTECTED', at: guarded.join('.') };
    rules.push(rule);
  }
  return { rules };
}

function invalid(at: string): ParamProblem {
  return { code: 'CHANNEL_PARAMS_INVALID', at: at.slice(0, 80) };
}

function plainRule([name, value]: readonly [string, unknown]): ParamRule {
  return { operation: value === null ? 'remove' : 'set', path: [name], value, to: [], models: [] };
}

function ruleOf(written: unknown): ParamRule | null {
  if (!isJsonObject(written)) return null;
  const { op, path, value, to, models = [] } = written as JsonObject;
  const operation = paramOperations.find(known => known === op);
  if (operation === undefined || typeof path !== 'string' || path === '') return null;
  const needsValue = operation !== 'remove' && operation !== 'rename';
  if (needsValue && value === undefined) return null;
  if ((operation === 'min' || operation === 'max') && typeof value !== 'number') return null;
  if (operation === 'rename' && (typeof to !== 'string' || to === '')) return null;
  if (!Array.isArray(models) || models.length > MODELS_MAX || !models.every(isName)) return null;
  const target = operation === 'rename' ? (to as string).split('.') : [];
  return { operation, path: path.split('.'), value, to: target, models: models as readonly string[] };
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= NAME_MAX;
}

function isSound({ path, to }: ParamRule): boolean {
  const isPath = (names: readonly string[]) =>
    names.length <= DEPTH_MAX && names.every(name => isName(name) && !UNSAFE.has(name));
  return isPath(path) && isPath(to) && !to.includes('*');
}

function isProtected(path: readonly string[], operation: ParamOperation): boolean {
  const [first = ''] = path;
  if (path.length === 1 && FIXED.has(first)) return true;
  return !LOWERING.has(operation) && (PAID.has(first) || PAID.has(path.at(-1) ?? ''));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null; // like any text that is not an object
  }
}
