import { saidValues } from '@joining';
import { Injectable } from '@nestjs/common';
import { OutboundClient } from '@platform';
import { type ClientAuth, type Configuration, type CustomFetchOptions } from 'openid-client';

/** The library, loaded with the first sign-in that needs it rather than with the server. */
function openid() {
  return import('openid-client');
}

/** Endpoints of a provider are read again after this time; its signing keys are looked up when an unknown one appears. */
const DISCOVERY_LIFETIME_MS = 5 * 60_000;

/** The provider and the client registered with it. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  /** With blanks between them. */
  readonly scopes: string;
}

/** Values that are sent with a sign-in and must come back, or match what comes back. */
export interface OidcChecks {
  readonly state: string;
  readonly nonce: string;
  /** Proof key; only its hash goes through the browser (RFC 7636). */
  readonly verifier: string;
}

/** Claims as the provider sent them: of any type, and any of them may be missing. */
export type Claims = Readonly<Record<string, unknown>>;

/** A person that the provider has authenticated, with the claims about them. */
export interface OidcProof {
  readonly issuer: string;
  readonly subject: string;
  /** Claims of the signed identity token. */
  readonly claims: Claims;
  /** Claims of the user endpoint; empty when it was not needed. */
  readonly details: Claims;
}

interface Discovered {
  readonly key: string;
  readonly expiresAtMs: number;
  readonly configuration: Promise<Configuration>;
}

/** Fresh secrets of one sign-in. */
export async function oidcSecrets(): Promise<Pick<OidcChecks, 'nonce' | 'verifier'>> {
  const { randomNonce, randomPKCECodeVerifier } = await openid();
  return { nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
}

/** OpenID Connect Core 1.0, authorization code flow with PKCE, through a certified library. */
@Injectable()
export class OidcClient {
  /** There is one provider at a time, so there is one entry. */
  private discovered: Discovered | null = null;

  constructor(private readonly outbound: OutboundClient) {}

  /** @throws errors of the library; OutboundFailure, possibly as a cause */
  async authorizationUrl(settings: OidcSettings, { state, nonce, verifier }: OidcChecks): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await openid();
    const configuration = await this.configurationOf(settings);
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: settings.redirectUri,
      scope: settings.scopes,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /**
   * Trades the code for the identity token and checks it: signature, issuer, audience, expiry, nonce.
   *
   * @param answered parameters the provider appended to the return address
   * @param wanted paths of further claims; without one of them in the token, the user endpoint is asked
   * @throws errors of the library; OutboundFailure, possibly as a cause
   */
  async prove(
    settings: OidcSettings,
    answered: Readonly<Record<string, string>>,
    { state, nonce, verifier }: OidcChecks,
    wanted: readonly string[],
  ): Promise<OidcProof> {
    const { authorizationCodeGrant, fetchUserInfo } = await openid();
    const configuration = await this.configurationOf(settings);
    const tokens = await authorizationCodeGrant(
      configuration,
      new URL(`${settings.redirectUri}?${new URLSearchParams({ ...answered }).toString()}`),
      { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
    );
    const claims = tokens.claims();
    if (!claims) throw new Error('the provider sent no identity token');
    // An empty subject identifies nobody: all people who have one would share a single account.
    if (claims.sub.trim() === '') throw new Error('the provider sent an identity token without a subject');
    // In this flow most providers keep name and address for the user endpoint (Core 1.0, section 5.4).
    const token: Claims = { ...claims };
    const isNamed = typeof claims.name === 'string' && typeof claims.email === 'string';
    const isComplete = isNamed && wanted.every(path => saidValues({ token, details: {} }, path).length > 0);
    const hasDetails = configuration.serverMetadata().userinfo_endpoint !== undefined;
    const details =
      isComplete || !hasDetails ? {} : await fetchUserInfo(configuration, tokens.access_token, claims.sub);
    return { issuer: claims.iss, subject: claims.sub, claims: token, details: { ...details } };
  }

  private configurationOf({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
    const key = JSON.stringify([issuer, clientId, clientSecret]);
    const nowMs = performance.now();
    if (this.discovered?.key === key && nowMs < this.discovered.expiresAtMs) return this.discovered.configuration;
    const configuration = this.discover(new URL(issuer), clientId, clientSecret);
    const discovered = { key, expiresAtMs: nowMs + DISCOVERY_LIFETIME_MS, configuration };
    this.discovered = discovered;
    // A failure reaches every caller that waits for it, and is then forgotten.
    configuration.catch(() => {
      if (this.discovered === discovered) this.discovered = null;
    });
    return configuration;
  }

  private async discover(issuer: URL, clientId: string, clientSecret: string): Promise<Configuration> {
    const { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks } = await openid();
    return discovery(issuer, clientId, undefined, await secretAuth(clientSecret), {
      [customFetch]: (url: string, options: CustomFetchOptions) => this.exchange(url, options),
      execute: [
        // Core 1.0 lets a client trust the connection instead of the signature; a connection may be plain http here.
        enableNonRepudiationChecks,
        // Plain http is allowed only when the administrator configured it; a provider under https cannot redirect to
        // http.
        ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : []),
      ],
    });
  }

  private exchange(url: string, { method, headers, body, signal }: CustomFetchOptions): Promise<Response> {
    const text = body === undefined || body === null ? null : String(body); // a form, or nothing
    return this.outbound.exchange(url, { method, headers, body: text, ...(signal ? { signal } : {}) });
  }
}

/** The secret goes into the header, as is the default of Discovery 1.0, unless the provider says that it wants a form. */
async function secretAuth(secret: string): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost } = await openid();
  const inHeader = ClientSecretBasic(secret);
  const inForm = ClientSecretPost(secret);
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const takesHeader = methods === undefined || methods.includes('client_secret_basic');
    return (takesHeader ? inHeader : inForm)(server, client, body, headers);
  };
}
