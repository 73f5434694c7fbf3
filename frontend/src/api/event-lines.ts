/**
 * Reads server-sent events from a text that arrives in pieces of any size; source: the HTML standard, "Server-sent
 * events", parsing part. Comments and fields other than `data` are skipped.
 */
export class EventLines {
  private rest = '';
  private data: string[] = [];
  private endsWithReturn = false;

  /** @returns the data of the events that are complete so far */
  push(piece: string): readonly string[] {
    // A line end of two characters may be split between two pieces.
    const text = this.endsWithReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    if (piece !== '') this.endsWithReturn = piece.endsWith('\r');
    const lines = (this.rest + text).split(/\r\n|\r|\n/);
    this.rest = lines.pop() ?? '';
    return lines.flatMap(line => this.readLine(line));
  }

  /** @returns the data of the last event when the stream ended without a blank line after it */
  end(): readonly string[] {
    const last = this.rest === '' ? [] : this.readLine(this.rest);
    this.rest = '';
    return [...last, ...this.readLine('')];
  }

  private readLine(line: string): readonly string[] {
    if (line === '') {
      const event = this.data;
      this.data = [];
      return event.length === 0 ? [] : [event.join('\n')];
    }
    if (line.startsWith('data:')) this.data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
    return [];
  }
}
