import {
  channelPresets,
  channelTypeOf,
  isHttpUrl,
  isStatusCodeMapping,
  isTextMap,
  PRESET_CHANNEL_TYPE,
  regionProblem,
  splitList,
  withoutTrailingSlash,
  type ChannelEdit,
  type ChannelModelFetch,
  type ChannelPreset,
  type ChannelSave,
  type ChannelView,
} from '@contracts';
import { findShapeFault, newShapeDraft, toShape, toShapeDraft, type ShapeDraft } from './channel-shape-form';
import { newCommonFields, toCommonDraft, toCommonFields, type CommonFieldsDraft } from './channel-common-fields';

/** The channel form as typed. */
export interface ChannelDraft extends CommonFieldsDraft {
  /** What makes the channel differ from others of its type. */
  readonly shape: ShapeDraft;
  readonly type: number;
  readonly name: string;
  /** The typed key; empty keeps the stored key when editing. */
  readonly key: string;
  /** True when the key field holds one key per line. */
  readonly isBatch: boolean;
  /** True when one channel holds all the key lines; false when each line becomes a channel. */
  readonly isShared: boolean;
  readonly groups: readonly string[];
  readonly models: readonly string[];
  readonly baseUrl: string;
  readonly other: string;
  readonly organization: string;
}

/** The first fault of a draft; also the i18n key of its message. */
export type ChannelFault =
  | 'name_key'
  | 'groups'
  | 'models'
  | 'base_url'
  | 'base_url_required'
  | 'other'
  | 'region'
  | 'input_tokens_max'
  | 'model_mapping'
  | 'status_code_mapping'
  | 'shape';

const TYPE_AT_FIRST = 1;
const VERTEX = 41;

export const newChannelDraft: ChannelDraft = {
  type: TYPE_AT_FIRST,
  name: '',
  key: '',
  isBatch: false,
  isShared: false,
  groups: ['default'],
  models: [],
  baseUrl: '',
  other: '',
  organization: '',
  shape: newShapeDraft,
  ...newCommonFields,
};

export function toDraft(channel: ChannelView): ChannelDraft {
  return {
    type: channel.type,
    name: channel.name,
    key: '',
    isBatch: channel.several_keys,
    isShared: channel.several_keys,
    groups: splitList(channel.group),
    models: splitList(channel.models),
    baseUrl: channel.base_url ?? '',
    other: channel.other,
    organization: channel.openai_organization ?? '',
    shape: toShapeDraft(channel),
    ...toCommonDraft(channel),
  };
}

function defaultModelsOf(type: number): readonly string[] {
  return channelTypeOf(type)?.defaultModels ?? [];
}

function isSameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name, index) => name === right[index]);
}

/** The preset of a channel of this type at this address, or null. */
export function presetAt(type: number, baseUrl: string): ChannelPreset | null {
  if (type !== PRESET_CHANNEL_TYPE) return null;
  const address = withoutTrailingSlash(baseUrl);
  return channelPresets.find(preset => preset.baseUrl === address) ?? null;
}

/** The preset whose address the draft has, or null. */
export function presetOf({ type, baseUrl }: ChannelDraft): ChannelPreset | null {
  return presetAt(type, baseUrl);
}

/** What the provider of a draft is called. */
function providerOf(draft: ChannelDraft): string {
  return presetOf(draft)?.name ?? channelTypeOf(draft.type)?.name ?? '';
}

/** The name of the new provider, unless another name was typed. */
function nameAfter(before: ChannelDraft, after: ChannelDraft): ChannelDraft {
  const isTyped = before.name.trim() !== '' && before.name !== providerOf(before);
  return isTyped ? after : { ...after, name: providerOf(after) };
}

function usualModelsOf(draft: ChannelDraft): readonly string[] {
  return presetOf(draft)?.models ?? defaultModelsOf(draft.type);
}

/** The usual models of a new type or provider, unless other models were chosen. */
function modelsAfter(draft: ChannelDraft, usual: readonly string[]): readonly string[] {
  return draft.models.length === 0 || isSameList(draft.models, usualModelsOf(draft)) ? usual : draft.models;
}

/**
 * Changes the type. The usual models are filled in when none were chosen, or only the usual ones of the previous type;
 * the same holds for the name.
 */
export function withType(draft: ChannelDraft, type: number): ChannelDraft {
  // A preset's address means nothing to another type, nor to the type itself; a typed address may.
  const baseUrl = presetOf(draft) ? '' : draft.baseUrl;
  return nameAfter(draft, { ...draft, type, baseUrl, models: modelsAfter(draft, defaultModelsOf(type)) });
}

/**
 * Changes to a provider that speaks the protocol of a type: sets its address, and its models and name by the rule for
 * types.
 */
