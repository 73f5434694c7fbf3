import { type CatalogChannel } from '@channel';
import { type AlertRule } from '../store/alert-rule';
import { type World } from './watch';

/** Whether a rule that can be narrowed to channels or groups is about this channel. */
export function isWatched({ scopeBy, scopeValues }: AlertRule, channel: CatalogChannel): boolean {
  if (scopeBy === 'channel' && scopeValues.length > 0) return scopeValues.includes(String(channel.id));
  return scopeBy === 'group' ? channel.groups.some(group => scopeValues.includes(group)) : true;
}

/** The channels that a rule is about. */
export function watchedChannels(rule: AlertRule, { catalog }: World): readonly CatalogChannel[] {
  return catalog.current.all.filter(channel => isWatched(rule, channel));
}
