import { Injectable } from '@nestjs/common';
import { LogType, PASSKEYS_PER_USER_MAX, type PasskeyJson, type PasskeyView } from '@contracts';
import { AppError } from '@kernel';
import { LogStore, sentenceFields } from '@log';
import { Options, type RelyingParty } from '@option';
import { isUniqueViolation, UnitOfWork, type Actor, type Caller } from '@platform';
import {
  type AuthenticatorTransport,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { sessionOf } from '../session/session-only';
import { CEREMONY_LIFETIME_MS, deviceAnswerIn, orInvalid, PasskeyCeremony, textIn } from './passkey-ceremony';
import { checkedPasskeyName } from './passkey-rules';
import { toPasskeyView } from './passkey.mapper';
import { PasskeyStore, type NewPasskey } from './passkey.store';
import { webauthn, webauthnHelpers } from './webauthn';

/** EdDSA, ES256 and RS256, by their numbers in the registry of COSE algorithms. */
const ALGORITHMS = [-8, -7, -257];
/** Transports as the standard names them; others that a browser sends are left out. */
const TRANSPORTS: readonly string[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];
/** The standard's own bound for credential ids, in bytes. */
const CREDENTIAL_ID_MAX_BYTES = 1023;

/** Adds a passkey to the account that is signed in. */
@Injectable()
export class PasskeyRegistrationService {
  constructor(
    private readonly ceremony: PasskeyCeremony,
    private readonly store: PasskeyStore,
    private readonly options: Options,
    private readonly logs: LogStore,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * The options with which the browser calls a device. The device must later find the passkey without a name, and must
   * have verified its user.
   *
   * @throws AppError PASSKEY_CLOSED, PASSKEY_TOO_MANY, AUTH_SESSION_ONLY
   */
  async begin(caller: Caller): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const sessionId = sessionOf(caller);
    const party = this.ceremony.relyingParty();
    const known = await this.store.listOf(caller.id);
    if (known.length >= PASSKEYS_PER_USER_MAX) throw tooMany();
    const { generateRegistrationOptions } = await webauthn();
    return generateRegistrationOptions({
      rpName: this.options.current.SystemName,
      rpID: party.id,
      userName: caller.username,
      userDisplayName: caller.username,
      userID: this.ceremony.userHandle(caller.id),
      challenge: await this.ceremony.challenge('register', sessionId),
      timeout: CEREMONY_LIFETIME_MS,
      attestationType: 'none',
      excludeCredentials: known.map(({ credentialId, transports }) => ({
        id: credentialId,
        transports: transports.split(',').filter(Boolean) as AuthenticatorTransport[], // filtered when stored
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
    });
  }

  /** @throws AppError PASSKEY_INVALID, PASSKEY_CLOSED, PASSKEY_TOO_MANY, COMMON_INVALID_INPUT, AUTH_SESSION_ONLY */
  async finish(owner: Actor, typedName: string, answer: PasskeyJson): Promise<PasskeyView> {
    const { id: userId, username } = owner;
    const sessionId = sessionOf(owner);
    const party = this.ceremony.relyingParty();
    const name = checkedPasskeyName(typedName);
    const clientData = textIn(deviceAnswerIn(answer), 'clientDataJSON');
    const challenge = await this.ceremony.spendChallenge('register', sessionId, clientData);
    const passkey = { ...(await verify(answer, challenge, party)), userId, name };
    try {
      return await this.unitOfWork.run(async manager => {
        if ((await this.store.countInUnit(manager, userId)) >= PASSKEYS_PER_USER_MAX) throw tooMany();
        const stored = await this.store.insert(manager, passkey);
        const row = sentenceFields({ key: 'passkey_added', name });
        const { clientIp } = owner;
        await this.logs.append(manager, { userId, username, type: LogType.System, clientIp, ...row });
        return toPasskeyView(stored);
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw new AppError('PASSKEY_INVALID', { cause: error });
      throw error;
    }
  }
}

function tooMany(): AppError {
  return new AppError('PASSKEY_TOO_MANY', { params: { limit: PASSKEYS_PER_USER_MAX } });
}

/** @throws AppError PASSKEY_INVALID */
async function verify(
  answer: PasskeyJson,
  challenge: string,
  party: RelyingParty,
): Promise<Omit<NewPasskey, 'userId' | 'name'>> {
  await orInvalid(() => refuseCertificates(textIn(deviceAnswerIn(answer), 'attestationObject')));
  const { verifyRegistrationResponse } = await webauthn();
  const { verified, registrationInfo } = await orInvalid(() =>
    verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON, // the library checks each field it reads
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!verified) throw new AppError('PASSKEY_INVALID');
  const { credential, credentialBackedUp } = registrationInfo;
  if (Buffer.from(credential.id, 'base64url').length > CREDENTIAL_ID_MAX_BYTES) throw new AppError('PASSKEY_INVALID');
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    signCount: credential.counter,
    transports: knownTransports(credential.transports),
    isBackedUp: credentialBackedUp,
  };
}

/**
 * Refuses attestation statements with certificates before the library reads them: it would fetch revocation lists from
 * addresses in them. We request no attestation, and browsers send none, or a statement that the device signed with the
 * new key itself.
 */
async function refuseCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await webauthnHelpers();
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format: string = attestation.get('fmt');
  const isSelfSigned = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isSelfSigned) throw new AppError('PASSKEY_INVALID');
}

function knownTransports(sent: unknown): string {
  return Array.isArray(sent) ? TRANSPORTS.filter(transport => sent.includes(transport)).join(',') : '';
}
