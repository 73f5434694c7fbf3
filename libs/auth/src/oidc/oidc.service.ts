import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type OidcAuthorization, type SessionUser } from '@contracts';
import { ClaimGrants } from '@joining';
import { AppError } from '@kernel';
import { Options } from '@option';
import { Logger, OutboundFailure, SecretBox, type Answer } from '@platform';
import { sessionOf } from '../session/session-only';
import { refuseDeclined } from '../third-party/oauth-return';
import { OAuthState, type SentCodes } from '../third-party/oauth-state';
import { ReturningCaller } from '../third-party/returning-caller';
import { type ThirdPartyAccount } from '../third-party/third-party-account';
import { ThirdPartySignIn, type Arrival } from '../third-party/third-party-sign-in';
import {
  OidcClient,
  oidcSecrets,
  type Claims,
  type OidcChecks,
  type OidcProof,
  type OidcSettings,
} from './oidc-client';
import { type OidcReturnDto } from './oidc.dto';

/** Errors have few causes below them; this bound keeps a cycle among them harmless. */
const CAUSE_DEPTH_MAX = 5;

/** What a proof needs, but for the claims that rules look at. */
type ProofCall = readonly [OidcSettings, Readonly<Record<string, string>>, OidcChecks];

type Browser = Pick<Arrival, 'request' | 'reply'>;

/** Signing in and binding through the OpenID Connect provider of this site. */
@Injectable()
export class OidcService {
  constructor(
    private readonly client: OidcClient,
    private readonly states: OAuthState,
    private readonly callers: ReturningCaller,
    private readonly signIn: ThirdPartySignIn,
    private readonly grants: ClaimGrants,
    private readonly options: Options,
    private readonly box: SecretBox,
    private readonly logger: Logger,
  ) {}

  /**
   * Begins a sign-in.
   *
   * @throws AppError OAUTH_DISABLED, OAUTH_UNREACHABLE, REGISTER_CODE_*, TEAM_INVITATION_GONE
   */
  async begin(browser: Browser, codes: SentCodes): Promise<OidcAuthorization> {
    const settings = this.settings();
    const secrets = await oidcSecrets();
    const state = await this.states.begin(browser, codes, {
      nonce: secrets.nonce,
      // With the verifier and the browser's code a stranger could finish this sign-in, so the row stores it sealed.
      sealedVerifier: this.box.seal('ticket', secrets.verifier),
      issuer: settings.issuer,
    });
    try {
      return { url: await this.client.authorizationUrl(settings, { ...secrets, state }) };
    } catch (error) {
      // Nothing has been proved at this point: any failure means that the provider is not usable as it is set up.
      throw this.fault('OAUTH_UNREACHABLE', error);
    }
  }

  /**
   * Finishes a sign-in: binds, signs in or opens an account.
   *
   * @throws AppError OAUTH_STATE, OAUTH_DISABLED, OAUTH_REFUSED, COMMON_INVALID_PARAMETER, OAUTH_UNREACHABLE,
   * OIDC_INVALID, AUTH_SESSION_ONLY, and what {@link ReturningCaller.find} and {@link ThirdPartySignIn.finish} throw
   */
  async finish(answered: OidcReturnDto, browser: Browser): Promise<Answer<SessionUser | undefined>> {
    const { affCode, entryCode, extra } = await this.states.end(browser.request, answered.state);
    const { nonce, sealedVerifier, issuer } = extra;
    // A state that was issued for another provider's sign-in has none of these values.
    if (!nonce || !sealedVerifier || !answered.state) throw new AppError('OAUTH_STATE');
    const caller = await this.callers.find(browser.request, browser.reply);
    if (caller) sessionOf(caller);
    const settings = this.settings();
    refuseDeclined(browser.request);
    if (!answered.code) throw new AppError('COMMON_INVALID_PARAMETER');
    // The code came from the provider that was set up before, and must not be sent to the new one.
    if (issuer !== settings.issuer) throw new AppError('OIDC_INVALID', { params: { provider: this.name } });
    const verifier = this.box.open('ticket', sealedVerifier);
    const proof = await this.prove(settings, withoutGaps({ ...answered }), { nonce, verifier, state: answered.state });
    return this.signIn.finish(this.accountOf(proof), { ...browser, caller, affCode, entryCode });
  }

