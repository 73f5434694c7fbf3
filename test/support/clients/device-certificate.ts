import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** Makes a maker's certificate (X.509, DER) with its key, as devices that attest their origin carry one. */
export function newDeviceCertificate(): { readonly certificate: Buffer; readonly privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(
    attribute(COUNTRY, 'AA'),
    attribute(ORGANISATION, 'A maker'),
    attribute(UNIT, 'Authenticator Attestation'),
    attribute(COMMON_NAME, 'A device'),
  );
  const nowMs = Date.now();
  const day = 24 * 3_600_000;
  const body = sequence(
    der(0xa0, integer(2)), // version 3
    integer(1),
    ECDSA_WITH_SHA256,
    name,
    sequence(utcTime(nowMs - day), utcTime(nowMs + day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(BASIC_CONSTRAINTS, der(0x04, sequence())))), // no authority over other certificates
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]);
  return { certificate: sequence(body, ECDSA_WITH_SHA256, der(0x03, signature)), privateKey };
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function integer(value: number): Buffer {
  return der(0x02, Buffer.from([value]));
}

function identifier(...bytes: readonly number[]): Buffer {
  return der(0x06, Buffer.from(bytes));
}

function attribute(type: Buffer, text: string): Buffer {
  return der(0x31, sequence(type, der(type === COUNTRY ? 0x13 : 0x0c, Buffer.from(text))));
}

function utcTime(ms: number): Buffer {
  return der(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
}

const COMMON_NAME = identifier(0x55, 4, 3);
const COUNTRY = identifier(0x55, 4, 6);
const ORGANISATION = identifier(0x55, 4, 10);
const UNIT = identifier(0x55, 4, 11);
const BASIC_CONSTRAINTS = identifier(0x55, 29, 19);
const ECDSA_WITH_SHA256 = sequence(identifier(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2));
