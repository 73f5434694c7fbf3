/**
 * The processor time that some work takes, in milliseconds, with all threads of this process. Unlike the clock it does
 * not grow when other processes keep the processor busy.
 */
export function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
