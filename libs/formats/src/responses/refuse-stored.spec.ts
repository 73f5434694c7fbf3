import { refuseStored } from './index';

describe('a call that relies on something that a provider stored', () => {
  it.each([
    [{ previous_response_id: 'resp_1' }, 'previous_response_id'],
    [{ conversation: 'conv_1' }, 'conversation'],
    [{ conversation: { id: 'conv_1' } }, 'conversation'],
    [
      {
        input: [
          { role: 'user', content: 'a' },
          { type: 'item_reference', id: 'msg_1' },
        ],
      },
      'input',
    ],
  ])('with %j is refused, and the refusal says what to do instead', (fields, param) => {
    const refusal = refuseStored({ model: 'm', ...fields });
    expect(refusal).toMatchObject({ code: 'previous_response_not_found', param });
    expect(refusal?.message).toContain('send the whole conversation in input');
  });

  it('is refused with background, too', () => {
    expect(refuseStored({ background: true })).toMatchObject({ code: 'unsupported_parameter', param: 'background' });
  });

  it.each([
    [{}],
    [{ input: 'hi', previous_response_id: null, conversation: null, background: false, store: true }],
    [{ previous_response_id: '', input: [{ type: 'message' }, null, 5] }],
  ])('is accepted with %j, because it holds everything that is needed', fields => {
    expect(refuseStored(fields)).toBeNull();
  });
});
