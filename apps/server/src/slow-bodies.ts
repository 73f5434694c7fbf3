import { type IncomingMessage, type Server } from 'node:http';
import { type Socket } from 'node:net';
import { AppError } from '@kernel';

export interface SlowBodyLimits {
  /** Minimum average rate over each window. */
  readonly bytesPerSecondMin: number;
  readonly windowMs: number;
  readonly lookEveryMs: number;
}

/** The limits, far below the slowest mobile network; a pause shorter than the window does no harm. */
const LIMITS: SlowBodyLimits = { bytesPerSecondMin: 1024, windowMs: 20_000, lookEveryMs: 2_500 };

/** The body that one connection is receiving. */
interface Receiving {
  request: IncomingMessage;
  windowStart: number;
  /** Bytes of the connection at the start of the window. */
  bytesAtStart: number;
}

/**
 * Ends requests whose body arrives too slowly: each would occupy a connection for minutes at no cost to its sender. A
 * request is only registered when it starts; overdue ones are searched for at intervals.
 */
export class SlowBodies {
  private readonly connections = new Map<Socket, Receiving>();

  constructor(private readonly limits: SlowBodyLimits = LIMITS) {}

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => socket.once('close', () => this.connections.delete(socket)));
    server.on('request', (request: IncomingMessage) => {
      const { socket } = request;
      if (socket.destroyed) return;
      const receiving = this.connections.get(socket);
      const windowStart = performance.now();
      const bytesAtStart = socket.bytesRead;
      if (receiving === undefined) return void this.connections.set(socket, { request, windowStart, bytesAtStart });
      receiving.request = request;
      receiving.windowStart = windowStart;
      receiving.bytesAtStart = bytesAtStart;
    });
    const timer = setInterval(() => this.look(), this.limits.lookEveryMs).unref();
    server.once('close', () => clearInterval(timer));
  }

  private look(): void {
    const { bytesPerSecondMin, windowMs } = this.limits;
    const now = performance.now();
    for (const [socket, receiving] of this.connections) {
      const { request, windowStart, bytesAtStart } = receiving;
      if (request.complete || request.destroyed) continue;
      const elapsedMs = now - windowStart;
      if (elapsedMs < windowMs) continue;
      const isSlow = socket.bytesRead - bytesAtStart < (bytesPerSecondMin * elapsedMs) / 1000;
      if (isSlow) {
        this.connections.delete(socket);
        refuse(request);
      } else {
        Object.assign(receiving, { windowStart: now, bytesAtStart: socket.bytesRead });
      }
    }
  }
}

/** The reader of the body gets an error like any other body error, and the route responds in its own format. */
function refuse(request: IncomingMessage): void {
  const { socket } = request;
  if (request.listenerCount('error') === 0) return void socket.destroy();
  request.emit('error', new AppError('COMMON_BODY_SLOW'));
  // The connection is closed, because the rest of the body must not be parsed as the next request.
  setTimeout(() => socket.destroy(), 1_000).unref();
}
