import { type HubMessage, type HubQuestion, type HubQuestions, type WorkerMessage } from './hub-messages';

/** The way from a worker to its supervisor and back. */
export interface HubChannel {
  /** Whether the supervisor is there. */
  readonly isOpen: boolean;
  send(message: WorkerMessage): void;
  onMessage(listener: (message: HubMessage) => void): void;
  onClose(listener: () => void): void;
}

/** The supervisor has ended; the worker is about to end, too. */
class SupervisorGoneError extends Error {
  override readonly name = 'SupervisorGoneError';
}

interface OpenQuestion {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A worker's side of the {@link WorkerHub}. */
export class HubClient {
  private readonly open = new Map<number, OpenQuestion>();
  private readonly listeners = new Map<HubMessage['kind'], ((message: never) => void)[]>();
  private count = 0;

  constructor(private readonly channel: HubChannel) {
    channel.onMessage(message => this.receive(message));
    channel.onClose(() => this.giveUp());
  }

  /** @throws SupervisorGoneError */
  ask<Name extends HubQuestion>(
    question: Name,
    ...about: Parameters<HubQuestions[Name]>
  ): Promise<ReturnType<HubQuestions[Name]>> {
    if (!this.channel.isOpen) return Promise.reject(gone());
    const number = ++this.count;
    return new Promise((resolve, reject) => {
      this.open.set(number, { resolve: resolve as OpenQuestion['resolve'], reject });
      this.channel.send({ kind: 'ask', number, question, about });
    });
  }

  publish(topic: string, detail: string | null): void {
    if (this.channel.isOpen) this.channel.send({ kind: 'notice', topic, detail });
  }

  /**
   * Waits for this worker's turn to write to the file. Without a supervisor the lock of the file decides alone.
   *
   * @returns the function that ends the turn
   */
  async takeTurn(): Promise<() => void> {
    const number = this.count + 1; // of the question that is asked now
    await this.ask('takeTurn').catch(() => undefined);
    return () => {
      if (this.channel.isOpen) this.channel.send({ kind: 'leaveTurn', number });
    };
  }

  on<Kind extends HubMessage['kind']>(
    kind: Kind,
    listener: (message: Extract<HubMessage, { kind: Kind }>) => void,
  ): void {
    this.listeners.set(kind, [...(this.listeners.get(kind) ?? []), listener]);
  }

  private receive(message: HubMessage): void {
    if (message.kind === 'answer') {
      this.open.get(message.number)?.resolve(message.answer);
      this.open.delete(message.number);
    }
    for (const listener of this.listeners.get(message.kind) ?? []) listener(message as never);
  }

  private giveUp(): void {
    for (const { reject } of this.open.values()) reject(gone());
    this.open.clear();
  }
}

function gone(): Error {
  return new SupervisorGoneError('The supervisor of this process has ended.');
}
