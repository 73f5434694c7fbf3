import { keptHeaders } from './kept-headers';
import { leaveOutMedia } from './leave-out-media';
import { maskAddress } from './mask-address';
import { maskPersonal } from './mask-personal';
import { maskSecrets } from './mask-secrets';
import { maskText } from './mask-text';
import { maskWords, readMaskWords } from './mask-words';
import { textOfEvents } from './event-text';

const none = { secrets: [], isPersonal: false, words: [] } as const;

describe('the masking of secrets', () => {
  it.each([
    ['a key of OpenAI', 'use sk-proj-AbCd1234efgh now', 'use [masked:key] now'],
    ['a key behind an escape', '"a\\nsk-AbCd1234efgh"', '"a\\n[masked:key]"'],
    ['a key behind an escaped character', '"\\u0027sk-AbCd1234efgh"', '"\\u0027[masked:key]"'],
    ['a key that a provider has starred', 'Incorrect key: sk-ab***xyz.', 'Incorrect key: [masked:key].'],
    ['a key of Google', 'AIzaSyA1234567890abcdef', '[masked:key]'],
    ['a bearer word', 'Authorization: Bearer abc.def-123456', 'Authorization: Bearer [masked:key]'],
    ['a JSON field', '{"password":"a\\"b c","n":1}', '{"password":"[masked:secret]","n":1}'],
    ['JSON inside a text', '"{\\"api_key\\":\\"abc\\"}"', '"{\\"api_key\\":\\"[masked:secret]\\"}"'],
    ['an assignment', 'API_KEY=abcdef123', 'API_KEY=[masked:secret]'],
    ['a web token', 'eyJhbGciOiJIUzI1.eyJzdWIiOiIx.c2ln', '[masked:key]'],
    ['a token with a digit', 'ghp_abcdefgh1234', '[masked:key]'],
  ])('masks %s', (_name, text, masked) => {
    expect(maskSecrets(text, [])).toBe(masked);
  });

  it.each([
    ['words with a dash', 'ask-me, risk-free, task-list'],
    ['ordinary names with a prefix', 'pk_column hf-transformers'],
    ['token counts and pieces of log probabilities', '{"max_tokens":100,"token":" hello"}'],
  ])('leaves %s alone', (_name, text) => {
    expect(maskSecrets(text, [])).toBe(text);
  });

  it('masks known secrets wherever and however they stand, and their parts', () => {
    const secret = 'AKIDpart-one/x|part"two-long|eu';
    const text = `${secret} AKIDpart-one/x part\\"two-long ${encodeURIComponent('AKIDpart-one/x')} eu`;
    expect(maskSecrets(text, [secret])).toBe('[masked:key] [masked:key] [masked:key] [masked:key] eu');
  });

  it('masks the texts of a key that is a document, except its type and addresses', () => {
    const document = {
      type: 'service_account',
      private_key: 'line one\nline two',
      token_uri: 'https://oauth2.example/x',
    };
    const text = 'service_account https://oauth2.example/x line one\\nline two';
    expect(maskSecrets(text, [JSON.stringify(document)])).toBe('service_account https://oauth2.example/x [masked:key]');
  });

  it('masks private keys between their ends, and all that follows one without an end', () => {
    const pem = '-----BEGIN RSA PRIVATE KEY-----\\nMII\\n-----END RSA PRIVATE KEY-----';
    expect(maskSecrets(`a ${pem} b -----BEGIN CERTIFICATE-----`, [])).toBe(
      'a [masked:key] b -----BEGIN CERTIFICATE-----',
    );
    expect(maskSecrets('a -----BEGIN PRIVATE KEY-----\\nMII', [])).toBe('a [masked:key]');
  });
});

describe('the masking of personal facts', () => {
  it.each([
    ['Ann.Lee+x@mail.example.com', '[masked:e-mail]'],
    ['+49 170 1234567', '[masked:phone]'],
    ['13812345678', '[masked:phone]'],
    ['(212) 555-0100', '[masked:phone]'],
    ['4111 1111 1111 1111', '[masked:card]'],
    ['5555555555554444', '[masked:card]'],
  ])('masks %s', (fact, mask) => {
    expect(maskPersonal(`is ${fact}, yes`)).toBe(`is ${mask}, yes`);
  });

  it.each(['4111111111111112', '1700000000000', '"created":1764172800', '0.13812345678', 'a@b', '2026-11-26'])(
    'leaves %s alone',
    text => {
      expect(maskPersonal(text)).toBe(text);
    },
  );
});

