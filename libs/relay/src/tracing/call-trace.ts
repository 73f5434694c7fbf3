import { type IncomingHttpHeaders } from 'node:http';
import { noUsage, type UsageBuckets } from '@contracts';
import { type SpanFacts, type TraceSpan, type Tracing } from '@platform';
import { AttemptTrace, type TracedDelivery } from './attempt-trace';

/** A request that came in. */
interface InboundRequest {
  readonly method: string;
  /** The path as the log shows it: without a query, which may hold a key, and without names from a caller. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
  /** In milliseconds of the monotonic clock. */
  readonly startedAt: number;
}

/** What a call asks for, once it is read. */
interface TracedCall {
  readonly operation: string;
  readonly model: string;
  readonly isStream: boolean;
  readonly userId: number;
  readonly tokenId: number;
}

/** Where an attempt goes. */
interface TracedAttempt {
  readonly channelId: number;
  /** Null for a request that is for no group. */
  readonly group: string | null;
  readonly provider: string;
  /** As the caller named it. */
  readonly model: string;
}

/** A refusal below is the caller's matter, and no error of this server. */
const SERVER_ERRORS_FROM = 500;

/** The span of one call, from its request to its bill, with a span for each attempt. */
export class CallTrace {
  private call: TracedCall | null = null;
  private attempts = 0;
  private current: AttemptTrace | null = null;
  private units = 0;
  private usage: UsageBuckets | null = null;
  private errorType: string | null = null;

  private constructor(private readonly span: TraceSpan) {}

  static begin(tracing: Tracing, { method, path, headers, requestId, startedAt }: InboundRequest): CallTrace {
    const facts: SpanFacts = {
      'http.request.method': method,
      'http.route': path,
      'url.path': path,
      'url.scheme': 'http',
      'sluice.request.id': requestId,
    };
    return new CallTrace(tracing.server({ name: `${method} ${path}`, startedAt, facts, headers }));
  }

  /** States what the call asks for. */
  asks(call: TracedCall): void {
    this.call = call;
    this.span.state({
      'gen_ai.operation.name': call.operation,
      'gen_ai.request.model': call.model,
      'gen_ai.request.stream': call.isStream,
      'sluice.user.id': call.userId,
      'sluice.token.id': call.tokenId,
    });
  }

  /** Begins the span of an attempt; the one before it is over. */
  attempt({ channelId, group, provider, model }: TracedAttempt): AttemptTrace {
    this.current?.end();
    const operation = this.call?.operation ?? 'chat';
    const startedAt = performance.now();
    const place: SpanFacts = { 'sluice.channel.id': channelId, ...(group !== null && { 'sluice.group': group }) };
    const facts: SpanFacts = {
      'gen_ai.operation.name': operation,
      'gen_ai.provider.name': provider,
      'gen_ai.request.model': model,
      'gen_ai.request.stream': this.call?.isStream ?? false,
      ...place,
      ...(this.attempts > 0 && { 'http.request.resend_count': this.attempts }),
    };
    this.attempts += 1;
    this.span.state(place);
    const span = this.span.client({ name: `${operation} ${model}`, startedAt, facts });
    this.current = new AttemptTrace(span, operation, startedAt);
    return this.current;
  }

  delivered(delivery: TracedDelivery): void {
    this.current?.delivered(delivery);
    if (delivery.ending === 'broken') this.errorType = 'broken';
    if (delivery.ending === 'clientGone') this.span.state({ 'sluice.client_gone': true });
  }

  /** Adds what was charged; a session is charged many times. */
  charged(units: number, usage: UsageBuckets | null): void {
    this.units += units;
    this.span.state({ 'sluice.charge.units': this.units });
    if (usage === null) return;
    this.usage = this.usage === null ? usage : sumOf(this.usage, usage);
    this.current?.used(this.usage);
  }

  /** @param status of the response to the caller; null where none was sent */
  end(status: number | null): void {
    this.current?.end();
    if (status !== null) this.span.state({ 'http.response.status_code': status });
    else this.span.state({ 'sluice.client_gone': true });
    if (this.errorType !== null) this.span.fail(this.errorType);
    else if (status !== null && status >= SERVER_ERRORS_FROM) this.span.fail(String(status));
    this.span.state({ 'sluice.attempts': this.attempts });
    this.span.end(performance.now());
  }
}

function sumOf(left: UsageBuckets, right: UsageBuckets): UsageBuckets {
  const sum: { -readonly [Name in keyof UsageBuckets]: number } = { ...noUsage };
  for (const name of Object.keys(noUsage) as (keyof UsageBuckets)[]) sum[name] = left[name] + right[name];
  return sum;
}
