import { randomUUID } from 'node:crypto';
import { type IncomingHttpHeaders } from 'node:http';
import {
  defaultTextMapSetter,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type TextMapGetter,
  type Tracer,
} from '@opentelemetry/api';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { type Config } from '../config/config';
import { type Logger } from '../log/logger';
import { RareLines } from './rare-lines';
import { type SpanFacts, type TraceSpan, type Tracing } from './tracing';

const NAME = 'sluice';
const CLOSING_MS = 1000;
const NO_HEADERS: Readonly<Record<string, string>> = {};

const propagator = new W3CTraceContextPropagator();

/** Several headers of one name come joined in one text. */
const getter: TextMapGetter<IncomingHttpHeaders> = {
  get: (headers, name) => headers[name],
  keys: headers => Object.keys(headers),
};

/**
 * Starts the SDK. Only this file imports it, and only a server that traces loads this file. Samplers, limits, batches and
 * the exporter's address and headers are those of the standard variables, which the SDK reads from the environment.
 */
export function startTracing({ protocol, passesContext }: NonNullable<Config['tracing']>, logger: Logger): Tracing {
  reportTo(logger);
  const exporter = protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter();
  const own = resourceFromAttributes({
    'service.name': NAME,
    'service.instance.id': randomUUID(),
    'process.pid': process.pid,
  });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  return new SdkTracing(provider, provider.getTracer(NAME), passesContext, logger);
}

/** What goes wrong inside the SDK, such as a collector that is away, is told now and then and stops no call. */
function reportTo(logger: Logger): void {
  const lines = new RareLines((problem, more) => {
    logger.warn({ problem, more }, 'traces could not be sent; spans are lost');
  });
  const report = (message: string) => lines.add(message);
  diag.setLogger(
    { error: report, warn: report, info: () => undefined, debug: () => undefined, verbose: () => undefined },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  setGlobalErrorHandler(problem => report(problem instanceof Error ? problem.message : String(problem)));
}

class SdkTracing implements Tracing {
  private ending: Promise<void> | null = null;

  constructor(
    private readonly provider: BasicTracerProvider,
    private readonly tracer: Tracer,
    private readonly passesContext: boolean,
    private readonly logger: Logger,
  ) {}

  server({ name, startedAt, facts, headers }: Parameters<Tracing['server']>[0]): TraceSpan {
    const parent = this.passesContext ? propagator.extract(ROOT_CONTEXT, headers, getter) : ROOT_CONTEXT;
    const options = { kind: SpanKind.SERVER, startTime: startedAt, attributes: facts };
    return new SdkSpan(this.tracer, this.tracer.startSpan(name, options, parent), this.passesContext);
  }

  async end(limitMs: number): Promise<void> {
    this.ending ??= this.provider.shutdown();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<'late'>(resolve => (timer = setTimeout(() => resolve('late'), limitMs)));
    try {
      const end = await Promise.race([this.ending, limit]);
      if (end === 'late') this.logger.warn({ limitMs }, 'the last traces could not be sent in time');
    } catch (error) {
      this.logger.warn({ err: error }, 'the last traces could not be sent');
    } finally {
      clearTimeout(timer);
    }
  }

  /** For servers that are closed without having been drained. */
  async onApplicationShutdown(): Promise<void> {
    if (this.ending === null) await this.end(CLOSING_MS);
  }
}

class SdkSpan implements TraceSpan {
  private readonly context: Context;

  constructor(
    private readonly tracer: Tracer,
    private readonly span: Span,
    private readonly passesContext: boolean,
  ) {
    this.context = trace.setSpan(ROOT_CONTEXT, span);
  }

  get isRecorded(): boolean {
    return this.span.isRecording();
  }

  get headers(): Readonly<Record<string, string>> {
    if (!this.passesContext) return NO_HEADERS;
    const headers: Record<string, string> = {};
    propagator.inject(this.context, headers, defaultTextMapSetter);
    return headers;
  }

  state(facts: SpanFacts): void {
    this.span.setAttributes(facts);
  }

  event(name: string, at: number): void {
    this.span.addEvent(name, at);
  }

  fail(errorType: string): void {
    this.span.setAttribute('error.type', errorType);
    this.span.setStatus({ code: SpanStatusCode.ERROR });
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  end(at: number): void {
    this.span.end(at);
  }

  client({ name, startedAt, facts }: Parameters<TraceSpan['client']>[0]): TraceSpan {
    const options = { kind: SpanKind.CLIENT, startTime: startedAt, attributes: facts };
    return new SdkSpan(this.tracer, this.tracer.startSpan(name, options, this.context), this.passesContext);
  }
}
