import { ChannelCatalog, draftChannel, upstreamModelName, type CatalogChannel } from '@channel';
import { type ChannelPreview, type ChannelPreviewRequest, type PreviewFormat } from '@contracts';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { SecretBox } from '@platform';
import { adapterFor, ChannelAddressError, type UpstreamRequest } from '@providers';
import { targetOf } from '../attempt/attempt';
import { requestFor, upstreamCallOf } from '../attempt/upstream-call';
import { readCall, type RelayCall } from '../call/relay-call';
import { withChannelPrompt } from '../shape/system-prompt';
import { modelToTest } from './probe-call';

const MASK = '***';
/** Shorter parts of a key stand in other texts by chance. */
const PART_LENGTH_MIN = 6;
/** Headers that hold a secret whatever it is made of. */
const SECRET_HEADER = /authorization|api-?key|token|secret|cookie|signature/i;

/** Builds the request that a channel would send, without sending anything. */
@Injectable()
export class RequestPreview {
  constructor(
    private readonly catalog: ChannelCatalog,
    private readonly box: SecretBox,
  ) {}

  /** @throws AppError CHANNEL_*, RELAY_* with what is wrong with the form or the sample */
  async of(request: ChannelPreviewRequest): Promise<ChannelPreview> {
    const saved = request.id === undefined ? undefined : this.catalog.current.byId(request.id);
    const channel = draftChannel(request, saved ?? null, this.box);
    const call = withChannelPrompt(sampleCall(channel, request), channel);
    return shown(await built(channel, call), channel.key);
  }
}

async function built(channel: CatalogChannel, call: RelayCall): Promise<UpstreamRequest> {
  const adapter = adapterFor(channel.type);
  if (!adapter) throw new AppError('RELAY_ROUTE_UNSUPPORTED', { params: { model: call.model } });
  const model = upstreamModelName(channel, call.model);
  const target = { ...targetOf(channel), ...(adapter.authorize && { accessToken: MASK }) };
  try {
    const upstreamCall = upstreamCallOf(call, { model, addUsageOption: false });
    return await requestFor(adapter, upstreamCall, { target, channel, original: call });
  } catch (error) {
    if (error instanceof ChannelAddressError) throw new AppError('CHANNEL_BASE_URL_INVALID', { cause: error });
    throw error;
  }
}

function sampleCall(channel: CatalogChannel, request: ChannelPreviewRequest): RelayCall {
  const { sample_format: format = 'openai', sample_body: text = '' } = request;
  const model = modelToTest(channel, '');
  const body = Buffer.from(text.trim() === '' ? JSON.stringify(sampleBody(format, model)) : text);
  return readCall({ endpoint: 'chat', format, body, ...(format === 'gemini' && { model }) });
}

function sampleBody(format: PreviewFormat, model: string): object {
  const messages = [{ role: 'user', content: 'hi' }];
  switch (format) {
    case 'openai':
      return { model, messages, temperature: 1, max_tokens: 100 };
    case 'anthropic':
      return { model, messages, max_tokens: 100 };
    case 'responses':
      return { model, input: 'hi', max_output_tokens: 100 };
    case 'gemini':
      return { contents: [{ role: 'user', parts: [{ text: 'hi' }] }], generationConfig: { maxOutputTokens: 100 } };
  }
}

function shown({ method, url, headers, body }: UpstreamRequest, key: string): ChannelPreview {
  const masked = (text: string) => withoutSecrets(text, key);
  const named = Object.entries(headers).map(([name, value]) => [name, maskedHeader(name, value, masked)]);
  return {
    method,
    url: masked(url),
    headers: Object.fromEntries(named) as Record<string, string>,
    body: masked(body?.toString('utf8') ?? ''),
  };
}

function maskedHeader(name: string, value: string, masked: (text: string) => string): string {
  if (!SECRET_HEADER.test(name)) return masked(value);
  const [scheme = '', ...rest] = value.split(' ');
  return rest.length === 0 ? MASK : `${scheme} ${MASK}`;
}

/** Keys of some types hold several secrets, divided by bars. */
function withoutSecrets(text: string, key: string): string {
  const parts = [key, ...key.split('|')].filter(part => part.length >= PART_LENGTH_MIN || part === key);
  const secrets = parts.filter(part => part !== '').flatMap(part => [part, encodeURIComponent(part)]);
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, MASK), text);
}
