import { type Server } from 'node:http';
import { type Socket } from 'node:net';
import { Injectable } from '@nestjs/common';

/**
 * Tracks connections without a request so far. Browsers and pools open them in advance. Node does not count them as
 * idle, so each of them could delay a shutdown until its headers are overdue.
 */
@Injectable()
export class FreshConnections {
  private readonly sockets = new Set<Socket>();

  watch(server: Server): void {
    server.on('connection', socket => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    server.on('request', request => this.sockets.delete(request.socket));
  }

  /** Ends all connections that have had no request. */
  close(): void {
    for (const socket of this.sockets) socket.destroy();
  }
}
