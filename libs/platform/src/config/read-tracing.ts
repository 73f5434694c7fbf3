import { type Config } from './config';
import { ConfigError } from './config-error';

const EXPORTERS = ['otlp', 'none'] as const;
const PROTOCOLS = ['http/protobuf', 'http/json'] as const;
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Where traces go; a variable of its own for traces stands before the one for everything. */
const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const;
const PROTOCOL_VARIABLES = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'] as const;

/**
 * Whether calls are traced, and how. The SDK reads its standard variables from the environment by itself, so they are no
 * settings of `config/`; those that decide something here, or that it would pass over silently when they are wrong, are
 * checked.
 *
 * @returns null where nobody has asked for traces
 * @throws ConfigError
 */
export function readTracing(environment: NodeJS.ProcessEnv): Config['tracing'] {
  const read = (variable: string) => (environment[variable] ?? '').trim();
  const exporter = oneOf(read, 'OTEL_TRACES_EXPORTER', EXPORTERS);
  const endpoints = ENDPOINTS.filter(variable => read(variable) !== '');
  for (const variable of endpoints) {
    if (!/^https?:\/\/[^\s/]+/.test(read(variable))) {
      throw new ConfigError(`${variable} must be an http:// or https:// address.`);
    }
  }
  const sampler = oneOf(read, 'OTEL_TRACES_SAMPLER', SAMPLERS);
  const part = Number(read('OTEL_TRACES_SAMPLER_ARG'));
  if (!(part >= 0 && part <= 1)) throw new ConfigError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.');
  const [variable = PROTOCOL_VARIABLES[1]] = PROTOCOL_VARIABLES.filter(name => read(name) !== '');
  const protocol = oneOf(read, variable, PROTOCOLS) ?? PROTOCOLS[0];
  const isWanted = exporter === 'otlp' || (exporter === null && endpoints.length > 0);
  const isOff = read('OTEL_SDK_DISABLED').toLowerCase() === 'true' || sampler === 'always_off';
  if (!isWanted || isOff) return null;
  return { protocol, passesContext: passesContext(read('OTEL_PROPAGATORS')) };
}

/** The W3C context is passed on unless the variable leaves it out; other contexts are unknown here. */
function passesContext(propagators: string): boolean {
  return propagators === '' || propagators.split(',').some(name => name.trim() === 'tracecontext');
}

function oneOf<Choice extends string>(
  read: (variable: string) => string,
  variable: string,
  choices: readonly Choice[],
): Choice | null {
  const value = read(variable);
  if (value === '') return null;
  const choice = choices.find(candidate => candidate === value);
  if (!choice) throw new ConfigError(`${variable} must be one of ${choices.join(', ')}.`);
  return choice;
}
