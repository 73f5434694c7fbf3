/**
 * Milliseconds of processor time that this process has used. Unlike the time on the clock they hardly grow because other
 * processes run beside the tests.
 */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
