import { type ChannelTarget, type UpstreamCall } from '../../contract/upstream';

/** The version of the protocol that this adapter is written against. */
export const ANTHROPIC_VERSION = '2023-06-01';
/** The prefix of tokens of a subscription, which are not API keys. */
const OAUTH_PREFIX = 'sk-ant-oat';
const OAUTH_BETA = 'oauth-2025-04-20';

function isOAuth(key: string): boolean {
  return key.startsWith(OAUTH_PREFIX);
}

/** The headers with the key and the version that every request carries. */
export function anthropicKeyHeaders(target: ChannelTarget): Record<string, string> {
  const key = target.key.trim();
  return isOAuth(key) ? { authorization: `Bearer ${key}` } : { 'x-api-key': key };
}

/** The betas of a caller of the Messages format, then the needed ones, each once. */
export function betasOf(call: UpstreamCall, needed: readonly string[]): readonly string[] {
  const given = call.format === 'anthropic' ? (call.callerHeaders['anthropic-beta'] ?? '') : '';
  const names = given.split(',').map(name => name.trim());
  return [...new Set([...names, ...needed])].filter(name => name !== '');
}

/** The betas that the channel's key needs. */
export function keyBetas(target: ChannelTarget): readonly string[] {
  return isOAuth(target.key.trim()) ? [OAUTH_BETA] : [];
}

/**
 * The version of the protocol that the caller named, when the caller speaks the Messages format; otherwise the version
 * of this adapter.
 */
export function versionOf(call: UpstreamCall): string {
  const given = call.format === 'anthropic' ? call.callerHeaders['anthropic-version'] : undefined;
  return given?.trim() || ANTHROPIC_VERSION;
}
