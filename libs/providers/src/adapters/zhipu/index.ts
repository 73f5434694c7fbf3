import { type ProviderAdapter } from '../../contract/provider-adapter';
import { type ChannelTarget, type UpstreamCall, type UpstreamRequest } from '../../contract/upstream';
import { baseUrlOf } from '../../shared/base-url';
import { acceptOfChat, postRequest } from '../../shared/requests';
import { createZhipuV4 } from '../zhipu-v4/create-zhipu-v4';
import { zhipuToken } from './sign';
import { version3Body } from './version3-request';
import { version3Reading } from './version3-response';

const VERSION3_MODELS: ReadonlySet<string> = new Set(['chatglm_turbo', 'chatglm_pro', 'chatglm_std', 'chatglm_lite']);
const VERSION3_PATH = '/api/paas/v3/model-api/';

const version4 = createZhipuV4({
  id: 'zhipu',
  channelTypes: [16],
  endpoints: ['chat', 'embeddings', 'rerank', 'moderations', 'imageGenerations', 'speech', 'transcriptions'],
});

/**
 * Type 16: Zhipu ChatGLM. Four old models use version 3, which expects a signed token; all others use version 4, which
 * accepts the key as it is.
 */
export const zhipu: ProviderAdapter = {
  ...version4,
  buildRequest: (call, target) =>
    call.endpoint === 'chat' && VERSION3_MODELS.has(call.model)
      ? version3Request(call, target)
      : version4.buildRequest(call, target),
  sign(request, target, nowMs) {
    if (!request.url.includes(VERSION3_PATH)) return request;
    return { ...request, headers: { ...request.headers, authorization: zhipuToken(target, nowMs) } };
  },
};

function version3Request(call: UpstreamCall, target: ChannelTarget): UpstreamRequest {
  const action = call.isStream ? 'sse-invoke' : 'invoke';
  return postRequest(`${baseUrlOf(target)}${VERSION3_PATH}${call.model}/${action}`, {
    headers: {},
    accept: acceptOfChat(call),
    body: version3Body(call.chat(), call.isStream, call.dropped),
    answer: version3Reading,
  });
}
