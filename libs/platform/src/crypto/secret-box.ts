import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/**
 * The purpose of a sealed or hashed text; each purpose has its own key, so a leaked key opens only one kind of secret.
 */
const PURPOSES = [
  'channel-key',
  'channel-proxy',
  'api-token',
  'redemption-code',
  'registration-code',
  'service-secret',
  'access-token',
  'session',
  'mail-code',
  'ticket',
  'totp',
  'picture-address',
  'passkey',
  'log-cursor',
  'alert-receiver',
  'inspected-call',
  'look-up',
] as const;
export type SecretPurpose = (typeof PURPOSES)[number];

const FORMAT = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What is hashed under a purpose that no list of look-up keys names. */
const FURTHER = 'further';

/** Tells whether two master keys are equal, without telling a key. */
export function markOf(masterKey: Buffer): string {
  return createHmac('sha256', masterKey).update('mark of an archive').digest('hex').slice(0, 16);
}

/**
 * Sealing (AES-256-GCM) and keyed hashing (HMAC-SHA-256) with keys derived from the master key. During a rotation there is
 * a second master key: both open, and the one that the database names seals. What is hashed cannot be hashed again, so
 * the keys of the hashes outlive a rotation; the database keeps them, sealed.
 */
export class SecretBox {
  private readonly keys = new Map<string, Buffer>();
  private sealing: Buffer;
  private lookUp: Readonly<Record<string, string>> | null = null;

  /** @param previous the key that a rotation replaces; it seals until the database says otherwise */
  constructor(
    private readonly masterKey: Buffer,
    private readonly previous: Buffer | null = null,
  ) {
    this.sealing = previous ?? masterKey;
  }

  /** The marks of the key that seals and of the other one, with a comma between them. */
  get marks(): string {
    const all = [this.sealing, this.masterKey, ...(this.previous ? [this.previous] : [])];
    return [...new Set(all.map(markOf))].join(',');
  }

  /** Whether a rotation is prepared or under way. */
  get hasPrevious(): boolean {
    return this.previous !== null;
  }

  /** The look-up keys, sealed with the key that seals everything else: from it others learn which one that is. */
  get sealedLookUp(): string {
    const own = [...PURPOSES, FURTHER].map(name => [name, this.lookUpKey(name).toString('base64url')] as const);
    return this.seal('look-up', JSON.stringify(Object.fromEntries(own)));
  }

  /** Takes over the look-up keys, and which key seals. @returns false when no key opens them, and nothing changes */
  adopt(sealedLookUp: string): boolean {
    for (const key of this.masters) {
      const plain = this.openedWith(key, 'look-up', sealedLookUp);
      if (plain === null) continue;
      this.lookUp = JSON.parse(plain.toString('utf8')) as Readonly<Record<string, string>>; // sealed by this class
      this.sealing = key;
      this.keys.clear();
      return true;
    }
    return false;
  }

  /** From now on the new key seals. */
  turn(): void {
    this.sealing = this.masterKey;
  }

  /** @returns text that only this master key opens; every call gives another text */
  seal(purpose: SecretPurpose, plain: string | Buffer): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.keyFor(this.sealing, `seal:${purpose}`), nonce);
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
    const [first, ...others] = this.masters;
    for (const key of others) {
      const plain = this.openedWith(key, purpose, sealed);
      if (plain !== null) return plain;
    }
    return this.openWith(first ?? this.sealing, purpose, sealed);
  }

  /** Finds out what a text was sealed for. @param likely is tried first @returns null when no key opens it */
  openAny(sealed: string, likely: SecretPurpose): { readonly purpose: SecretPurpose; readonly plain: Buffer } | null {
    for (const purpose of [likely, ...PURPOSES]) {
      for (const key of this.masters) {
        const plain = this.openedWith(key, purpose, sealed);
        if (plain !== null) return { purpose, plain };
      }
    }
    return null;
  }

  /** Keyed hash for look-ups: 64 lower-case hex characters. */
  hash(purpose: SecretPurpose, plain: string): string {
    return createHmac('sha256', this.lookUpKey(purpose)).update(plain).digest('hex');
  }

  private get masters(): readonly Buffer[] {
    return this.previous ? [this.masterKey, this.previous] : [this.masterKey];
  }

  private openedWith(master: Buffer, purpose: SecretPurpose, sealed: string): Buffer | null {
    try {
      return this.openWith(master, purpose, sealed);
    } catch {
      return null; // sealed with another key, for another purpose, or not sealed at all
    }
  }

  private openWith(master: Buffer, purpose: SecretPurpose, sealed: string): Buffer {
    const [format, body] = sealed.split('.', 2);
    if (format !== FORMAT || !body) throw new Error('A stored secret has an unknown format.');
    const bytes = Buffer.from(body, 'base64url');
    const key = this.keyFor(master, `seal:${purpose}`);
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
    const plain = decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES));
    return Buffer.concat([plain, decipher.final()]);
  }

  private lookUpKey(name: string): Buffer {
    if (this.lookUp === null) return this.keyFor(this.sealing, `hash:${name}`);
    const known = this.keys.get(name);
    if (known) return known;
    const kept = this.lookUp[name];
    const key = kept
      ? Buffer.from(kept, 'base64url')
      : derived(Buffer.from(this.lookUp[FURTHER] ?? '', 'base64url'), name);
    this.keys.set(name, key);
    return key;
  }

  private keyFor(master: Buffer, info: string): Buffer {
    const name = `${master === this.masterKey ? 'new' : 'previous'} ${info}`;
    const known = this.keys.get(name);
    if (known) return known;
    const key = derived(master, info);
    this.keys.set(name, key);
    return key;
  }
}

function derived(secret: Buffer, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'sluice', info, 32));
}
