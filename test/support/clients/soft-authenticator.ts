import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { type PasskeyJson } from '@contracts';
import { encodeCbor, type Cbor } from './cbor';

/** The fields of `PublicKeyCredentialCreationOptionsJSON` that a device and its browser use. */
export interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly pubKeyCredParams: readonly { readonly type: string; readonly alg: number }[];
  readonly timeout: number;
  readonly attestation: string;
  readonly excludeCredentials: readonly { readonly id: string; readonly transports: readonly string[] }[];
  readonly authenticatorSelection: Readonly<Record<string, unknown>>;
}

export interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
  readonly timeout: number;
  readonly userVerification: string;
  readonly allowCredentials?: readonly unknown[];
}

/** The differences between a cheat and an honest browser with an honest device. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly isPresent?: boolean;
  readonly isVerified?: boolean;
  /** The user handle; null leaves it out. */
  readonly userHandle?: string | null;
  readonly credentialId?: string;
  readonly signCount?: number;
  /** The key that signs instead of the passkey's own. */
  readonly signingKey?: KeyObject;
}

interface Passkey {
  readonly id: Buffer;
  readonly keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  readonly userHandle: string;
  signCount: number;
}

const FLAG = { present: 1, verified: 4, mayBeBackedUp: 8, isBackedUp: 16, hasPasskey: 64 } as const;
const ES256 = -7;

function sha256(data: Buffer | string): Buffer {
  return createHash('sha256').update(data).digest();
}

export function newKeyPair() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

/**
 * A device and its browser in software: it makes true responses of Web Authentication (level 3) in their JSON form,
 * with keys on P-256. It holds one passkey, the last one that it made.
 */
export class SoftAuthenticator {
  private passkey: Passkey | null = null;

  /**
   * @param origin where the browser is
   * @param isSynchronised its passkeys are copied to other devices, and therefore do not count their uses
   */
  constructor(
    private readonly origin: string,
    private readonly isSynchronised = false,
  ) {}

  get credentialId(): string {
    return this.held().id.toString('base64url');
  }

  get signCount(): number {
    return this.held().signCount;
  }

  create(options: CreationOptions, deviation: Deviation = {}): PasskeyJson {
    this.passkey = { id: randomBytes(16), keys: newKeyPair(), userHandle: options.user.id, signCount: 0 };
    return this.attest(options, deviation);
  }

  /** The last passkey again, or with an attestation of the device beside it. */
  attest(
    options: CreationOptions,
    deviation: Deviation = {},
    statement: (signed: Buffer) => readonly [format: string, fields: ReadonlyMap<string, Cbor>] = () => [
      'none',
      new Map(),
    ],
  ): PasskeyJson {
    const { id, keys } = this.held();
    const clientData = this.clientData('webauthn.create', options.challenge, deviation);
    const { x = '', y = '' } = keys.publicKey.export({ format: 'jwk' });
    const coseKey = new Map<number, Cbor>([
      [1, 2],
      [3, ES256],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const idLength = Buffer.from([id.length >> 8, id.length & 0xff]);
    const attested = Buffer.concat([Buffer.alloc(16), idLength, id, encodeCbor(coseKey)]);
    const authData = Buffer.concat([this.authData(options.rp.id, FLAG.hasPasskey, deviation), attested]);
    const [format, fields] = statement(Buffer.concat([authData, sha256(clientData)]));
    const attestation = new Map<string, Cbor>([
      ['fmt', format],
      ['attStmt', fields],
      ['authData', authData],
    ]);
    return this.answer({
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: encodeCbor(attestation).toString('base64url'),
      transports: ['internal', 'hybrid', 'telepathy'],
    });
  }

  /** An attestation by which a device without a certificate signs for itself. */
  selfSigned = (signed: Buffer): readonly [string, ReadonlyMap<string, Cbor>] => [
    'packed',
    new Map<string, Cbor>([
      ['alg', ES256],
      ['sig', sign('sha256', signed, this.held().keys.privateKey)],
    ]),
  ];

  get(options: RequestOptions, deviation: Deviation = {}): PasskeyJson {
    const passkey = this.held();
    if (!this.isSynchronised) passkey.signCount += 1;
    const clientData = this.clientData('webauthn.get', options.challenge, deviation);
    const authData = this.authData(options.rpId, 0, deviation);
    const signature = sign(
      'sha256',
      Buffer.concat([authData, sha256(clientData)]),
      deviation.signingKey ?? passkey.keys.privateKey,
    );
    const { userHandle = passkey.userHandle } = deviation;
    return this.answer(
      {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(userHandle === null ? {} : { userHandle }),
      },
      deviation.credentialId,
    );
  }

  private answer(response: PasskeyJson, id = this.credentialId): PasskeyJson {
    return {
      id,
      rawId: id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response,
    };
  }

  private clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: deviation.type ?? type,
        challenge: deviation.challenge ?? challenge,
        origin: deviation.origin ?? this.origin,
        crossOrigin: false,
      }),
    );
  }

  private authData(rpId: string, extraFlags: number, deviation: Deviation): Buffer {
    const { isPresent = true, isVerified = true } = deviation;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(deviation.signCount ?? this.held().signCount);
    const flags =
      extraFlags |
      (isPresent ? FLAG.present : 0) |
      (isVerified ? FLAG.verified : 0) |
      (this.isSynchronised ? FLAG.mayBeBackedUp | FLAG.isBackedUp : 0);
    return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.from([flags]), count]);
  }

  private held(): Passkey {
    if (!this.passkey) throw new Error('The device holds no passkey yet.');
    return this.passkey;
  }
}
