import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

export type Claims = Readonly<Record<string, unknown>>;

/** A way to respond to the exchange of a code. */
export type TokenAnswer = (request: IncomingMessage, response: ServerResponse, form: URLSearchParams) => void;

function newKey() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

function base64url(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/**
 * A provider that returns anything that a test sets, signed or forged; its endpoints have the paths of a real provider.
 */
export class FakeOidc {
  /** Calls by path, oldest first. */
  readonly calls: string[] = [];
  /** The forms that came to the token endpoint, with the header that names the client. */
  readonly exchanges: { readonly form: URLSearchParams; readonly authorization: string }[] = [];
  /** The claims of the user endpoint; null means that the provider has no such endpoint. */
  userinfo: Claims | null = null;
  /** Fields that are added to the discovery document. */
  metadata: Claims = {};
  private answer: TokenAnswer = (_, response) => sendJson(response, { error: 'invalid_grant' }, 400);
  private readonly key = newKey();
  private readonly strangersKey = newKey();

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
  ) {}

  static async start(): Promise<FakeOidc> {
    const server = createServer();
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
    const fake = new FakeOidc(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => void fake.serve(request, response));
    return fake;
  }

  async stop(): Promise<void> {
    const closed = new Promise(done => this.server.close(done));
    this.server.closeAllConnections();
    await closed;
  }

  /** Sets the identity token of the next exchanges. */
  issues(idToken: string | undefined): void {
    this.answers((_, response) =>
      sendJson(response, {
        access_token: 'token of the fake',
        token_type: 'Bearer',
        expires_in: 60,
        id_token: idToken,
      }),
    );
  }

  answers(answer: TokenAnswer): void {
    this.answer = answer;
  }

  /** Makes an identity token, signed with the published key unless another signer is named. */
  token(claims: Claims, signer: 'provider' | 'stranger' | 'nobody' = 'provider'): string {
    const nowSeconds = Math.floor(Date.now() / 1000);
    const body = { iss: this.issuer, aud: 'sluice', iat: nowSeconds, exp: nowSeconds + 300, ...claims };
    const header = { alg: signer === 'nobody' ? 'none' : 'RS256', typ: 'JWT', kid: 'first' };
    const content = `${base64url(header)}.${base64url(body)}`;
    if (signer === 'nobody') return `${content}.`;
    const key = signer === 'provider' ? this.key : this.strangersKey;
    return `${content}.${sign('sha256', Buffer.from(content), key.privateKey).toString('base64url')}`;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.issuer);
    this.calls.push(pathname);
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return sendJson(response, this.discovery());
      case '/keys': {
        const jwk = this.key.publicKey.export({ format: 'jwk' });
        return sendJson(response, { keys: [{ ...jwk, kid: 'first', use: 'sig', alg: 'RS256' }] });
      }
      case '/userinfo':
        return sendJson(response, this.userinfo);
      case '/token': {
        const form = new URLSearchParams(await bodyOf(request));
        this.exchanges.push({ form, authorization: request.headers.authorization ?? '' });
        return this.answer(request, response, form);
      }
      default:
        return sendJson(response, {}, 404);
    }
  }

  private discovery(): Claims {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...(this.userinfo ? { userinfo_endpoint: `${this.issuer}/userinfo` } : {}),
      ...this.metadata,
    };
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
