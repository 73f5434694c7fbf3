import { parentPort, threadId } from 'node:worker_threads';
import { type WorkerAnswer, type WorkerJob } from '../worker-thread';

/** What the thread of the tests is told to do. */
export type Order = 'answer' | 'throw' | 'exit' | 'hang';

parentPort?.on('message', ({ id, request }: WorkerJob<Order>) => {
  switch (request) {
    case 'answer':
      return parentPort?.postMessage({ id, answer: threadId } satisfies WorkerAnswer<number>);
    case 'throw':
      throw new Error('told to throw');
    case 'exit':
      return process.exit(3);
    case 'hang':
      for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
});
