import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type JsonReading } from '../spec/upstream';
import { testCall, testTarget } from '../testing/adapter-conformance';
import { vertex } from '.';

const recorded = join(
  process.env['SLUICE_FIXTURES'] ?? resolve(__dirname, '../../../../../shared/fixtures'),
  'upstream/google-vertex/google-vertex-embedding.json',
);
const isRecorded = existsSync(recorded);
if (!isRecorded) console.info('recorded answers of type 41 are not replayed; SLUICE_FIXTURES may name their folder');

(isRecorded ? it : it.skip)('reads recorded embeddings of type 41', () => {
  const fields = { model: 'text-embedding-005', input: ['a', 'b'] };
  const channel = testTarget(vertex, {
    key: JSON.stringify({
      type: 'service_account',
      project_id: 'p',
      client_email: 'e',
      private_key: '-----BEGIN PRIVATE KEY-----AAAA-----END PRIVATE KEY-----',
    }),
    accessToken: 'ya29.x',
  });
  const { answer } = vertex.buildRequest(testCall(fields, { endpoint: 'embeddings' }), channel);
  const { body, usage } = (answer as JsonReading).convert(JSON.parse(readFileSync(recorded, 'utf8')));
  const data = body['data'] as readonly { readonly embedding: readonly number[] }[];
  expect(data.map(({ embedding }) => embedding.length)).toEqual([5, 5]);
  expect(usage).toMatchObject({ usage: { promptTokens: 11 } });
});
