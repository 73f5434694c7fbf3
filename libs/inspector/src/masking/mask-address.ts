import { maskSecrets } from './mask-secrets';

/** Fields of a query that say how an answer is wanted; the values of all others are masked. */
const OPEN_FIELDS: ReadonlySet<string> = new Set(['alt', 'api-version', 'beta', 'model', 'stream', 'pageSize']);

/** An address, or the path of one, without the values of its query that may be secret, and without a password. */
export function maskAddress(address: string, secrets: readonly string[]): string {
  const at = address.indexOf('?');
  const path = (at === -1 ? address : address.slice(0, at)).replace(/^([a-z]{2,8}:\/\/)[^/@]*@/i, '$1');
  const query = at === -1 ? '' : `?${maskedQuery(address.slice(at + 1))}`;
  return maskSecrets(path + query, secrets);
}

function maskedQuery(query: string): string {
  const fields = query.split('&').map(field => {
    const [name = ''] = field.split('=', 1);
    return OPEN_FIELDS.has(name) || !field.includes('=') ? field : `${name}=[masked:secret]`;
  });
  return fields.join('&');
}
