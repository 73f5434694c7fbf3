import { type WireFormat } from '@formats';
import { type IncomingHttpHeaders } from 'node:http';
import { pathsOf, relayRoutes } from './relay-paths';

/** The parts of a request that show its caller's format, even before a route was found or a body was read. */
interface FormatSigns {
  /** The URL as it was received, with its query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** Paths that only callers in the OpenAI format use. */
const OPENAI_PATHS: ReadonlySet<string> = new Set(
  relayRoutes.filter(({ format, path }) => format === 'openai' && !path.includes(':')).flatMap(pathsOf),
);
const OPENAI_FAMILY =
  /^\/((v1beta|gemini\/v1beta)\/openai|(v1\/)?engines|((openai\/)?v1\/|openai\/)?deployments|dashboard|pg)(\/|$)/;
const ANTHROPIC_FAMILY = /^\/(claude\/|(v1\/)*messages(\/|$))/;
const GEMINI_FAMILY = /^\/(gemini\/|v1\/publishers\/|(upload\/|download\/)?v1(beta|alpha|beta\d)(\/|$))/;
const MODELS = '/models/';
/** Matches a verb behind the name of a model, which may hold slashes. */
const VERB = /(:|%3a)\w+\/?$/i;

/**
 * The format in which a caller expects errors: the format of the path, or the one that the client's headers show where
 * the path shows none.
 */
export function formatOfRequest({ url, headers }: FormatSigns): WireFormat {
  const queryAt = url.indexOf('?');
  const path = queryAt === -1 ? url : url.slice(0, queryAt);
  return formatOfPath(path) ?? formatOfHeaders(headers, queryAt === -1 ? '' : url.slice(queryAt + 1));
}

/** The format that a path belongs to; null where several families share the path, and where no family has it. */
function formatOfPath(path: string): WireFormat | null {
  if (OPENAI_PATHS.has(path) || OPENAI_FAMILY.test(path)) return 'openai';
  if (ANTHROPIC_FAMILY.test(path)) return 'anthropic';
  if (GEMINI_FAMILY.test(path)) return 'gemini';
  const modelsAt = path.indexOf(MODELS);
  if (modelsAt !== -1 && VERB.test(path.slice(modelsAt))) return 'gemini';
  return /\/responses(\/|$)/.test(path) ? 'responses' : null;
}

/** The format that the headers show: the official clients of each family send headers of their own. */
function formatOfHeaders(headers: IncomingHttpHeaders, query: string): WireFormat {
  if (headers['anthropic-version'] !== undefined) return 'anthropic';
  if (headers['x-goog-api-key'] !== undefined || /(?:^|&)key=/.test(query)) return 'gemini';
  return headers['x-api-key'] === undefined ? 'openai' : 'anthropic';
}

/** Whether the request comes from a program rather than a browser: only programs send a key. */
export function hasProgramHeaders({ authorization, ...headers }: IncomingHttpHeaders): boolean {
  if (authorization?.toLowerCase().startsWith('bearer ')) return true;
  return ['anthropic-version', 'x-api-key', 'x-goog-api-key', 'api-key'].some(name => headers[name] !== undefined);
}
