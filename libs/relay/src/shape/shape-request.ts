import { type IncomingHttpHeaders } from 'node:http';
import { type CatalogChannel } from '@channel';
import { CLIENT_HEADER } from '@contracts';
import { isJsonObject } from '@formats';
import { type UpstreamRequest } from '@providers';
import { guarded } from './guard-cost';
import { withRules } from './param-rules';

/** What a channel changes in its requests. */
type Shape = Pick<CatalogChannel, 'headerOverride' | 'passHeaders' | 'paramOverride'>;

/** What the changes depend on. */
export interface ShapeFacts {
  /** The key of the attempt, for `{api_key}`. */
  readonly key: string;
  /** The caller's headers, of which only the named ones are used. */
  readonly requestHeaders: Readonly<IncomingHttpHeaders>;
  /** The model as the caller wrote it, and as the provider knows it. */
  readonly models: readonly string[];
  /** The limit on the answer that was reserved; null where none is part of the call. */
  readonly maxTokens: number | null;
}

const NO_CALLER = { requestHeaders: {}, models: [], maxTokens: null } as const;

/** Whether a channel changes its requests at all; otherwise their bytes are those that the adapter built. */
export function isShaped({ headerOverride, passHeaders, paramOverride }: Shape): boolean {
  return headerOverride !== null || passHeaders !== null || paramOverride !== null;
}

/** The request as its channel changes it, before it is signed. */
export function shapedRequest(request: UpstreamRequest, shape: Shape, facts: ShapeFacts): UpstreamRequest {
  const body = shapedBody(request, shape, facts);
  const headers = shapedHeaders(request.headers, shape, facts);
  if (body !== request.body && 'content-length' in headers) headers['content-length'] = String(body?.length ?? 0);
  return { ...request, headers, body };
}

/** The headers of a request that no caller waits for, as its channel changes them. */
export function withChannelHeaders(
  headers: Readonly<Record<string, string>>,
  channel: CatalogChannel,
): Readonly<Record<string, string>> {
  return channel.headerOverride === null
    ? headers
    : shapedHeaders(headers, channel, { ...NO_CALLER, key: channel.key });
}

function shapedHeaders(
  own: Readonly<Record<string, string>>,
  { headerOverride, passHeaders }: Shape,
  { key, requestHeaders }: ShapeFacts,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) headers[name.toLowerCase()] = value;
  for (const name of passHeaders ?? []) {
    const value = textOf(requestHeaders[name]);
    if (value !== '') headers[name] = value;
  }
  for (const [name, template] of headerOverride ?? []) {
    const value = template
      ?.replaceAll(CLIENT_HEADER, (_, asked: string) => textOf(requestHeaders[asked.trim().toLowerCase()]))
      .replaceAll('{api_key}', () => key);
    // A header that would be empty, because the caller sent none, is left out.
    if (value === undefined || (value === '' && template !== '')) delete headers[name];
    else headers[name] = value;
  }
  return headers;
}

function textOf(value: string | readonly string[] | undefined): string {
  return typeof value === 'string' ? value : (value ?? []).join(',');
}

/** Only bodies in JSON are changed; all others, and those that no rule is for, stay byte for byte. */
function shapedBody({ body, headers }: UpstreamRequest, { paramOverride }: Shape, facts: ShapeFacts): Buffer | null {
  if (paramOverride === null || body === null || !isJson(headers)) return body;
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString('utf8'));
  } catch {
    return body; // a body that says to be JSON and is none is the provider's to refuse
  }
  if (!isJsonObject(parsed)) return body;
  const changed = withRules(parsed, paramOverride, { names: facts.models });
  return changed === parsed ? body : Buffer.from(JSON.stringify(guarded(parsed, changed, facts.maxTokens)));
}

function isJson(headers: Readonly<Record<string, string>>): boolean {
  const type = headers['content-type'] ?? headers['Content-Type'];
  return type === undefined || /\bjson\b/i.test(type);
}
