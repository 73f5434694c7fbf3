import { totalCompletionTokens, totalPromptTokens, type UsageBuckets } from '@contracts';
import { type SpanFacts, type TraceSpan } from '@platform';
import { modelNamedIn } from './gen-ai-names';

/** A request to an upstream, as far as its trace is concerned. */
interface SentRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How an answer was delivered, in the words of `Delivery`. */
export interface TracedDelivery {
  readonly ending: 'completed' | 'clientGone' | 'broken';
  /** The first bytes of a stream; null for an answer that is none. */
  readonly firstTokenAt: number | null;
}

const PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'wss:': 443, 'http:': 80, 'ws:': 80 };

/** The span of one attempt: the request to one channel, and its answer until the caller has it. */
export class AttemptTrace {
  private isSent = false;
  private endedAt: number | null = null;

  constructor(
    private readonly span: TraceSpan,
    private readonly operation: string,
    private readonly startedAt: number,
  ) {}

  /**
   * The request with the headers of the trace, unless it has its own. One attempt may send several: the first may show
   * that the provider does not know an option, or that a token is too old.
   */
  sending<Request extends SentRequest>(request: Request, upstreamModel: string): Request {
    if (this.isSent) this.span.event('sluice.sent_again', performance.now());
    else if (this.span.isRecorded) this.addressed(request.url, upstreamModel);
    this.isSent = true;
    const { headers } = this.span;
    const isOwn = Object.keys(request.headers).some(name => name.toLowerCase() === 'traceparent');
    return isOwn || headers.traceparent === undefined
      ? request
      : { ...request, headers: { ...request.headers, ...headers } };
  }

  private addressed(url: string, upstreamModel: string): void {
    const facts: Record<string, string | number> = {};
    if (upstreamModel !== '') {
      facts['gen_ai.request.model'] = upstreamModel;
      this.span.rename(`${this.operation} ${upstreamModel}`);
    }
    if (URL.canParse(url)) {
      const { hostname, port, protocol } = new URL(url);
      facts['server.address'] = hostname;
      facts['server.port'] = port === '' ? (PORTS[protocol] ?? 0) : Number(port);
    }
    this.span.state(facts);
  }

  /** @param beginning the first bytes of a successful answer, which name the model that gave it */
  answered(beginning: Buffer | null): void {
    const model = beginning && this.span.isRecorded ? modelNamedIn(beginning) : null;
    if (model !== null) this.span.state({ 'gen_ai.response.model': model });
  }

  /** @param status of the response; null where none came */
  failed(errorType: string, status: number | null): void {
    if (status !== null) this.span.state({ 'http.response.status_code': status });
    this.span.fail(errorType);
    this.endedAt ??= performance.now();
  }

  delivered({ ending, firstTokenAt }: TracedDelivery): void {
    this.endedAt = performance.now();
    if (firstTokenAt !== null) {
      this.span.event('sluice.first_token', firstTokenAt);
      const seconds = Math.max(0, firstTokenAt - this.startedAt) / 1000;
      this.span.state({ 'gen_ai.response.time_to_first_chunk': seconds });
    }
    if (ending === 'broken') this.span.fail('broken');
  }

  used(usage: UsageBuckets): void {
    this.span.state(usageFacts(usage));
  }

  end(): void {
    this.span.end(this.endedAt ?? performance.now());
  }
}

/** Tokens as the conventions count them: parts are contained in the whole. */
function usageFacts(usage: UsageBuckets): SpanFacts {
  const { cachedReadTokens, reasoningTokens } = usage;
  const written = usage.cacheWrite5mTokens + usage.cacheWrite1hTokens;
  return {
    'gen_ai.usage.input_tokens': totalPromptTokens(usage),
    'gen_ai.usage.output_tokens': totalCompletionTokens(usage),
    ...(cachedReadTokens > 0 && { 'gen_ai.usage.cache_read.input_tokens': cachedReadTokens }),
    ...(written > 0 && { 'gen_ai.usage.cache_write.input_tokens': written }),
    ...(reasoningTokens > 0 && { 'gen_ai.usage.reasoning.output_tokens': reasoningTokens }),
  };
}
