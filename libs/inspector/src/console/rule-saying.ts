import { type LogSaying } from '@contracts';
import { type InspectRule } from '../rules/inspect-rule';

interface RuleNames {
  readonly username: string;
  readonly tokenName: string;
  readonly channelName: string;
}

type RuleScope = Pick<InspectRule, 'userId' | 'tokenId' | 'channelId' | 'modelName'>;

/** Which calls a rule is about, as a part of a sentence. */
export function callsOf(rule: RuleScope, { username, tokenName, channelName }: RuleNames): LogSaying {
  const limits: LogSaying[] = [];
  if (rule.modelName !== '') limits.push({ key: 'inspect_model', model: rule.modelName });
  if (rule.channelId > 0) limits.push({ key: 'inspect_channel', channel: `#${rule.channelId} ${channelName}`.trim() });
  const calls = ofWhom(rule, username, tokenName);
  return limits.length === 0 ? calls : { key: 'inspect_calls_of', calls, limits };
}

function ofWhom({ userId, tokenId }: RuleScope, username: string, tokenName: string): LogSaying {
  if (tokenId > 0) return { key: 'inspect_calls_key', key_name: tokenName };
  return userId > 0 ? { key: 'inspect_calls_user', user: username } : { key: 'inspect_calls_all' };
}

export function shareOf({ perMille, onlyFailures }: Pick<InspectRule, 'perMille' | 'onlyFailures'>): LogSaying {
  return { key: onlyFailures ? 'inspect_share_failures' : 'inspect_share', share: perMille };
}
