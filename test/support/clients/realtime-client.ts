import { WebSocket } from 'ws';

/** A caller's end of a session. */
export interface RealtimeClient {
  readonly socket: WebSocket;
  readonly events: { type: string; [key: string]: unknown }[];
  next(type: string): Promise<Record<string, unknown>>;
  readonly closed: Promise<number>;
}

export async function joinRealtime(address: string, key: string): Promise<RealtimeClient> {
  const socket = new WebSocket(address, ['realtime', `openai-insecure-api-key.${key}`], {
    headers: { 'openai-beta': 'realtime=v1', 'user-agent': 'voice/1' },
  });
  const events: RealtimeClient['events'] = [];
  const waiting = new Map<string, (event: Record<string, unknown>) => void>();
  socket.on('message', data => {
    const event = JSON.parse((data as Buffer).toString('utf8')) as RealtimeClient['events'][number];
    events.push(event);
    waiting.get(event.type)?.(event);
  });
  const closed = new Promise<number>(resolve => socket.on('close', code => resolve(code)));
  await new Promise((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  return {
    socket,
    events,
    closed,
    next: type =>
      new Promise(resolve => {
        const seen = events.find(event => event.type === type);
        if (seen) resolve(seen);
        else waiting.set(type, resolve);
      }),
  };
}
