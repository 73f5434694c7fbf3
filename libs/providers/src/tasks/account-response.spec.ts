import { objectIn, textIn } from '@kernel';
import { minimaxAccount } from '../adapters/minimax/account';
import { qwenAccount } from '../adapters/qwen/account';
import { zhipuAccount } from '../adapters/zhipu-v4/account';
import { type ChannelTarget } from '../contract/upstream';
import { type ProviderAccount } from '../shared/provider-account';
import { readAccountResponse } from './account-response';

const HOST = 'provider.example';
const channel: ChannelTarget = {
  id: 1,
  type: 35,
  key: 'eyJ-secret',
  baseUrl: `https://${HOST}`,
  other: '',
  organization: null,
};

function read(account: ProviderAccount, status: number, json: unknown) {
  return readAccountResponse(
    {
      status,
      text: typeof json === 'string' ? json : JSON.stringify(json),
      json: typeof json === 'string' ? undefined : json,
    },
    {
      account,
      channel,
      idIn: body => textIn(body, 'id') || textIn(body, 'task_id') || textIn(objectIn(body, 'output'), 'task_id'),
    },
  );
}

function minimaxError(status_code: number, fields: object = {}) {
  return {
    ...fields,
    base_resp: { status_code, status_msg: 'words' },
  };
}

function zhipuError(code: string) {
  return { error: { code, message: 'words' } };
}

function qwenError(code: string) {
  return { code, message: 'words', request_id: 'r' };
}

it.each([
  [zhipuAccount, { id: 'a', task_status: 'PROCESSING' }],
  [minimaxAccount, { task_id: 'a', base_resp: { status_code: 0, status_msg: 'success' } }],
  [qwenAccount, { output: { task_id: 'a', task_status: 'PENDING' } }],
])('%# an accepting response gives the id of the work', (account, json) => {
  expect(read(account, 200, json)).toMatchObject({ kind: 'accepted', upstreamId: 'a' });
});

it.each([
  // The account cannot be used: its channel is disabled, and another channel is tried.
  [zhipuAccount, 401, zhipuError('1000'), 'refused', true, true],
  [zhipuAccount, 429, zhipuError('1113'), 'refused', true, true],
  [minimaxAccount, 200, minimaxError(1004, { task_id: '' }), 'refused', true, true],
  [minimaxAccount, 200, minimaxError(1008), 'refused', true, true],
  [qwenAccount, 401, qwenError('InvalidApiKey'), 'refused', true, true],
  [qwenAccount, 400, qwenError('Arrearage'), 'refused', true, true],
  // The account lacks a right that other accounts may have.
  [zhipuAccount, 403, zhipuError('1220'), 'refused', true, false],
  [zhipuAccount, 404, zhipuError('1211'), 'refused', true, false],
  [qwenAccount, 403, qwenError('AccessDenied'), 'refused', true, false],
  [qwenAccount, 404, qwenError('ModelNotFound'), 'refused', true, false],
  // The provider reports that it is busy or broken.
  [zhipuAccount, 429, zhipuError('1302'), 'busy', true, false],
  [minimaxAccount, 200, minimaxError(1002), 'busy', true, false],
  [qwenAccount, 429, qwenError('Throttling.RateQuota'), 'busy', true, false],
  [zhipuAccount, 500, zhipuError('1234'), 'broken', true, false],
  [minimaxAccount, 200, minimaxError(1000), 'broken', true, false],
  [qwenAccount, 500, qwenError('InternalError'), 'broken', true, false],
  [qwenAccount, 503, 'unavailable', 'broken', true, false],
  // Every channel would refuse this request.
  [zhipuAccount, 400, zhipuError('1214'), 'badRequest', false, false],
  [minimaxAccount, 200, minimaxError(2013), 'badRequest', false, false],
  [minimaxAccount, 200, minimaxError(1026), 'badRequest', false, false],
  [qwenAccount, 400, qwenError('InvalidParameter'), 'badRequest', false, false],
  // The work may have been accepted, so no other channel is tried.
  [minimaxAccount, 200, minimaxError(1001), 'broken', false, false],
  [minimaxAccount, 200, minimaxError(1000, { task_id: '17' }), 'broken', false, false],
  [qwenAccount, 504, qwenError('RequestTimeOut'), 'broken', false, false],
  [qwenAccount, 500, qwenError('InternalError.Timeout'), 'broken', false, false],
  [zhipuAccount, 502, '<html>Bad Gateway</html>', 'broken', false, false],
  [zhipuAccount, 200, '<html>welcome</html>', 'broken', false, false],
  [zhipuAccount, 200, {}, 'broken', false, false],
])('%# HTTP %2$d', (account, status, json, failureKind, mayRetry, shouldDisableChannel) => {
  expect(read(account, status, json)).toMatchObject({ kind: 'refused', failureKind, mayRetry, shouldDisableChannel });
});

it('hides key and host from the caller, and every detail of a bad account', () => {
  const words = `bad key ${channel.key} at ${HOST}`;
  const shown = read(qwenAccount, 400, { code: 'InvalidParameter', message: words }).answer.message;
  expect(shown).toContain('bad key');
  expect(shown).not.toContain(channel.key);
  expect(shown).not.toContain(HOST);
  const account = read(minimaxAccount, 200, { base_resp: { status_code: 1008, status_msg: 'no balance' } }).answer;
  expect(account).toMatchObject({ status: 502, message: expect.not.stringContaining('balance') as string });
});
