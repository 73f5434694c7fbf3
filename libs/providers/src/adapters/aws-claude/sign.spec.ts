import { type UpstreamRequest } from '../../contract/upstream';
import { modelPath } from './models';
import { signRequest } from './sign';

const account = {
  kind: 'signed',
  region: 'us-east-1',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
} as const;

const request: UpstreamRequest = {
  method: 'POST',
  url: `https://bedrock-runtime.us-east-1.amazonaws.com${modelPath('us.anthropic.claude-haiku-4-5-20251001-v1:0', 'invoke')}`,
  headers: { 'content-type': 'application/json', accept: 'application/json', 'accept-encoding': 'identity' },
  body: Buffer.from(
    '{"anthropic_version":"bedrock-2023-05-31","max_tokens":16,"messages":[{"role":"user","content":"Hi"}]}',
  ),
};
const NOW_MS = Date.UTC(2026, 0, 15, 12);

describe('the signature of type 33 (Bedrock)', () => {
  it('equals the known vector, whatever other headers are sent', async () => {
    const signed = await signRequest(request, account, NOW_MS);
    expect(signed).toEqual({
      ...request,
      headers: {
        ...request.headers,
        'x-amz-date': '20260115T120000Z',
        authorization:
          'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20260115/us-east-1/bedrock/aws4_request, ' +
          'SignedHeaders=content-type;host;x-amz-date, ' +
          'Signature=33b93e2de501b74182cd337676025e8a46d0054ed0b523832f4d4ad591164e89',
      },
    });
  });

  it('depends on body, path, host and time', async () => {
    const signatures = await Promise.all([
      signRequest(request, account, NOW_MS),
      signRequest({ ...request, body: Buffer.from('{}') }, account, NOW_MS),
      signRequest({ ...request, url: request.url.replace('invoke', 'invoke-with-response-stream') }, account, NOW_MS),
      signRequest({ ...request, url: request.url.replace('us-east-1', 'us-west-2') }, account, NOW_MS),
      signRequest(request, account, NOW_MS + 1000),
    ]);
    expect(new Set(signatures.map(({ headers }) => headers.authorization)).size).toBe(5);
  });

  it('includes the token of temporary credentials, which is also sent', async () => {
    const { headers } = await signRequest(request, { ...account, sessionToken: 'token' }, NOW_MS);
    expect(headers['x-amz-security-token']).toBe('token');
    expect(headers.authorization).toContain('SignedHeaders=content-type;host;x-amz-date;x-amz-security-token,');
  });
});
