import cluster from 'node:cluster';
import { type HubChannel } from './hub-client';
import { type HubMessage, type WorkerMessage } from './hub-messages';

/** Messages of the hub between those of others on the channel between a supervisor and its worker. */
interface Envelope<Message> {
  readonly hub: Message;
}

export function toEnvelope<Message extends HubMessage | WorkerMessage>(message: Message): Envelope<Message> {
  return { hub: message };
}

/** @returns the message of the hub that is inside; null for any other message */
export function fromEnvelope<Message extends HubMessage | WorkerMessage>(message: unknown): Message | null {
  return (message as Partial<Envelope<Message>> | null)?.hub ?? null;
}

/** The channel of this process to its supervisor; null for a process without one. */
export function supervisorChannel(): HubChannel | null {
  const { worker } = cluster;
  if (!worker) return null;
  return {
    get isOpen() {
      return worker.isConnected();
    },
    send: message => {
      // A failure means that the supervisor is gone, which the end of the channel reports.
      process.send?.(toEnvelope(message), undefined, undefined, () => undefined);
    },
    onMessage: listener =>
      process.on('message', message => {
        const inside = fromEnvelope<HubMessage>(message);
        if (inside) listener(inside);
      }),
    onClose: listener => worker.once('disconnect', listener),
  };
}
