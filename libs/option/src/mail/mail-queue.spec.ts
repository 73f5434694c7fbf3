import { AppError } from '@kernel';
import { Logger, type Mail } from '@platform';
import { MailQueue } from './mail-queue';
import { SmtpRefusal } from './smtp-refusal';

function mail(subject: string): Mail {
  return { to: ['a@b.example'], subject, html: '', text: '' };
}

const quiet = new Logger('silent');

function turn() {
  return new Promise(resolve => setImmediate(resolve));
}

/** A queue whose deliveries wait until the test opens the gate. */
function gatedQueue() {
  const delivered: string[] = [];
  let open = (): void => undefined;
  const gate = new Promise<void>(resolve => (open = resolve));
  let running = 0;
  let runningMax = 0;
  const queue = new MailQueue(async ({ subject }) => {
    runningMax = Math.max(runningMax, ++running);
    await gate;
    running -= 1;
    delivered.push(subject);
  }, quiet);
  return { queue, delivered, open, runningMax: () => runningMax };
}

describe('mail in the background', () => {
  it('goes one at a time, in order, and a thousand may wait', async () => {
    const { queue, delivered, open, runningMax } = gatedQueue();
    for (let at = 0; at <= 1001; at += 1) queue.add(mail(String(at)));
    open();
    await queue.close();
    expect(delivered).toHaveLength(1001); // the one under way and those that wait
    expect(delivered.at(-1)).toBe('1000');
    expect(runningMax()).toBe(1);
  });

  it('is also sent when it comes after the queue was empty', async () => {
    const { queue, delivered, open } = gatedQueue();
    open();
    queue.add(mail('first'));
    await turn();
    queue.add(mail('second'));
    await turn();
    expect(delivered).toEqual(['first', 'second']);
  });

  it.each([
    ['a final refusal', new AppError('EMAIL_SEND_FAILED', { cause: new SmtpRefusal({ responseCode: 550 }, '') })],
    ['missing settings', new AppError('EMAIL_NOT_CONFIGURED')],
  ])('is not tried again after %s', async (_, error) => {
    const tried: string[] = [];
    const queue = new MailQueue(({ subject }) => {
      tried.push(subject);
      return Promise.reject(error);
    }, quiet);
    queue.add(mail('first'));
    queue.add(mail('second'));
    await turn();
    expect(tried).toEqual(['first', 'second']);
  });

  it('is tried once more when the process ends during the pause, and nothing is taken on afterwards', async () => {
    let tries = 0;
    const queue = new MailQueue(() => {
      tries += 1;
      return Promise.reject(new Error('busy'));
    }, quiet);
    queue.add(mail('first'));
    await turn();
    expect(tries).toBe(1);
    await queue.close();
    expect(tries).toBe(2);
    queue.add(mail('late'));
    await turn();
    expect(tries).toBe(2);
  });

  it('is given up when the end of the process cannot wait for it', async () => {
    const signals: AbortSignal[] = [];
    const queue = new MailQueue((_, signal) => {
      signals.push(signal);
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    }, quiet);
    queue.add(mail('hangs'));
    queue.add(mail('waits'));
    const startedAt = performance.now();
    await queue.close();
    expect(performance.now() - startedAt).toBeLessThan(8000);
    expect(signals).toHaveLength(1);
  }, 10_000);
});