describe('the words of the operator', () => {
  it('masks them in any case, with digits, letters and the rest of a word', () => {
    const words = readMaskWords('Project X\n  case-####\nAB?\nacme*\n\n*\n#');
    expect(words).toHaveLength(4);
    expect(maskWords('project x, CASE-1234, abz, Acme-secret-plan! done', words)).toBe(
      '[masked:word], [masked:word], [masked:word], [masked:word] done',
    );
  });

  it('takes signs of expressions as they are', () => {
    expect(maskWords('a.b (c) $1 abb', readMaskWords('a.b (c) $1'))).toBe('[masked:word] abb');
  });
});

describe('media', () => {
  it('is replaced by its type and length', () => {
    const image = 'iVBORw0K'.repeat(200);
    expect(leaveOutMedia(`{"url":"data:image/png;base64,${image}==","n":1}`)).toBe(
      '{"url":"[left out: image/png, 1602 characters]","n":1}',
    );
    expect(leaveOutMedia(`{"b64_json":"${image.replaceAll('0', '\\/')}"}`)).toMatch(
      /^\{"b64_json":"\[left out: base64, \d+ characters\]"\}$/,
    );
    expect(leaveOutMedia(`data:image/gif;base64,${'R0lG'.repeat(20)}`)).toBe('[left out: image/gif, 102 characters]');
  });

  it('leaves short runs and text alone, and takes megabytes in a moment', () => {
    const id = 'a'.repeat(1023);
    expect(leaveOutMedia(`${id} words`)).toBe(`${id} words`);
    const startedAt = performance.now();
    expect(leaveOutMedia(`"${'A1\\/'.repeat(2_000_000)}"`).length).toBeLessThan(60);
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });
});

describe('addresses and headers', () => {
  it('keeps harmless fields of a query and masks the values of all others', () => {
    expect(maskAddress('https://u:p@host/v1/x?alt=sse&key=abc&x=1', [])).toBe(
      'https://host/v1/x?alt=sse&key=[masked:secret]&x=[masked:secret]',
    );
  });

  it('keeps the names of headers, and the values of harmless ones only', () => {
    const headers = {
      'Content-Type': 'application/json',
      Cookie: 'a=b',
      'x-api-key': 'k',
      'user-agent': 'sk-abcdefgh1',
    };
    expect(keptHeaders(headers, [])).toEqual({
      'content-type': 'application/json',
      cookie: '[masked:secret]',
      'x-api-key': '[masked:secret]',
      'user-agent': '[masked:key]',
    });
  });
});

describe('the text of a stream', () => {
  it('is put together from the pieces of every format', () => {
    const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
    expect(
      textOfEvents(
        event({ choices: [{ delta: { content: 'a' } }] }) +
          event({ type: 'content_block_delta', delta: { type: 'text_delta', text: 'b' } }) +
          event({ candidates: [{ content: { parts: [{ text: 'c' }] } }] }) +
          event({ type: 'response.output_text.delta', delta: 'd' }) +
          event({ type: 'response.completed', response: { output: [{ content: [{ text: 'abcd' }] }] } }) +
          'data: [DONE]\n\ndata: {"cut',
      ),
    ).toBe('abcd');
  });
});

it('masks in time that grows with the length of the text alone', () => {
  const words = readMaskWords('a*b\nab*');
  const hostile = [
    'a',
    'sk-',
    'eyJa.',
    '1 ',
    '-----BEGIN ',
    'a@a.',
    '+1',
    '"password":"',
    'ab',
    '\\',
    'data:a;base64,',
    '\\"password\\":\\"',
    'password=',
    'api_key : ',
    'sk-sk-',
    'xai-a',
    'a.a@',
    '(1',
    'bearer ',
    '1-',
  ];
  for (const piece of hostile) {
    const text = piece.repeat(262_144 / piece.length);
    const startedAt = performance.now();
    maskText(text, { ...none, isPersonal: true, words });
    expect([piece, performance.now() - startedAt < 1500]).toEqual([piece, true]);
  }
});
