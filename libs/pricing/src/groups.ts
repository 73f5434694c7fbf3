import { splitList, type GroupLabels } from '@contracts';
import { type NumberMap } from './shipped-book';

export const DEFAULT_GROUP = 'default';

export interface GroupSettings {
  /** Its keys are the groups that exist. */
  readonly groupRatio: NumberMap;
  readonly displayNames: Readonly<Record<string, string>>;
  /** Groups that are offered only to their members. */
  readonly hiddenGroups: readonly string[];
}

/** The groups of an account or token in written order, from its comma list; `default` when it names none. */
export function groupsOf(group: string): readonly string[] {
  const names = splitList(group);
  return names.length === 0 ? [DEFAULT_GROUP] : names;
}

/** The first group of an account: its price ratio without a token group, and its top-up ratio. */
export function primaryGroup(group: string): string {
  return groupsOf(group)[0] ?? DEFAULT_GROUP;
}

/** `default` first, the others in the order of their characters. */
export function sortGroups(names: Iterable<string>): readonly string[] {
  return [...new Set(names)].sort((left, right) => {
    if (left === DEFAULT_GROUP || right === DEFAULT_GROUP) return left === right ? 0 : left === DEFAULT_GROUP ? -1 : 1;
    if (left === right) return 0;
    return left < right ? -1 : 1;
  });
}

/** Every existing group, hidden ones included. */
export function allGroups(settings: GroupSettings): readonly string[] {
  return sortGroups(Object.keys(settings.groupRatio));
}

/** Groups that every visitor may use, signed in or not. */
export function publicGroups(settings: GroupSettings): readonly string[] {
  return allGroups(settings).filter(name => !settings.hiddenGroups.includes(name));
}

/**
 * Groups an account may use: those not hidden, and its own ones that exist; `default` when that leaves none. The role
 * plays no part, so that administrators see what their users see.
 */
export function usableGroups(group: string, settings: GroupSettings): readonly string[] {
  const own = groupsOf(group).filter(name => Object.hasOwn(settings.groupRatio, name));
  const usable = sortGroups([...publicGroups(settings), ...own]);
  return usable.length === 0 ? [DEFAULT_GROUP] : usable;
}

/** The label of a group on pages: its display name, else its name. */
function labelOf(name: string, settings: GroupSettings): string {
  const label = Object.hasOwn(settings.displayNames, name) ? settings.displayNames[name] : undefined;
  return label === undefined || label === '' ? name : label;
}

/** Group name to label, in the order given. */
export function groupLabels(names: readonly string[], settings: GroupSettings): GroupLabels {
  return Object.fromEntries(names.map(name => [name, labelOf(name, settings)]));
}
