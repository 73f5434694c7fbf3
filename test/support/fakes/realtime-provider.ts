import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

/**
 * A provider's end of a session: it records everything, and responds to `response.create` with a spoken word and its
 * usage.
 */
export interface RealtimeProvider {
  readonly url: string;
  readonly heard: string[];
  readonly handshakes: Record<string, unknown>[];
  /** The usage that the next responses report; null leaves it out. */
  usage: object | null;
  /** A refusal that is sent instead of an upgrade while it is set. */
  refusal: { status: number; body: string } | null;
  /** The number of sessions that are open now. */
  readonly openCount: () => number;
  close(): Promise<void>;
}

export const USAGE = {
  input_tokens: 100,
  output_tokens: 50,
  input_token_details: {
    text_tokens: 60,
    audio_tokens: 40,
    cached_tokens: 20,
    cached_tokens_details: { text_tokens: 20 },
  },
  output_token_details: { text_tokens: 10, audio_tokens: 40 },
};

export async function startRealtimeProvider(): Promise<RealtimeProvider> {
  const http: Server = createServer();
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'realtime' });
  const provider: RealtimeProvider = {
    url: '',
    heard: [],
    handshakes: [],
    usage: USAGE,
    refusal: null,
    openCount: () => sockets.clients.size,
    close: () =>
      new Promise(resolve => {
        for (const client of sockets.clients) client.terminate();
        http.close(() => resolve());
      }),
  };
  http.on('upgrade', (request, socket, head) => {
    if (provider.refusal) {
      const { status, body } = provider.refusal;
      return socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    }
    provider.handshakes.push({ url: request.url, ...request.headers });
    sockets.handleUpgrade(request, socket, head, peer => {
      peer.send(JSON.stringify({ type: 'session.created', session: { id: 's' } }));
      peer.on('message', data => {
        const text = (data as Buffer).toString('utf8');
        provider.heard.push(text);
        if (text.includes('say and stall')) {
          peer.send(JSON.stringify({ type: 'response.output_text.delta', delta: 'half of an answer' }));
        }
        if (!text.includes('response.create')) return;
        peer.send(JSON.stringify({ type: 'response.output_text.delta', delta: 'hello there' }));
        const response = { id: 'r', ...(provider.usage && { usage: provider.usage }) };
        peer.send(JSON.stringify({ type: 'response.done', response }));
      });
    });
  });
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
  return Object.assign(provider, { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` });
}
