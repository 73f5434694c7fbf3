/** Something that acts once when the running turn of the event loop ends. */
export interface TurnListener {
  turnEnds(): void;
}

let waiting: TurnListener[] = [];

/**
 * Tells a listener when the loop has handled everything that it found ready. A call alone ends its turn at once; under
 * load one turn reads many sockets.
 */
export function atEndOfTurn(listener: TurnListener): void {
  if (waiting.length === 0) setImmediate(endTurn);
  waiting.push(listener);
}

function endTurn(): void {
  const ended = waiting;
  waiting = [];
  for (const listener of ended) listener.turnEnds();
}
