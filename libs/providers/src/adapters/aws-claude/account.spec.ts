import { ChannelAddressError } from '../../contract/channel-address-error';
import { type ChannelTarget } from '../../contract/upstream';
import { accountOf, runtimeAddressOf } from './account';

function target(key: string, baseUrl = ''): ChannelTarget {
  return {
    id: 7,
    type: 33,
    key,
    baseUrl,
    other: '',
    organization: null,
  };
}

describe('the key of type 33 (Bedrock)', () => {
  it('consists of an access key, its secret and a region', () => {
    expect(accountOf(target(' AKIA1 | s3/c+ret |us-east-1\n'))).toEqual({
      kind: 'signed',
      accessKeyId: 'AKIA1',
      secretAccessKey: 's3/c+ret',
      region: 'us-east-1',
    });
  });

  it('may end in a session token', () => {
    expect(accountOf(target('AKIA1|secret|us-gov-west-1|token'))).toMatchObject({ sessionToken: 'token' });
  });

  it('may be an API key and a region', () => {
    expect(accountOf(target('ABSK123==|eu-west-3'))).toEqual({
      kind: 'bearer',
      apiKey: 'ABSK123==',
      region: 'eu-west-3',
    });
  });

  it.each(['', 'key', 'key|', '|us-east-1', 'a|b|', 'a||us-east-1', 'a|b|us-east-1|', 'a|b|us-east-1|c|d'])(
    'is refused: %j',
    key => {
      expect(() => accountOf(target(key))).toThrow(ChannelAddressError);
    },
  );

  it.each(['evil.example/', 'us-east-1.evil.example', 'US', 'useast1'])(
    'is refused with the region %j, which names no host',
    region => {
      expect(() => accountOf(target(`a|b|${region}`))).toThrow(ChannelAddressError);
    },
  );
});

describe('the address of type 33 (Bedrock)', () => {
  it.each([
    ['us-east-1', 'https://bedrock-runtime.us-east-1.amazonaws.com'],
    ['cn-north-1', 'https://bedrock-runtime.cn-north-1.amazonaws.com.cn'],
  ])('in %s is %s', (region, address) => {
    expect(runtimeAddressOf(target('x'), region)).toBe(address);
  });

  it('is the operator’s address when there is one', () => {
    expect(runtimeAddressOf(target('x', 'https://vpce-1.example/prefix/'), 'us-east-1')).toBe(
      'https://vpce-1.example/prefix',
    );
    expect(() => runtimeAddressOf(target('x', 'ftp://vpce-1.example'), 'us-east-1')).toThrow(ChannelAddressError);
  });
});
