/** Writes a line for whoever runs a program of this folder. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function medianOf(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
