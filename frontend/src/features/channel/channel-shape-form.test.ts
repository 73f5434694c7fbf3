import { plainChannelShape } from '@contracts';
import { findShapeFault, newShapeDraft, toShape, toShapeDraft } from './channel-shape-form';
import { toCopy } from './channel-copy';
import { makeChannel } from '../../test-support/make-channel';

const shaped = {
  ...plainChannelShape,
  proxy: 'socks5://me:***@host:1080',
  header_override: '{"x-a":"b"}',
  param_override: '{"top_k":1}',
  system_prompt_mode: 'instead' as const,
  rpm_limit: 5,
  tag: 'eu',
  expired_time: 1_900_000_000,
};

describe('the form of what shapes a channel', () => {
  it('sends back what it was given', () => {
    expect(toShape(toShapeDraft(shaped))).toEqual(shaped);
    expect(toShape(newShapeDraft)).toEqual(plainChannelShape);
  });

  it.each([
    ['proxy', 'ftp://host'],
    ['header_override', '{"host":"a"}'],
    ['pass_headers', 'cookie'],
    ['param_override', '{"model":"a"}'],
    ['rpm_limit', '-1'],
    ['first_byte_timeout_seconds', '3601'],
    ['expired_time', 'soon'],
  ] as const)('names %s as the fault when it is %s', (field, text) => {
    expect(findShapeFault({ ...newShapeDraft, [field]: text })).toBe(field);
  });

  it('is kept by a copy of the channel', () => {
    expect(toCopy(makeChannel(1, shaped), '_copy')).toMatchObject(shaped);
  });
});
