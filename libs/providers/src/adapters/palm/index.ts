import { type ProviderAdapter } from '../../contract/provider-adapter';
import { type ChannelTarget, type UpstreamFailure, type UpstreamRefusal } from '../../contract/upstream';
import { baseUrlOf } from '../../shared/base-url';
import { DISABLE } from '../../shared/error-rules';
import { readFailure } from '../../shared/read-failure';
import { postRequest } from '../../shared/requests';
import { palmReading } from './response';
import { palmBody } from './request';

const GONE = 'PaLM 2 was shut down by the provider; use a Google Gemini channel (type 24)';
/** The model name that the console offers, in place of the provider's own. */
const OLD_NAME = /^palm-2$/i;

/**
 * Type 11: PaLM 2, which Google switched off in 2024. The type remains so that old channels load; every response with a
 * status from 400 to 499 disables such a channel and states the reason.
 */
export const palm: ProviderAdapter = {
  id: 'palm',
  channelTypes: [11],
  endpoints: ['chat'],
  nativeFormats: [],
  acceptsStreamOptions: false,
  buildRequest(call, target) {
    const model = OLD_NAME.test(call.model) ? 'chat-bison-001' : call.model;
    return postRequest(`${baseUrlOf(target)}/v1beta2/models/${encodeURIComponent(model)}:generateMessage`, {
      headers: { 'x-goog-api-key': target.key.trim() },
      body: palmBody(call.chat(), call.dropped),
      answer: palmReading,
    });
  },
  readFailure: readPalmFailure,
};

function readPalmFailure(refusal: UpstreamRefusal, target?: ChannelTarget): UpstreamFailure {
  const isGone = refusal.status >= 400 && refusal.status < 500;
  const failure = readFailure(refusal, isGone ? { classifyError: () => DISABLE } : {}, target);
  return isGone ? { ...failure, error: { ...failure.error, message: GONE } } : failure;
}
