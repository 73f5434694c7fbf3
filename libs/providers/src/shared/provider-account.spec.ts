import { minimaxAccount } from '../adapters/minimax/account';
import { qwenAccount } from '../adapters/qwen/account';
import { zhipuAccount } from '../adapters/zhipu-v4/account';
import { type ChannelTarget } from '../contract/upstream';
import { type ProviderAccount } from './provider-account';

const anyChannel: ChannelTarget = { id: 7, type: 35, key: 'k', baseUrl: '', other: '', organization: null };

function reach(account: ProviderAccount, path: string, channel: Partial<ChannelTarget>) {
  return account.reach({ ...anyChannel, ...channel }, path);
}

it.each([
  [zhipuAccount, { type: 16, baseUrl: '' }, '/async-result/1', 'https://open.bigmodel.cn/api/paas/v4/async-result/1'],
  [zhipuAccount, { type: 26, baseUrl: '' }, '/x', 'https://open.bigmodel.cn/api/paas/v4/x'],
  [
    zhipuAccount,
    { type: 26, baseUrl: 'https://api.z.ai/api/coding/paas/v4' },
    '/x',
    'https://api.z.ai/api/coding/paas/v4/x',
  ],
  [minimaxAccount, { type: 35, baseUrl: '' }, '/v1/video_generation', 'https://api.minimax.chat/v1/video_generation'],
  [qwenAccount, { type: 17, baseUrl: '' }, '/api/v1/tasks/1', 'https://dashscope.aliyuncs.com/api/v1/tasks/1'],
  [
    qwenAccount,
    { type: 17, baseUrl: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1' },
    '/api/v1/tasks/1',
    'https://dashscope-intl.aliyuncs.com/api/v1/tasks/1',
  ],
])('%# reaches an account at the address of its chats: %j', (account, channel, path, url) => {
  const reached = reach(account, path, { ...channel, key: 'k-1' });
  expect(reached).toEqual({ url, headers: { authorization: 'Bearer k-1' } });
});

it('names the group of an older MiniMax key for files only, and takes it out of the key', () => {
  const channel = { type: 35, baseUrl: '', key: 'eyJ-old | 17' };
  expect(reach(minimaxAccount, '/v1/files/retrieve?file_id=9', channel)).toEqual({
    url: 'https://api.minimax.chat/v1/files/retrieve?file_id=9&GroupId=17',
    headers: { authorization: 'Bearer eyJ-old' },
  });
  expect(reach(minimaxAccount, '/v1/query/video_generation?task_id=1', channel).url).not.toContain('GroupId');
});

it('refuses a channel address that is not valid', () => {
  expect(() => reach(qwenAccount, '/x', { type: 17, baseUrl: 'ftp://provider.example' })).toThrow();
});
