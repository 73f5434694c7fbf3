import { request as plainRequest, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import { type LookupFunction, type Socket } from 'node:net';

/** Where a tunnel leads, and by whom. */
interface TunnelRequest {
  /** The address of the proxy, perhaps with user and password. */
  readonly proxy: string;
  readonly host: string;
  readonly port: number;
  /** Milliseconds until the tunnel must stand. */
  readonly timeoutMs: number;
  /** Looks up the proxy's own name; absent for the system's own look-up. */
  readonly lookup?: LookupFunction;
}

/** A proxy did not open the way; the message names neither its address nor its password. */
export class ProxyFault extends Error {
  constructor(reason: string, code?: string) {
    super(`the proxy of the channel did not connect: ${reason}`);
    if (code !== undefined) Object.assign(this, { code });
  }
}

const SOCKS_PORT = 1080;

/**
 * Opens a connection through a proxy; names are looked up by the proxy, so that nothing about the call leaves the server
 * on another way.
 *
 * @throws ProxyFault
 */
export function openTunnel(request: TunnelRequest): Promise<Socket> {
  const address = new URL(request.proxy);
  return address.protocol.startsWith('socks') ? throughSocks(address, request) : throughHttp(address, request);
}

async function throughSocks(address: URL, { host, port, timeoutMs }: TunnelRequest): Promise<Socket> {
  const userId = decodeURIComponent(address.username);
  const password = decodeURIComponent(address.password);
  // Loaded with the first such proxy; most servers never have one.
  const { SocksClient } = await import('socks');
  try {
    const { socket } = await SocksClient.createConnection({
      command: 'connect',
      destination: { host, port },
      proxy: {
        host: bare(address.hostname),
        port: Number(address.port || SOCKS_PORT),
        type: 5,
        ...(userId !== '' && { userId, password }),
      },
      timeout: timeoutMs,
      set_tcp_nodelay: true,
    });
    return socket;
  } catch (error) {
    // The library's error holds all options, the password among them.
    const { message, code } = error as { readonly message: string; readonly code?: string };
    throw new ProxyFault(reasonIn(message), code);
  }
}

function throughHttp(address: URL, { host, port, timeoutMs, lookup }: TunnelRequest): Promise<Socket> {
  const place = `${host.includes(':') ? `[${bare(host)}]` : host}:${port}`;
  const options: RequestOptions = {
    method: 'CONNECT',
    host: bare(address.hostname),
    port: address.port || (address.protocol === 'https:' ? 443 : 80),
    path: place,
    headers: { host: place, ...credentials(address) },
    agent: false,
    timeout: timeoutMs,
    ...(lookup && { lookup }),
  };
  return new Promise((resolve, reject) => {
    const asking = address.protocol === 'https:' ? secureRequest(options) : plainRequest(options);
    const limit = setTimeout(() => asking.destroy(new ProxyFault('no answer in time')), timeoutMs);
    asking.once('connect', (response, socket: Socket, head: Buffer) => {
      clearTimeout(limit);
      if (response.statusCode === 200) {
        if (head.length > 0) socket.unshift(head);
        socket.setNoDelay(true);
        return resolve(socket);
      }
      socket.destroy();
      reject(new ProxyFault(`it answered ${response.statusCode ?? 0}`));
    });
    // A proxy that does not know the method answers like any server.
    asking.once('response', response => asking.destroy(new ProxyFault(`it answered ${response.statusCode ?? 0}`)));
    asking.once('error', (error: Error & { code?: string }) => {
      clearTimeout(limit);
      reject(error instanceof ProxyFault ? error : new ProxyFault(error.code ?? 'the connection failed', error.code));
    });
    asking.end();
  });
}

function credentials({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(text).toString('base64')}` };
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/** The library's own sentence, without addresses. */
function reasonIn(message: string): string {
  if (/authentication/i.test(message)) return 'it refused the user or the password';
  if (/timed out/i.test(message)) return 'no answer in time';
  return /rejected/i.test(message) ? 'it refused the connection' : 'the connection failed';
}
