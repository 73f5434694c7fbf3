import { recordedFile } from '@formats/testing';
import { type JsonReading } from '../../contract/upstream';
import { testCall, testTarget } from '../../testing/adapter-conformance';
import { vertex } from './index';

const recorded = recordedFile('google-vertex/google-vertex-embedding.json');

(recorded ? it : it.skip)('reads recorded embeddings of type 41', () => {
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
  const { body, usage } = (answer as JsonReading).convert(JSON.parse(recorded ?? ''));
  const data = body.data as readonly { readonly embedding: readonly number[] }[];
  expect(data.map(({ embedding }) => embedding.length)).toEqual([5, 5]);
  expect(usage).toMatchObject({ usage: { promptTokens: 11 } });
});
