import { refuseStored } from './index';

describe('a call that leans on what a provider stored', () => {
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
  ])('%j is refused elsewhere, with what to do instead', (fields, param) => {
    const refusal = refuseStored({ model: 'm', ...fields });
    expect(refusal).toMatchObject({ code: 'previous_response_not_found', param });
    expect(refusal?.message).toContain('send the whole conversation in input');
  });

  it('cannot run without a listener either', () => {
    expect(refuseStored({ background: true })).toMatchObject({ code: 'unsupported_parameter', param: 'background' });
  });

  it.each([
    [{}],
    [{ input: 'hi', previous_response_id: null, conversation: null, background: false, store: true }],
    [{ previous_response_id: '', input: [{ type: 'message' }, null, 5] }],
  ])('%j holds everything that is needed', fields => {
    expect(refuseStored(fields)).toBeNull();
  });
});
