import { generateKeyPairSync } from 'node:crypto';
import { verify } from 'jsonwebtoken';
import { ChannelAddressError } from '../../contract/channel-address-error';
import { type ChannelTarget } from '../../contract/upstream';
import { accountOf } from './account';
import { vertexAuthorize } from './authorize';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const document = {
  type: 'service_account',
  project_id: 'sluice-test',
  private_key_id: 'k1',
  private_key: privateKey,
  client_email: 'relay@sluice-test.example',
  token_uri: 'https://oauth2.example/token',
};

function target(key: string | object): ChannelTarget {
  return {
    id: 7,
    type: 41,
    key: typeof key === 'string' ? key : JSON.stringify(key),
    baseUrl: '',
    other: '',
    organization: null,
  };
}

const NOW_MS = Date.UTC(2026, 6, 1) + 999;

function request(key: string | object) {
  return vertexAuthorize.buildRequest(target(key), NOW_MS);
}

/** The claims of a request's assertion, after its signature was checked. */
async function claimsOf(key: object): Promise<unknown> {
  const { body } = await request(key);
  const assertion = new URLSearchParams(body?.toString()).get('assertion') ?? '';
  return verify(assertion, publicKey, { algorithms: ['RS256'], clockTimestamp: NOW_MS / 1000, complete: true });
}

describe('the key of type 41 (Vertex AI)', () => {
  it('is the document of a service account', () => {
    expect(accountOf(target(document))).toEqual({
      kind: 'serviceAccount',
      projectId: 'sluice-test',
      clientEmail: 'relay@sluice-test.example',
      privateKey,
      privateKeyId: 'k1',
      tokenUri: 'https://oauth2.example/token',
    });
  });

  it.each([
    ['without line breaks', privateKey.replaceAll('\n', '')],
    ['with spaces for line breaks', privateKey.replaceAll('\n', ' ')],
    ['with escapes written out', privateKey.replaceAll('\n', '\\n')],
    ['with the line ends of Windows', privateKey.replaceAll('\n', '\r\n')],
  ])('accepts a private key %s', (_how, broken) => {
    expect(accountOf(target({ ...document, private_key: broken }))).toMatchObject({ privateKey });
  });

  it('may be an API key, which needs no exchange', () => {
    const key = 'AQ.Ab8RN6canary0123456789';
    expect(accountOf(target(` ${key}\n`))).toEqual({ kind: 'apiKey', apiKey: key });
    expect(vertexAuthorize.isNeeded?.(target(key))).toBe(false);
    expect(vertexAuthorize.isNeeded?.(target(document))).toBe(true);
  });

  it.each([
    '',
    'short',
    'two words that are no key at all',
    '[]',
    '{}',
    { ...document, type: 'authorized_user' },
    { ...document, project_id: '' },
    { ...document, client_email: undefined },
    { ...document, private_key: 'none' },
  ])('refuses %j', key => {
    expect(() => accountOf(target(key))).toThrow(ChannelAddressError);
  });
});

describe('the token of type 41 (Vertex AI)', () => {
  it('is requested with an assertion that the service account signed', async () => {
    await expect(claimsOf(document)).resolves.toMatchObject({
      header: { alg: 'RS256', typ: 'JWT', kid: 'k1' },
      payload: {
        iss: 'relay@sluice-test.example',
        scope: 'https://www.googleapis.com/auth/cloud-platform',
        aud: 'https://oauth2.example/token',
        iat: Date.UTC(2026, 6, 1) / 1000,
        exp: Date.UTC(2026, 6, 1) / 1000 + 3600,
      },
    });
    const { method, url, headers, body } = await request(document);
    expect({ method, url }).toEqual({ method: 'POST', url: 'https://oauth2.example/token' });
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(body?.toString()).toMatch(/^grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=/);
  });

  it('is requested at the usual address when the document names none', async () => {
    const { token_uri: _uri, private_key_id: _id, ...rest } = document;
    expect((await request(rest)).url).toBe('https://oauth2.googleapis.com/token');
    await expect(claimsOf(rest)).resolves.toMatchObject({ payload: { aud: 'https://oauth2.googleapis.com/token' } });
  });

  it('is not requested with an invalid private key or address, and the error does not show the key', async () => {
    const pem = '-----BEGIN PRIVATE KEY-----\nc2VjcmV0Y2FuYXJ5\n-----END PRIVATE KEY-----';
    const failing = async (): Promise<unknown> => request({ ...document, private_key: pem });
    await expect(failing()).rejects.toThrow(ChannelAddressError);
    await expect(failing().catch((error: unknown) => JSON.stringify(error))).resolves.not.toContain('c2VjcmV0');
    await expect(async () => request({ ...document, token_uri: 'file:///etc/passwd' })).rejects.toThrow(
      ChannelAddressError,
    );
  });

  it.each([
    [
      200,
      '{"access_token":"ya29.x","expires_in":3599,"token_type":"Bearer"}',
      { token: 'ya29.x', expiresInSeconds: 3599 },
    ],
    [200, '{"access_token":"ya29.x"}', { token: 'ya29.x', expiresInSeconds: 3600 }],
    [200, '{"access_token":"ya29.x","expires_in":-5}', { token: 'ya29.x', expiresInSeconds: 3600 }],
    [200, '{"id_token":"x"}', null],
    [200, '<html>', null],
    [400, '{"error":"invalid_grant","access_token":"ya29.x"}', null],
  ])('in a response %d %s is %j', (status, body, token) => {
    expect(vertexAuthorize.read({ status, body })).toEqual(token);
  });
});
