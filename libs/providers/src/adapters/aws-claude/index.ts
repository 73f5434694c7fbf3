import { type JsonObject, asList, asText, at, parseJson } from '@formats';
import { type ProviderAdapter } from '../../contract/provider-adapter';
import { type ChannelTarget, type UpstreamCall, type UpstreamRequest } from '../../contract/upstream';
import { modelNames } from '../../shared/model-list';
import { bearer, getRequest, postRequest } from '../../shared/requests';
import { type BedrockAccount, accountOf, catalogueAddressOf, runtimeAddressOf } from './account';
import { countTokensBody, countTokensReading } from './count-tokens';
import { readBedrockFailure } from './errors';
import { bedrockBaseId, bedrockModelId, modelPath, nameOfBedrockId } from './models';
import { requestBodyOf } from './request';
import { signRequest } from './sign';

const STREAM_TYPE = 'application/vnd.amazon.eventstream';

/**
 * Type 33: Claude on Amazon Bedrock, by InvokeModel. The body is that of the Messages API; a stream arrives in binary
 * frames. Source: "InvokeModel" and "InvokeModelWithResponseStream" of the Amazon Bedrock API reference, read 2026-08.
 */
export const awsClaude: ProviderAdapter = {
  id: 'aws-claude',
  channelTypes: [33],
  endpoints: ['chat', 'countTokens'],
  nativeFormats: ['anthropic'],
  acceptsStreamOptions: false,

  buildRequest(call, target) {
    const account = accountOf(target);
    return call.endpoint === 'countTokens' ? countRequest(call, target, account) : chatRequest(call, target, account);
  },

  sign(request, target, nowMs) {
    const account = accountOf(target);
    return account.kind === 'signed' ? signRequest(request, account, nowMs) : request;
  },

  readFailure: readBedrockFailure,

  models: {
    buildRequest(target) {
      const account = accountOf(target);
      const url = `${catalogueAddressOf(target, account.region)}/foundation-models?byProvider=anthropic`;
      return getRequest(url, keyHeaders(account));
    },
    read: body =>
      modelNames(
        asList(at(parseJson(body), 'modelSummaries')).map(model => nameOfBedrockId(asText(at(model, 'modelId')))),
      ),
  },
};

/** Nothing for accounts that sign their requests. */
function keyHeaders(account: BedrockAccount): UpstreamRequest['headers'] {
  return account.kind === 'bearer' ? bearer(account.apiKey) : {};
}

function chatRequest(call: UpstreamCall, target: ChannelTarget, account: BedrockAccount): UpstreamRequest {
  const { model, body, answer } = requestBodyOf(call);
  const action = call.isStream ? 'invoke-with-response-stream' : 'invoke';
  const path = modelPath(bedrockModelId(model, account.region), action);
  const request = post(runtimeAddressOf(target, account.region) + path, account, body);
  const accept = call.isStream ? STREAM_TYPE : 'application/json';
  return { ...request, headers: { ...request.headers, accept }, answer };
}

function countRequest(call: UpstreamCall, target: ChannelTarget, account: BedrockAccount): UpstreamRequest {
  const { model, body } = requestBodyOf(call);
  const path = modelPath(bedrockBaseId(model), 'count-tokens');
  const request = post(runtimeAddressOf(target, account.region) + path, account, countTokensBody(body));
  return { ...request, answer: countTokensReading(call.format) };
}

function post(url: string, account: BedrockAccount, body: JsonObject): UpstreamRequest {
  return postRequest(url, { headers: keyHeaders(account), body });
}
