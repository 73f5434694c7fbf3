import { tc3Authorization } from './tc3';

const common = {
  secretId: 'AKIDTESTtestTESTtestTESTtestTEST0001',
  secretKey: 'TestSecretKeyTestSecretKey012345',
  service: 'hunyuan',
  host: 'hunyuan.tencentcloudapi.com',
};

it.each([
  {
    name: 'a plain call',
    action: 'ChatCompletions',
    timestampSeconds: 1_700_000_000,
    contentType: 'application/json',
    body: '{"Model":"hunyuan-lite","Messages":[{"Role":"user","Content":"hi"}],"Stream":false}',
    date: '2023-11-14',
    signature: '79065d0eb19437839d2217020a0b127a06714dee11fde3b98848da59190e7e73',
  },
  {
    name: 'other letters, a charset, the first second of a day',
    action: 'ChatCompletions',
    timestampSeconds: 1_700_006_400,
    contentType: 'application/json; charset=utf-8',
    body: '{"Model":"hunyuan-turbos-latest","Messages":[{"Role":"user","Content":"你好"}],"Stream":true}',
    date: '2023-11-15',
    signature: '5c2e67c5a847aa877cc0895ca7c4f304ea74067eab6a167e9ef1e9c4746ac8fd',
  },
  {
    name: 'another action',
    action: 'GetEmbedding',
    timestampSeconds: 1_700_006_400,
    contentType: 'application/json',
    body: '{"InputList":["hello"]}',
    date: '2023-11-15',
    signature: 'f3ace95ba8a672a91a50212e701b5fcd26a93a3d42f0c47b700e3f2cf8c1bc62',
  },
])('signs $name as in the worked example', ({ name: _name, date, signature, body, ...order }) => {
  expect(tc3Authorization({ ...common, ...order, body: Buffer.from(body) })).toBe(
    `TC3-HMAC-SHA256 Credential=${common.secretId}/${date}/hunyuan/tc3_request, ` +
      `SignedHeaders=content-type;host;x-tc-action, Signature=${signature}`,
  );
});
