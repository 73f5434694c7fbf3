import { Injectable } from '@nestjs/common';
import { Logger } from '../log/logger';
import { type EventMap } from './event-map';

type Listener<Name extends keyof EventMap> = (payload: EventMap[Name]) => void | Promise<void>;

/** Typed publish and subscribe inside one process. A failing listener is logged and does not affect the others. */
@Injectable()
export class EventBus {
  private readonly listeners = new Map<keyof EventMap, Listener<keyof EventMap>[]>();

  constructor(private readonly logger: Logger) {}

  subscribe<Name extends keyof EventMap>(name: Name, listener: Listener<Name>): void {
    const list = this.listeners.get(name) ?? [];
    // The map holds listeners of different payloads; only subscribe and publish access it, and both are typed.
    this.listeners.set(name, [...list, listener as Listener<keyof EventMap>]);
  }

  publish<Name extends keyof EventMap>(name: Name, payload: EventMap[Name]): void {
    for (const listener of this.listeners.get(name) ?? []) queueMicrotask(() => this.tell(name, listener, payload));
  }

  private tell<Name extends keyof EventMap>(name: Name, listener: Listener<Name>, payload: EventMap[Name]): void {
    const failed = (error: unknown) => this.logger.error({ err: error, event: name }, 'an event listener failed');
    try {
      const work = listener(payload);
      if (work instanceof Promise) work.catch(failed);
    } catch (error) {
      failed(error);
    }
  }
}
