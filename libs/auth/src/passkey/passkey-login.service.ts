import { Injectable } from '@nestjs/common';
import { UserStatus, type PasskeyJson } from '@contracts';
import { AppError } from '@kernel';
import { type RelyingParty } from '@option';
import { UnitOfWork } from '@platform';
import { type AuthenticationResponseJSON, type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { UserStore, type UserRecord } from '@user';
import { CEREMONY_LIFETIME_MS, deviceAnswerIn, orInvalid, PasskeyCeremony, textIn } from './passkey-ceremony';
import { PasskeyStore, type PasskeyUse, type StoredPasskey } from './passkey.store';
import { webauthn, webauthnHelpers } from './webauthn';

/** Signs in by a passkey, without a name: the device says which account it belongs to. */
@Injectable()
export class PasskeyLoginService {
  constructor(
    private readonly ceremony: PasskeyCeremony,
    private readonly store: PasskeyStore,
    private readonly users: UserStore,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @param openBrowser names the browser's session, which is opened for a guest only once passkeys are known to be open
   * @throws AppError PASSKEY_CLOSED
   */
  async begin(openBrowser: () => Promise<string>): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const party = this.ceremony.relyingParty();
    const { generateAuthenticationOptions } = await webauthn();
    return generateAuthenticationOptions({
      rpID: party.id,
      challenge: await this.ceremony.challenge('login', await openBrowser()),
      timeout: CEREMONY_LIFETIME_MS,
      userVerification: 'required',
    });
  }

  /**
   * @param sessionId hash that names the browser's session; null when it has none
   * @throws AppError PASSKEY_CLOSED; PASSKEY_INVALID for whatever is wrong with the answer, an unknown passkey included;
   *   AUTH_LOGIN_FAILED when the account it opens is banned or deleted
   */
  async login(sessionId: string | null, answer: PasskeyJson): Promise<UserRecord> {
    const party = this.ceremony.relyingParty();
    const device = deviceAnswerIn(answer);
    const challenge = await this.ceremony.spendChallenge('login', sessionId, textIn(device, 'clientDataJSON'));
    const passkey = await this.store.findByCredential(textIn(answer, 'id'));
    if (!passkey || !this.isHandleOf(passkey.userId, textIn(device, 'userHandle'))) {
      throw new AppError('PASSKEY_INVALID');
    }
    const use = await verify(answer, { challenge, party, passkey });
    // The account is looked up only now: a response that says it is banned also says that it exists.
    const owner = await this.users.find(passkey.userId);
    if (!owner || owner.status !== UserStatus.Enabled) throw new AppError('AUTH_LOGIN_FAILED');
    const isFirst = await this.unitOfWork.run(manager => this.store.use(manager, passkey.id, use));
    if (!isFirst) throw new AppError('PASSKEY_INVALID');
    return owner;
  }

  private isHandleOf(userId: number, handle: string): boolean {
    return this.ceremony.userHandle(userId).equals(Buffer.from(handle, 'base64url'));
  }
}

interface Expectation {
  readonly challenge: string;
  readonly party: RelyingParty;
  readonly passkey: StoredPasskey;
}

/** @throws AppError PASSKEY_INVALID, also when the device's count did not rise, which means that the key was copied */
async function verify(answer: PasskeyJson, { challenge, party, passkey }: Expectation): Promise<PasskeyUse> {
  const { verifyAuthenticationResponse } = await webauthn();
  const { isoBase64URL } = await webauthnHelpers();
  const { verified, authenticationInfo } = await orInvalid(() =>
    verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON, // the library checks each field it reads
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: passkey.credentialId,
        publicKey: isoBase64URL.toBuffer(passkey.publicKey),
        counter: passkey.signCount,
      },
      requireUserVerification: true,
    }),
  );
  if (!verified) throw new AppError('PASSKEY_INVALID');
  return { signCount: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
}
