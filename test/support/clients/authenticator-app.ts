import { createHmac } from 'node:crypto';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/** An authenticator app: it has the secret of the QR code, and shows codes (RFC 6238) by its own clock. */
export class AuthenticatorApp {
  readonly issuer: string;
  private readonly secret: Buffer;

  /** @param address `otpauth://totp/…` */
  constructor(address: string) {
    const { searchParams } = new URL(address);
    this.issuer = searchParams.get('issuer') ?? '';
    this.secret = fromBase32(searchParams.get('secret') ?? '');
  }

  /** @param stepsLater time steps by which its clock runs ahead of ours */
  code(stepsLater = 0): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + stepsLater));
    const digest = createHmac('sha1', this.secret).update(counter).digest();
    const offset = (digest.at(-1) ?? 0) & 15;
    return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
  }

  /** A code of six digits that belongs to no time step around now. */
  wrongCode(): string {
    const right = new Set([-2, -1, 0, 1, 2].map(step => this.code(step)));
    return ['111111', '222222', '333333', '444444', '555555', '666666'].find(code => !right.has(code)) ?? '';
  }
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, letter => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => parseInt(byte, 2)));
}
