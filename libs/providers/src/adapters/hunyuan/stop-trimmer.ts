/**
 * Cuts a stop sequence off the end of an answer, for a provider that includes it. Text is kept back only while it may
 * be the beginning of a stop sequence.
 */
export class StopTrimmer {
  private held = '';
  private readonly stops: readonly string[];

  constructor(stops: readonly string[] = []) {
    this.stops = stops.filter(stop => stop !== '');
  }

  /** @returns the text that can be shown now */
  take(text: string): string {
    const all = this.held + text;
    this.held = all.slice(all.length - this.withheldLength(all));
    return all.slice(0, all.length - this.held.length);
  }

  /** @param hasStopped true when the provider reports that the answer came to a stop */
  end(hasStopped: boolean): { readonly text: string; readonly stop?: string } {
    const rest = this.held;
    this.held = '';
    const stop = hasStopped ? this.stops.find(word => rest.endsWith(word)) : undefined;
    return stop === undefined ? { text: rest } : { text: rest.slice(0, rest.length - stop.length), stop };
  }

  /** The length of the longest end of a text that is the beginning of a stop sequence, or a whole one. */
  private withheldLength(text: string): number {
    let longest = 0;
    for (const stop of this.stops) {
      for (let length = Math.min(stop.length, text.length); length > longest; length--) {
        if (text.endsWith(stop.slice(0, length))) longest = length;
      }
    }
    return longest;
  }
}
