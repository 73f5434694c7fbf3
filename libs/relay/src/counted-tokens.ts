import { type WireFormat } from '@formats';
import { KIND_NAMES } from '@channel';
import { Injectable } from '@nestjs/common';
import { Admission } from './admission/admit';
import { Attempts } from './attempt/attempt';
import { type ClientConnection } from './delivery/client-connection';
import { type ReceivedCall } from './call/received-call';
import { RoutePlanner } from './routing/route-plan';
import { TokenCounter } from './usage/token-counter';
import { providerOfType } from './tracing/gen-ai-names';
import { type Abortable } from './transport/exchange';

/**
 * Counts the tokens of a prompt: through the provider where it has a call for that and speaks the caller's format,
 * otherwise by our own count. It costs nothing and needs no price; coding clients ask for it all the time and take a
 * refusal for a fault.
 */
@Injectable()
export class CountedTokens {
  constructor(
    private readonly admission: Admission,
    private readonly attempts: Attempts,
    private readonly counter: TokenCounter,
    private readonly routes: RoutePlanner,
  ) {}

  /** @throws AppError when the caller may not use the model at all */
  async answer({ caller, call, trace }: ReceivedCall, client: ClientConnection): Promise<void> {
    const tiers = this.admission.countersFor(caller, call);
    const tried = await this.routes.plan({ tiers, isPinned: false }, call.model, null).tryEach(async channel => {
      const { id: channelId, type } = channel;
      const tracing = { channelId, group: null, provider: providerOfType(type), model: call.model };
      const watch = {
        trace: trace?.attempt(tracing) ?? null,
        onExchange: (exchange: Abortable) => client.onGone(() => exchange.abort()),
      };
      // A count says little about the health of a key, and our own count stands in for one that failed.
      const result = await this.attempts.run(call, channel, watch);
      if (result.kind === 'failure') watch.trace?.failed(KIND_NAMES[result.failure.kind], result.failure.status);
      return { kind: 'unblamed', result };
    });
    client.onGone(null);
    if (tried?.result.kind === 'body') return client.send(200, tried.result.contentType, tried.result.body);
    const tokens = await this.counter.prompt(call, call.model);
    client.send(200, 'application/json', JSON.stringify(countAnswer(call.format, tokens)));
  }
}

/**
 * Sources: 'Count tokens' of Anthropic's API reference, `countTokens` of the Gemini API and 'Get input token counts' of the
 * Responses API.
 */
function countAnswer(format: WireFormat, tokens: number): object {
  switch (format) {
    case 'gemini':
      return { totalTokens: tokens, promptTokensDetails: [{ modality: 'TEXT', tokenCount: tokens }] };
    case 'responses':
      return { object: 'response.input_tokens', input_tokens: tokens };
    default:
      return { input_tokens: tokens };
  }
}
