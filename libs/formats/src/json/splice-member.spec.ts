import { withMember, type MemberChange } from './splice-member';

function change(text: string, member: MemberChange) {
  const parsed = JSON.parse(text) as Record<string, unknown>;
  const changed = withMember({ body: Buffer.from(text), parsed }, member);
  expect(JSON.parse(changed.body.toString())).toEqual(changed.parsed);
  return changed.body.toString();
}

const limit = { name: 'max_tokens', value: 99 };
const nested = { holder: 'generationConfig', name: 'maxOutputTokens', value: 99 };

describe('setting a number in a body', () => {
  it.each([
    ['{"a":1.10}', limit, '{"max_tokens":99,"a":1.10}'],
    [' {\n "a" : 12345678901234567890 }', limit, ' {"max_tokens":99,\n "a" : 12345678901234567890 }'],
    ['{"a":1.10}', nested, '{"generationConfig":{"maxOutputTokens":99},"a":1.10}'],
    [
      '{"x":{"generationConfig":{}},"generationConfig":{"topK":1.0}}',
      nested,
      '{"x":{"generationConfig":{}},"generationConfig":{"maxOutputTokens":99,"topK":1.0}}',
    ],
    ['{"generationConfig":{}}', nested, '{"generationConfig":{"maxOutputTokens":99}}'],
  ])('leaves all other bytes of %s unchanged', (text, member, expected) => {
    expect(change(text, member)).toBe(expected);
  });

  it.each([
    ['{"max_tokens":null,"a":1}', limit],
    ['{"max_tokens":0}', limit],
    ['{}', limit],
    ['{"generationConfig":{"maxOutputTokens":0}}', nested],
    ['{"generationConfig":null}', nested],
    ['{"generationConfig":{"a":1},"generationConfig":{"b":2}}', nested],
    ['{"generation\\u0043onfig":{"a":1}}', nested],
  ])('replaces the value that stands in %s already', (text, member) => {
    const parsed = JSON.parse(change(text, member)) as Record<string, Record<string, number>>;
    expect('holder' in member ? parsed.generationConfig?.maxOutputTokens : parsed.max_tokens).toBe(99);
  });
});
