import { type ProviderAdapter } from '../../contract/provider-adapter';
import { baseUrlOf } from '../../shared/base-url';
import { readFailure } from '../../shared/read-failure';
import { postRequest, bearer } from '../../shared/requests';
import { classifyError } from './errors';
import { type DifyApp, appOf, difyBody } from './request';
import { difyReading } from './response';

const PATHS: Readonly<Record<DifyApp, string>> = {
  chat: '/v1/chat-messages',
  completion: '/v1/completion-messages',
  workflow: '/v1/workflows/run',
};

/**
 * Type 37: a Dify application. The application decides on model, prompt and sampling; the channel's model names are
 * free labels.
 */
export const dify: ProviderAdapter = {
  id: 'dify',
  channelTypes: [37],
  endpoints: ['chat'],
  nativeFormats: [],
  acceptsStreamOptions: false,
  buildRequest(call, target) {
    const app = appOf(call.model, target);
    return postRequest(baseUrlOf(target) + PATHS[app], {
      headers: bearer(target.key),
      accept: 'text/event-stream',
      body: difyBody(call, app),
      answer: difyReading(app),
    });
  },
  readFailure: (response, target) => readFailure(response, { classifyError }, target),
};
