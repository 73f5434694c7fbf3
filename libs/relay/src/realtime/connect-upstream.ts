import { type CatalogChannel } from '@channel';
import { AppError } from '@kernel';
import { upstreamLookup, type Config } from '@platform';
import { adapterFor, type UpstreamRequest } from '@providers';
import WebSocket from 'ws';
import { socketAgent } from '../transport/tunnel-agent';
import { targetOf } from '../attempt/attempt';

const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;
const REFUSAL_BYTES_MAX = 64 * 1024;

/**
 * Opens a socket to the upstream and pauses it, so that no message is lost before a listener is attached.
 *
 * @throws AppError UPSTREAM_UNREACHABLE, or RELAY_REALTIME_REFUSED with the provider's own message
 */
export async function connectUpstream(
  request: UpstreamRequest,
  channel: CatalogChannel,
  config: Config,
): Promise<WebSocket> {
  const { upstreamConnectTimeoutMs: connectMs, allowLinkLocalUpstreams } = config;
  const { lookup } = orRefuse(() => upstreamLookup(request.url, allowLinkLocalUpstreams));
  const proxied = orRefuse(() => socketAgent(request.url, channel.proxy, config));
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(request.url, ['realtime'], {
      headers: { ...request.headers },
      ...(lookup && { lookup }),
      ...proxied,
      handshakeTimeout: connectMs,
      maxPayload: MESSAGE_BYTES_MAX,
      perMessageDeflate: false,
      followRedirects: false,
    });
    const fail = (error: Error) => reject(new AppError('UPSTREAM_UNREACHABLE', { cause: error }));
    socket.once('error', fail);
    // A failure between opening and joining the sockets is also reported as a close; an error without a listener would
    // end the process.
    socket.on('error', () => undefined);
    socket.once('open', () => {
      socket.off('error', fail);
      socket.pause();
      resolve(socket);
    });
    socket.on('unexpected-response', (handshake, response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length <= REFUSAL_BYTES_MAX) chunks.push(chunk);
      });
      // A refusal whose body never ends is used as far as it has arrived.
      const limit = setTimeout(() => answer(), connectMs);
      const answer = (): void => {
        clearTimeout(limit);
        const body = Buffer.concat(chunks).toString('utf8');
        handshake.destroy(); // otherwise the connection would stay half open
        const refusal = { status: response.statusCode ?? 502, headers: response.headers, body };
        const failure = adapterFor(channel.type)?.readFailure(refusal, targetOf(channel));
        const detail = failure?.error.message ?? 'the upstream refused the connection';
        reject(new AppError('RELAY_REALTIME_REFUSED', { params: { detail } }));
      };
      response.on('end', answer).on('error', answer).on('aborted', answer);
    });
  });
}

function orRefuse<Value>(make: () => Value): Value {
  try {
    return make();
  } catch (cause) {
    throw new AppError('UPSTREAM_UNREACHABLE', { cause });
  }
}
