import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { type UpstreamRequest } from '../../contract/upstream';
import { type BedrockAccount } from './account';

type SignedAccount = Extract<BedrockAccount, { kind: 'signed' }>;

/**
 * Signs a request with Signature Version 4 for the service `bedrock`; the signature is valid for 15 minutes around
 * `nowMs`. Only content type, host, date and session token are signed, because a proxy may change any other header.
 *
 * @param nowMs Unix time in milliseconds
 */
export async function signRequest(
  request: UpstreamRequest,
  account: SignedAccount,
  nowMs: number,
): Promise<UpstreamRequest> {
  const { accessKeyId, secretAccessKey, sessionToken, region } = account;
  const credentials = { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
  const { SignatureV4 } = await import('@smithy/signature-v4'); // a large package that only this provider needs
  const signer = new SignatureV4({ service: 'bedrock', region, credentials, sha256: Sha256, applyChecksum: false });
  const url = new URL(request.url);
  const contentType = request.headers['content-type'];
  const { headers } = await signer.sign(
    {
      method: request.method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: { host: url.host, ...(contentType === undefined ? {} : { 'content-type': contentType }) },
      body: request.body ?? undefined,
    },
    { signingDate: new Date(nowMs) },
  );
  const { host: _host, ...signed } = headers; // the transport writes the host header itself
  return { ...request, headers: { ...request.headers, ...signed } };
}

/**
 * Hashes with Node's own implementation; the one in JavaScript takes twenty times as long for an image and blocks
 * meanwhile.
 */
class Sha256 {
  private hash: Hash | Hmac;

  constructor(private readonly secret?: string | ArrayBuffer | ArrayBufferView) {
    this.hash = this.fresh();
  }

  update(bytes: Uint8Array): void {
    this.hash.update(bytes);
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.hash.digest());
  }

  reset(): void {
    this.hash = this.fresh();
  }

  private fresh(): Hash | Hmac {
    const { secret } = this;
    if (secret === undefined) return createHash('sha256');
    if (typeof secret === 'string') return createHmac('sha256', secret);
    return createHmac('sha256', ArrayBuffer.isView(secret) ? viewOf(secret) : Buffer.from(secret));
  }
}

function viewOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
