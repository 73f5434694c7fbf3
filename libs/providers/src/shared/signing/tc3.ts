import { createHash, createHmac } from 'node:crypto';

interface Tc3Options {
  readonly secretId: string;
  readonly secretKey: string;
  /** The first word of the service's address, e.g. `hunyuan`. */
  readonly service: string;
  /** The host in the address of the call. */
  readonly host: string;
  /** The action with its capital letters, as sent in `X-TC-Action`. */
  readonly action: string;
  /** The content type exactly as sent. */
  readonly contentType: string;
  /** The body exactly as sent. */
  readonly body: Buffer;
  /** Unix seconds; the server allows a difference of 300 s. */
  readonly timestampSeconds: number;
}

const SIGNED_HEADERS = 'content-type;host;x-tc-action';

/**
 * The `Authorization` header of a POST to `/` in Tencent Cloud's API 3.0; source: 'Signature method v3' in the
 * provider's manual, read 2026-08.
 */
export function tc3Authorization(options: Tc3Options): string {
  const { secretId, secretKey, service, timestampSeconds } = options;
  const canonical = [
    'POST',
    '/',
    '',
    `content-type:${options.contentType.trim().toLowerCase()}`,
    `host:${options.host}`,
    `x-tc-action:${options.action.toLowerCase()}`,
    '',
    SIGNED_HEADERS,
    sha256(options.body),
  ].join('\n');
  // The date is in UTC, whatever the machine's time zone.
  const date = new Date(timestampSeconds * 1000).toISOString().slice(0, 10);
  const scope = `${date}/${service}/tc3_request`;
  const toSign = ['TC3-HMAC-SHA256', timestampSeconds, scope, sha256(canonical)].join('\n');
  const signingKey = hmac(hmac(hmac(`TC3${secretKey}`, date), service), 'tc3_request');
  const signature = createHmac('sha256', signingKey).update(toSign).digest('hex');
  return `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${SIGNED_HEADERS}, Signature=${signature}`;
}

function sha256(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
