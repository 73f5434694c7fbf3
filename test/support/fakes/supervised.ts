import { HubClient, type HubMessage, type WorkerHub, type WorkerMessage } from '@platform';

/** A worker inside the process of the tests; its messages travel as text, as between processes. */
export interface SupervisedWorker {
  readonly client: HubClient;
  /** Ends the worker as a kill does: without a word. */
  end(): void;
  /** Ends the supervisor of this worker. */
  loseSupervisor(): void;
}

/** Joins a worker to a hub. */
export function joinHub(hub: WorkerHub, worker: number): SupervisedWorker {
  let isOpen = true;
  let hear: (message: HubMessage) => void = () => undefined;
  let close: () => void = () => undefined;
  const later = (deliver: () => void) => setImmediate(() => isOpen && deliver());
  hub.join(worker, message => {
    const text = JSON.stringify(message);
    later(() => hear(JSON.parse(text) as HubMessage));
  });
  const client = new HubClient({
    get isOpen() {
      return isOpen;
    },
    send: message => {
      const text = JSON.stringify(message);
      later(() => void hub.receive(worker, JSON.parse(text) as WorkerMessage));
    },
    onMessage: listener => (hear = listener),
    onClose: listener => (close = listener),
  });
  return {
    client,
    end: () => {
      isOpen = false;
      hub.leave(worker);
    },
    loseSupervisor: () => {
      isOpen = false;
      close();
    },
  };
}