export function withPreset(draft: ChannelDraft, id: string): ChannelDraft {
  const preset = channelPresets.find(one => one.id === id);
  if (!preset) return draft;
  const models = modelsAfter(draft, preset.models);
  return nameAfter(draft, { ...draft, type: PRESET_CHANNEL_TYPE, baseUrl: preset.baseUrl, models });
}

function findTypeFault(draft: ChannelDraft): ChannelFault | null {
  const type = channelTypeOf(draft.type);
  const baseUrl = withoutTrailingSlash(draft.baseUrl);
  if (type?.requiresBaseUrl && baseUrl === '') return 'base_url_required';
  // The full address of a custom channel may hold a {model} variable, which no address parser accepts everywhere.
  if (baseUrl !== '' && !isHttpUrl(baseUrl.replaceAll(/[{}]/g, ''))) return 'base_url';
  if (type?.id === VERTEX) return regionProblem(draft.other) ? 'region' : null;
  return type?.other?.isRequired && draft.other.trim() === '' ? 'other' : null;
}

/** Whether the key and everything that the type needs beside it are there; an existing channel has a key already. */
export function hasAccess(draft: ChannelDraft, { isNew }: { readonly isNew: boolean }): boolean {
  return (!isNew || draft.key.trim() !== '') && findTypeFault(draft) === null;
}

/** The first fault of a draft, or null; an existing channel has a key already. */
export function findChannelFault(draft: ChannelDraft, { isNew }: { readonly isNew: boolean }): ChannelFault | null {
  if (draft.name.trim() === '' || (isNew && draft.key.trim() === '')) return 'name_key';
  if (draft.groups.length === 0) return 'groups';
  if (draft.models.length === 0) return 'models';
  const typeFault = findTypeFault(draft);
  if (typeFault) return typeFault;
  if (!/^\d+$/.test(draft.inputTokensMax.trim() || '0')) return 'input_tokens_max';
  if (!isTextMap(draft.modelMapping)) return 'model_mapping';
  if (!isStatusCodeMapping(draft.statusCodeMapping)) return 'status_code_mapping';
  return findShapeFault(draft.shape) ? 'shape' : null;
}

/** Keeps the lines of several keys; a line break copied with a single key must not split it in two. */
function keyText(draft: ChannelDraft): string {
  if (channelTypeOf(draft.type)?.keyIsDocument || draft.isBatch) return draft.key.trim();
  return draft.key.replaceAll(/\s*\n\s*/g, '').trim();
}

function toFields(draft: ChannelDraft): ChannelSave {
  const type = channelTypeOf(draft.type);
  return {
    type: draft.type,
    name: draft.name.trim(),
    key: keyText(draft),
    several_keys: draft.isBatch && draft.isShared && !type?.keyIsDocument,
    group: draft.groups.join(','),
    models: draft.models.join(','),
    base_url: withoutTrailingSlash(draft.baseUrl),
    other: draft.other.trim() || (type?.other?.fallback ?? ''),
    openai_organization: type?.hasOrganization && draft.organization.trim() !== '' ? draft.organization.trim() : null,
    ...toCommonFields(draft),
    ...toShape(draft.shape),
  };
}

/** The request for a new channel, or for several with several key lines. The draft must have no faults. */
export function toCreate(draft: ChannelDraft): ChannelSave {
  return toFields(draft);
}

/**
 * The request for an edit; an untouched key field is left out, which keeps the stored key. The draft must have no
 * faults.
 */
export function toEdit(draft: ChannelDraft, id: number): ChannelEdit {
  const { key, ...fields } = toFields(draft);
  return key === '' ? { id, ...fields } : { id, key, ...fields };
}

/**
 * The request for the provider's list of models, made of what a form holds now.
 *
 * @param id the saved channel that the form edits; an empty key means its key
 */
export function toModelFetch(draft: ChannelDraft, id: number | null): ChannelModelFetch {
  const { type = draft.type, key, base_url, other, openai_organization, proxy, header_override } = toFields(draft);
  const place = { type, key, base_url: base_url ?? '', other, openai_organization, proxy, header_override };
  return id === null ? place : { id, ...place };
}

/** The result of adding typed names: the new list, and whether some names were present already. */
interface AddedModels {
  readonly models: readonly string[];
  readonly hadSome: boolean;
}

/** Adds a comma-separated list of names to the chosen ones, each once. */
export function addModels(models: readonly string[], text: string): AddedModels {
  const names = text
    .split(/[,\n]/)
    .map(name => name.trim())
    .filter(name => name !== '');
  const known = new Set(models);
  const fresh = [...new Set(names)].filter(name => !known.has(name));
  return { models: [...models, ...fresh], hadSome: fresh.length < names.length };
}
