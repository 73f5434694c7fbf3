import { claudeVersionOf, datedNameOf } from '@formats';

/**
 * Base ids that do not consist of `anthropic.`, the gateway's name and `-v1:0`; source: the provider's model list, read
 * 2026-08.
 */
const BASE_IDS: Readonly<Record<string, string>> = {
  'claude-opus-4-6': 'anthropic.claude-opus-4-6-v1',
  'claude-sonnet-4-6': 'anthropic.claude-sonnet-4-6',
  'claude-3-5-sonnet-20241022': 'anthropic.claude-3-5-sonnet-20241022-v2:0',
  'claude-2.1': 'anthropic.claude-v2:1',
  'claude-2.0': 'anthropic.claude-v2',
  'claude-instant-1.2': 'anthropic.claude-instant-v1',
};

/** Matches ids that are complete already: a base id, an inference profile, or the ARN of either. */
const COMPLETE_ID = /^(?:arn:|(?:[a-z]{2,6}(?:-gov)?\.)?anthropic\.)/;
const DATED_NAME = /^claude-.+-\d{8}$/;

/**
 * Versions in the numbering of `claudeVersionOf`: older ones are served without a profile, and by fewer kinds of
 * profiles.
 */
const FIRST_WITH_PROFILE = 307;
const FIRST_GLOBAL = 400;
const FIRST_WITH_NEW_AREAS = 405;
/** From this version on, base ids have neither a date nor a version mark. */
const FIRST_PLAIN = 407;

/**
 * The id by which a model is called: the provider's base id, preceded by the area of the inference profile where the
 * model is not served without one. Complete ids and unknown names stay as they are.
 *
 * @param model the gateway's name, or an id of the provider's own (`anthropic.…`, `eu.anthropic.…`, `arn:…`)
 */
export function bedrockModelId(model: string, region: string): string {
  if (COMPLETE_ID.test(model)) return model;
  const version = claudeVersionOf(model) ?? 0;
  const base = baseIdOf(model, version);
  if (base === null) return model;
  const area = version < FIRST_WITH_PROFILE ? null : profileAreaOf(region, version);
  return area === null ? base : `${area}.${base}`;
}

/**
 * The id of a model without an area: tokens are counted for the base model, and the id of a profile is refused there.
 */
export function bedrockBaseId(model: string): string {
  if (COMPLETE_ID.test(model)) return model.replace(/^[a-z]{2,6}(?:-gov)?\.(?=anthropic\.)/, '');
  return baseIdOf(model, claudeVersionOf(model) ?? 0) ?? model;
}

/** The gateway's name of a base id, which `bedrockModelId` turns back; the id itself where there is no such name. */
export function nameOfBedrockId(id: string): string {
  const [known] = Object.entries(BASE_IDS).find(([, base]) => base === id) ?? [];
  if (known !== undefined) return known;
  const name = id.replace(/^anthropic\./, '').replace(/-v\d+(?::\d+)?$/, '');
  return baseIdOf(name, claudeVersionOf(name) ?? 0) === id ? name : id;
}

/** The path of a call; the id is encoded as one segment, whatever it contains. */
export function modelPath(id: string, action: string): string {
  const segment = encodeURIComponent(id).replace(
    /[!'()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `/model/${segment}/${action}`;
}

function baseIdOf(called: string, version: number): string | null {
  const model = datedNameOf(called);
  const known = Object.hasOwn(BASE_IDS, model) ? BASE_IDS[model] : undefined;
  if (known !== undefined) return known;
  if (DATED_NAME.test(model)) return `anthropic.${model}-v1:0`;
  return version >= FIRST_PLAIN ? `anthropic.${model}` : null;
}

/** The area of the profiles that serve a region; null where there are none. */
function profileAreaOf(region: string, version: number): string | null {
  const isNew = version >= FIRST_WITH_NEW_AREAS;
  if (region.startsWith('us-gov-')) return 'us-gov';
  if (region.startsWith('cn-')) return null;
  if (region.startsWith('us-') || region.startsWith('ca-')) return 'us';
  if (region.startsWith('eu-')) return 'eu';
  if (/^ap-northeast-[13]$/.test(region)) return isNew ? 'jp' : 'apac';
  if (/^ap-southeast-[24]$/.test(region)) return isNew ? 'au' : 'apac';
  if (region.startsWith('ap-') && !isNew) return 'apac';
  return version >= FIRST_GLOBAL ? 'global' : null;
}
