import { ConfigError } from './config-error';
import { readTracing } from './read-tracing';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
const PROTOBUF = { protocol: 'http/protobuf', passesContext: true };

describe('the standard variables', () => {
  it.each([
    [{}, null],
    [{ OTEL_SERVICE_NAME: 'gateway', OTEL_TRACES_SAMPLER: 'always_on' }, null],
    [ENDPOINT, PROTOBUF],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector/v1/traces' }, PROTOBUF],
    [{ OTEL_TRACES_EXPORTER: 'otlp' }, PROTOBUF],
    [{ ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }, null],
    [{ ...ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' }, null],
    [{ ...ENDPOINT, OTEL_SDK_DISABLED: 'no' }, PROTOBUF],
    [{ ...ENDPOINT, OTEL_TRACES_SAMPLER: 'always_off' }, null],
    [{ ...ENDPOINT, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' }, PROTOBUF],
    [
      { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
      { ...PROTOBUF, protocol: 'http/json' },
    ],
    [
      { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' },
      { ...PROTOBUF, protocol: 'http/json' },
    ],
    [{ ...ENDPOINT, OTEL_PROPAGATORS: 'baggage, tracecontext' }, PROTOBUF],
    [
      { ...ENDPOINT, OTEL_PROPAGATORS: 'none' },
      { ...PROTOBUF, passesContext: false },
    ],
  ])('%j', (environment, expected) => {
    expect(readTracing(environment as NodeJS.ProcessEnv)).toEqual(expected);
  });

  it.each([
    ['OTEL_TRACES_EXPORTER', 'jaeger'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['OTEL_TRACES_SAMPLER_ARG', 'half'],
  ])('%s=%s is refused by its name', (name, value) => {
    expect(() => readTracing({ [name]: value })).toThrow(ConfigError);
    expect(() => readTracing({ [name]: value })).toThrow(name);
  });
});
