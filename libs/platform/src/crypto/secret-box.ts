import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/**
 * The purpose of a sealed or hashed text; each purpose has its own key, so a leaked key opens only one kind of secret.
 */
type SecretPurpose =
  | 'channel-key'
  | 'channel-proxy'
  | 'api-token'
  | 'redemption-code'
  | 'service-secret'
  | 'access-token'
  | 'session'
  | 'mail-code'
  | 'ticket'
  | 'totp'
  | 'picture-address'
  | 'passkey'
  | 'log-cursor'
  | 'alert-receiver'
  | 'inspected-call';

const FORMAT = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Sealing (AES-256-GCM) and keyed hashing (HMAC-SHA-256) with keys derived from the master key. */
export class SecretBox {
  private readonly keys = new Map<string, Buffer>();

  constructor(private readonly masterKey: Buffer) {}

  /** @returns text that only this master key opens; every call gives another text */
  seal(purpose: SecretPurpose, plain: string | Buffer): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.keyFor(`seal:${purpose}`), nonce);
    const bytes = typeof plain === 'string' ? Buffer.from(plain, 'utf8') : plain;
    const sealed = Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    return `${FORMAT}.${sealed.toString('base64url')}`;
  }

  /** @throws Error when the text was sealed with another master key, for another purpose, or was altered */
  open(purpose: SecretPurpose, sealed: string): string {
    return this.openBytes(purpose, sealed).toString('utf8');
  }

  /** As `open`, for bytes. */
  openBytes(purpose: SecretPurpose, sealed: string): Buffer {
    const [format, body] = sealed.split('.', 2);
    if (format !== FORMAT || !body) throw new Error('A stored secret has an unknown format.');
    const bytes = Buffer.from(body, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.keyFor(`seal:${purpose}`), bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
    const plain = decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES));
    return Buffer.concat([plain, decipher.final()]);
  }

  /** Keyed hash for look-ups: 64 lower-case hex characters. */
  hash(purpose: SecretPurpose, plain: string): string {
    return createHmac('sha256', this.keyFor(`hash:${purpose}`))
      .update(plain)
      .digest('hex');
  }

  private keyFor(info: string): Buffer {
    const known = this.keys.get(info);
    if (known) return known;
    const key = Buffer.from(hkdfSync('sha256', this.masterKey, 'sluice', info, 32));
    this.keys.set(info, key);
    return key;
  }
}
