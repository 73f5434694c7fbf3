/** One product line of the provider: its address, and the word that names it in a request. */
export interface SparkVersion {
  readonly path: string;
  readonly domain: string;
  /** The host, for the few product lines that have one of their own. */
  readonly host?: string;
  readonly answerTokensMax: number;
  /** Newer lines accept the system role; for older ones an instruction becomes a turn of the conversation. */
  readonly hasSystemRole: boolean;
  readonly hasFunctions: boolean;
}

type Differences = Partial<SparkVersion> & Pick<SparkVersion, 'path' | 'domain'>;

function line(differences: Differences): SparkVersion {
  return {
    answerTokensMax: 8192,
    hasSystemRole: true,
    hasFunctions: false,
    ...differences,
  };
}

const LITE = line({ path: '/v1.1/chat', domain: 'lite', answerTokensMax: 4096, hasSystemRole: false });
const V2 = line({ path: '/v2.1/chat', domain: 'generalv2', hasSystemRole: false });
const PRO = line({ path: '/v3.1/chat', domain: 'generalv3', hasSystemRole: false, hasFunctions: true });
const PRO_128K = line({ path: '/chat/pro-128k', domain: 'pro-128k', answerTokensMax: 4096 });
const MAX = line({ path: '/v3.5/chat', domain: 'generalv3.5', hasFunctions: true });
const MAX_32K = line({ path: '/chat/max-32k', domain: 'max-32k' });
const ULTRA = line({ path: '/v4.0/chat', domain: '4.0Ultra', hasFunctions: true });
const X1 = line({ path: '/v1/x1', domain: 'x1', answerTokensMax: 32_768, hasFunctions: true });
const SCIENCE = line({
  path: '/v1.1/chat_kjwx',
  domain: 'kjwx',
  host: 'spark-openapi-n.cn-huabei-1.xf-yun.com',
  hasSystemRole: false,
});

/** Product lines by version and by the word of the domain, all in lower case. */
const VERSIONS: ReadonlyMap<string, SparkVersion> = new Map([
  ['v1.1', LITE],
  ['lite', LITE],
  ['general', { ...LITE, domain: 'general' }],
  ['v2.1', V2],
  ['generalv2', V2],
  ['v3.1', PRO],
  ['generalv3', PRO],
  ['v3.1-128k', PRO_128K],
  ['pro-128k', PRO_128K],
  ['v3.5', MAX],
  ['generalv3.5', MAX],
  ['v3.5-32k', MAX_32K],
  ['max-32k', MAX_32K],
  ['v4.0', ULTRA],
  ['4.0ultra', ULTRA],
  ['x1', X1],
  ['kjwx', SCIENCE],
]);

/**
 * Chooses the product line of a call. The whole name of the model selects it, otherwise the part after its first `-`
 * (`SparkDesk-v3.5`), otherwise the channel, otherwise the first line. An unknown version follows the provider's usual
 * pattern.
 */
export function versionOf(model: string, other: string): SparkVersion {
  const known = VERSIONS.get(model.toLowerCase());
  if (known) return known;
  const dash = model.indexOf('-');
  const named = (dash === -1 ? '' : model.slice(dash + 1)) || other.trim() || 'v1.1';
  return VERSIONS.get(named.toLowerCase()) ?? newVersion(named);
}

function newVersion(version: string): SparkVersion {
  // The typed version becomes part of an address.
  const safe = version.replace(/[^\w.-]/g, '');
  return line({ path: `/${safe}/chat`, domain: `general${safe}`, hasFunctions: true });
}
