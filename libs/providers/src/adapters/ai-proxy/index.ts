import { ChannelAddressError } from '../../contract/channel-address-error';
import { type ProviderAdapter } from '../../contract/provider-adapter';
import { baseUrlOf } from '../../shared/base-url';
import { readNativeFailure } from '../../shared/native-error';
import { postRequest, bearer, acceptOfChat } from '../../shared/requests';
import { aiProxyBalance } from './balance';
import { classifyError, findAiProxyError } from './errors';
import { aiProxyBody } from './request';
import { aiProxyReading } from './response';

/** Type 21: a document library of AI Proxy, which takes one message at a time. */
export const aiProxy: ProviderAdapter = {
  id: 'ai-proxy',
  channelTypes: [21],
  endpoints: ['chat'],
  nativeFormats: [],
  acceptsStreamOptions: false,
  buildRequest(call, target) {
    const libraryId = target.other.trim();
    if (libraryId === '') throw new ChannelAddressError(target.id, 'the library id is missing');
    return postRequest(`${baseUrlOf(target)}/api/library/ask`, {
      headers: bearer(target.key),
      accept: acceptOfChat(call),
      body: aiProxyBody(call, libraryId),
      answer: aiProxyReading,
    });
  },
  balance: aiProxyBalance,
  readFailure: (response, target) => readNativeFailure(response, { find: findAiProxyError, classifyError }, target),
};