  private async prove(...call: ProofCall): Promise<OidcProof> {
    try {
      return await this.client.prove(...call, this.grants.wantedClaims);
    } catch (error) {
      throw this.fault(isOutage(error) ? 'OAUTH_UNREACHABLE' : 'OIDC_INVALID', error);
    }
  }

  private accountOf({ issuer, subject, claims, details }: OidcProof): ThirdPartyAccount {
    const find = (name: string): string => textOf(claims, name) || textOf(details, name);
    const email = verifiedEmail(claims) ?? verifiedEmail(details);
    return {
      provider: 'oidc',
      subject: subjectKey(issuer, subject),
      login: find('preferred_username') || find('email') || subject,
      displayName: find('name') || find('preferred_username') || find('nickname') || this.name,
      level: 0,
      said: { token: claims, details },
      ...(email === undefined ? {} : { email }),
    };
  }

  private get name(): string {
    return this.options.current.OidcName;
  }

  /** The return address is built from the configured address only: a header of the request could name another site. */
  private settings(): OidcSettings {
    const { OidcEnabled, OidcIssuer, OidcClientId, OidcClientSecret, OidcScopes, ServerAddress } = this.options.current;
    const isSetUp = OidcIssuer !== '' && OidcClientId !== '' && OidcClientSecret !== '' && ServerAddress !== '';
    if (!OidcEnabled || !isSetUp) throw new AppError('OAUTH_DISABLED', { params: { provider: this.name } });
    return {
      issuer: OidcIssuer,
      clientId: OidcClientId,
      clientSecret: OidcClientSecret,
      redirectUri: `${ServerAddress}/oauth/oidc`,
      // Without this scope it would be no sign-in.
      scopes: [...new Set(['openid', ...OidcScopes.split(/\s+/).filter(Boolean)])].join(' '),
    };
  }

  /**
   * The log tells administrators what is wrong with their provider; people who sign in learn only that something is.
   */
  private fault(code: 'OAUTH_UNREACHABLE' | 'OIDC_INVALID', cause: unknown): AppError {
    const { name, message, code: reason, error: refusal } = cause as Error & { code?: unknown; error?: unknown };
    // The fields are listed one by one, because the error itself also carries the provider's response.
    this.logger.warn({ name, reason, refusal, message }, 'a sign-in by OpenID Connect failed');
    return new AppError(code, { params: { provider: this.name }, cause });
  }
}

/**
 * The permanent id that is stored for the person. A subject identifies a person at one issuer only, and an
 * administrator may set up another issuer, where the same subject is a different person; so both are stored together.
 * They are hashed, because an issuer and a subject together are longer than the column.
 */
function subjectKey(issuer: string, subject: string): string {
  return createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');
}

function textOf(claims: Claims, name: string): string {
  const value = claims[name];
  return typeof value === 'string' ? value.trim() : '';
}

/** The address and the statement that it was verified must come from the same response. */
function verifiedEmail(claims: Claims): string | undefined {
  return claims.email_verified === true ? textOf(claims, 'email') || undefined : undefined;
}

/**
 * Codes of the library for responses that decide nothing about a sign-in: an unexpected status or type, or a refusal of
 * this client.
 */
const OUTAGES: readonly unknown[] = [
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
  'OAUTH_RESPONSE_BODY_ERROR',
];

/**
 * Whether the provider does not serve this site, now or with its present settings; otherwise it did, and its response
 * is invalid.
 */
function isOutage(error: unknown): boolean {
  let cause: unknown = error;
  for (let depth = 0; depth < CAUSE_DEPTH_MAX && cause instanceof Error; depth += 1) {
    const { code, error: refusal } = cause as Error & { code?: unknown; error?: unknown };
    if (refusal === 'invalid_grant') return false; // the code itself is wrong, used or too old
    if (cause instanceof OutboundFailure || OUTAGES.includes(code)) return true;
    cause = cause.cause;
  }
  return false;
}

function withoutGaps(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
  );
}
