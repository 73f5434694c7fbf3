import { Injectable } from '@nestjs/common';
import { type PasskeyJson } from '@contracts';
import { AppError } from '@kernel';
import { Options, relyingPartyOf, type RelyingParty } from '@option';
import { SecretBox } from '@platform';
import { Tickets } from '../tickets/tickets';
import { webauthnHelpers } from './webauthn';

/** How long a person may take to find and use the device. */
export const CEREMONY_LIFETIME_MS = 5 * 60_000;

/** The kind of ceremony that a challenge is for; it is invalid in the other one. */
export type CeremonyKind = 'register' | 'login';

/** The parts that adding a passkey and signing in by one share: the site, the challenge, and the user handle. */
@Injectable()
export class PasskeyCeremony {
  constructor(
    private readonly options: Options,
    private readonly tickets: Tickets,
    private readonly secrets: SecretBox,
  ) {}

  /** @throws AppError PASSKEY_CLOSED */
  relyingParty(): RelyingParty {
    const party = relyingPartyOf(this.options.current);
    if (!party) throw new AppError('PASSKEY_CLOSED');
    return party;
  }

  /**
   * A new challenge for one browser.
   *
   * @param sessionId hash that names its session
   */
  async challenge(kind: CeremonyKind, sessionId: string): Promise<Uint8Array<ArrayBuffer>> {
    const { generateChallenge, isoBase64URL } = await webauthnHelpers();
    const challenge = await generateChallenge();
    const ticket = ticketOf(kind, isoBase64URL.fromBuffer(challenge));
    await this.tickets.issue({ purpose: 'passkey', ticket, sessionId, lifetimeMs: CEREMONY_LIFETIME_MS });
    return challenge;
  }

  /**
   * Uses up the challenge that a browser responded to, whatever else is wrong with its response.
   *
   * @param clientData `clientDataJSON` of the response
   * @returns the challenge
   * @throws AppError PASSKEY_INVALID when it is unknown, used, expired, of the other ceremony or another browser's
   */
  async spendChallenge(kind: CeremonyKind, sessionId: string | null, clientData: string): Promise<string> {
    const { decodeClientDataJSON } = await webauthnHelpers();
    const challenge = await orInvalid(() => decodeClientDataJSON(clientData).challenge);
    if (typeof challenge !== 'string') throw new AppError('PASSKEY_INVALID');
    // The lookup also happens without a session, so that a challenge sent by a stranger is used up.
    const found = await this.tickets.use('passkey', ticketOf(kind, challenge), sessionId ?? 'none');
    if (!found) throw new AppError('PASSKEY_INVALID');
    return challenge;
  }

  /**
   * The id by which devices know an account: equal for all of its passkeys, and revealing nothing about the person. 32
   * bytes.
   */
  userHandle(userId: number): Buffer<ArrayBuffer> {
    return Buffer.from(this.secrets.hash('passkey', `user:${userId}`), 'hex');
  }
}

function ticketOf(kind: CeremonyKind, challenge: string): string {
  return `${kind}:${challenge}`;
}

/** Runs a check of the library, which reports an invalid response by throwing. @throws AppError PASSKEY_INVALID */
export async function orInvalid<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    throw new AppError('PASSKEY_INVALID', { cause: error });
  }
}

/**
 * A text field of a browser's answer.
 *
 * @throws AppError PASSKEY_INVALID when it is missing or no text
 */
export function textIn(answer: PasskeyJson | undefined, field: string): string {
  const value = answer?.[field];
  if (typeof value !== 'string' || value === '') throw new AppError('PASSKEY_INVALID');
  return value;
}

/** The part of an answer that the device made. @throws AppError PASSKEY_INVALID when there is none */
export function deviceAnswerIn(answer: PasskeyJson): PasskeyJson {
  const { response } = answer;
  if (typeof response !== 'object' || response === null) throw new AppError('PASSKEY_INVALID');
  return response as PasskeyJson; // an object of which each field is still checked
}
