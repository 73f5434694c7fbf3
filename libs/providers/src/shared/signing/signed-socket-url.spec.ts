import { signedSocketUrl } from './signed-socket-url';

const signature = {
  apiSecret: 'MGE1YjJjM2Q0ZTVmNjA3MTgyOTNhNGI1',
  apiKey: '6f1e2d3c4b5a69788796a5b4c3d2e1f0',
  nowMs: 1_700_000_000_000,
};

it('signs host, date and request line as in the worked example', () => {
  const url = signedSocketUrl('wss://spark-api.xf-yun.com/v3.5/chat', signature);
  expect(url).toBe(
    'wss://spark-api.xf-yun.com/v3.5/chat?authorization=' +
      'YXBpX2tleT0iNmYxZTJkM2M0YjVhNjk3ODg3OTZhNWI0YzNkMmUxZjAiLCBhbGdvcml0aG09ImhtYWMtc2hhMjU2IiwgaGVhZGVycz0iaG9z' +
      'dCBkYXRlIHJlcXVlc3QtbGluZSIsIHNpZ25hdHVyZT0ianVZemlmZDRSUG90Tm1yY1NaZDN0VjRyc28zSVJoemVNZjh0dkxxVXZVcz0i' +
      '&date=Tue%2C%2014%20Nov%202023%2022%3A13%3A20%20GMT&host=spark-api.xf-yun.com',
  );
});

it.each([
  ['/v3.5/chat', 'juYzifd4RPotNmrcSZd3tV4rso3IRhzeMf8tvLqUvUs='],
  ['/v1.1/chat', 'jj0pH4iDPRY4Ztm9KE1k44bO6u0LCBdgC4c5busNio8='],
])('signs the path %s differently', (path, expected) => {
  const url = new URL(signedSocketUrl(`wss://spark-api.xf-yun.com${path}`, signature));
  const origin = Buffer.from(url.searchParams.get('authorization') ?? '', 'base64').toString();
  expect(origin).toBe(
    `api_key="${signature.apiKey}", algorithm="hmac-sha256", headers="host date request-line", signature="${expected}"`,
  );
});
