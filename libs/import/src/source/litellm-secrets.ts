import { createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import { secretbox } from 'tweetnacl';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const HKDF_INFO = 'litellm-at-rest-v3';
const VERSIONED = /^v([23]):gcm:(.*)$/s;

/**
 * Opens a value that LiteLLM keeps encrypted: a secretbox of NaCl under the SHA-256 of the salt key, or AES-256-GCM
 * under that or under a key of HKDF. Source: `litellm/proxy/common_utils/encrypt_decrypt_utils.py` of BerriAI/litellm.
 *
 * @returns null when the salt key does not open it
 */
export function openLiteLlmValue(value: string, saltKey: string): string | null {
  const sha256 = createHash('sha256').update(saltKey).digest();
  const [, version, body] = VERSIONED.exec(value) ?? [];
  if (body === undefined) return openedBox(Buffer.from(value, 'base64'), sha256);
  const derived = Buffer.from(hkdfSync('sha256', saltKey, '', HKDF_INFO, KEY_BYTES));
  return openedGcm(Buffer.from(body, 'base64'), version === '3' ? derived : sha256);
}

function openedBox(bytes: Buffer, key: Buffer): string | null {
  const { nonceLength, overheadLength } = secretbox;
  if (bytes.length < nonceLength + overheadLength) return null;
  const opened = secretbox.open(bytes.subarray(nonceLength), bytes.subarray(0, nonceLength), key);
  return opened && Buffer.from(opened).toString('utf8');
}

function openedGcm(bytes: Buffer, key: Buffer): string | null {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([opened, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
