import { type ChatEvent } from '@formats';
import { MaskedText } from './masked-text';
import { type WordList } from './word-list';
import { type Hit } from './word-scanner';

export interface FilterSettings {
  readonly words: WordList;
  /** Whether the answer ends at the first word; otherwise words are hidden and it continues. */
  readonly isStopping: boolean;
  /**
   * At least this many pieces of text are held back while more may come; 0 holds back only text that may become a word.
   */
  readonly bufferedPiecesMin: number;
}

/** An event of one alternative. */
type ChoiceEvent = Exclude<ChatEvent, { type: 'start' | 'usage' | 'error' }>;

/** A piece of a text inside an event, and its position in that text. */
interface Piece {
  readonly run: MaskedText;
  text: string;
  from: number;
}

interface Waiting {
  readonly event: ChoiceEvent;
  readonly piece: Piece | null;
}

/** The readable text in an event, with the name of the text it belongs to; null for all other events. */
function textOf(event: ChoiceEvent): { readonly run: string; readonly text: string } | null {
  switch (event.type) {
    case 'text':
    case 'reasoning':
    case 'refusal':
      return { run: event.type, text: event.text };
    case 'toolArguments':
      return { run: `call ${event.call}`, text: event.text };
    case 'audio':
      return event.transcript === '' ? null : { run: 'audio', text: event.transcript };
    default:
      return null;
  }
}

/** Returns the event with another text. The audio is left out when something in its transcript was hidden. */
function withText(event: ChoiceEvent, text: string, before: string): ChoiceEvent {
  if (event.type === 'audio') return { ...event, transcript: text, data: text === before ? event.data : '' };
  return 'text' in event ? { ...event, text } : event;
}

/** Whether an event may come between pieces of one text without ending it. */
function isAside({ type }: ChoiceEvent): boolean {
  return type === 'logprobs' || type === 'citation';
}

/** Filters one alternative of an answer. Events keep their order. */
export class ChoiceFilter {
  /** Whether a word was found. */
  hasHit = false;
  /** Whether the answer ended at a word, so that nothing more is passed. */
  isStopped = false;
  private isFinished = false;
  private readonly runs = new Map<string, MaskedText>();
  private current: MaskedText | null = null;
  private queue: Waiting[] = [];
  /** Number of pieces of text in the queue. */
  private held = 0;

  constructor(
    private readonly choice: number,
    private readonly settings: FilterSettings,
  ) {}

  take(event: ChoiceEvent): readonly ChatEvent[] {
    if (this.isStopped) return [];
    const found = textOf(event);
    if (event.type === 'finish') return this.finish(event);
    if (!found) {
      const hit = isAside(event) ? null : this.endCurrent();
      if (hit) return hit;
      if (!(event.type === 'logprobs' && this.hasHit)) this.queue.push({ event: this.cleaned(event), piece: null });
      return this.release();
    }
    const run = this.runOf(found.run, event);
    const ended = run === this.current ? null : this.endCurrent();
    if (ended) return ended;
    this.current = run;
    this.queue.push({ event, piece: { run, text: found.text, from: run.length } });
    this.held += 1;
    return this.masked(run, run.push(found.text)) ?? this.release();
  }

  /** Ends the filter, since no event follows. */
  end(): readonly ChatEvent[] {
    if (this.isStopped) return [];
    this.isFinished = true;
    return this.endCurrent() ?? this.release();
  }

  private finish(event: ChoiceEvent): readonly ChatEvent[] {
    const rest = this.end();
    return this.isStopped ? rest : [...rest, event];
  }

  private runOf(name: string, { type }: ChoiceEvent): MaskedText {
    const known = this.runs.get(name);
    if (known) return known;
    const run = new MaskedText(this.settings.words, { isJson: type === 'toolArguments' });
    this.runs.set(name, run);
    return run;
  }

  /**
   * Ends the current text, because another event follows it.
   *
   * @returns the end of the answer when a word was found at the end of the text
   */
  private endCurrent(): readonly ChatEvent[] | null {
    const run = this.current;
    this.current = null;
    return run && this.masked(run, run.flush());
  }

  /** @returns the end of the answer when a word was found and the answer ends at it; null when it goes on */
  private masked(run: MaskedText, hit: Hit | null): readonly ChatEvent[] | null {
    if (!hit) return null;
    this.hasHit = true;
    // Log probabilities name their tokens, so they would show the word.
    this.queue = this.queue.filter(({ event }) => event.type !== 'logprobs');
    return this.settings.isStopping ? this.stop(run, hit.from) : null;
  }

  private stop(run: MaskedText, at: number): readonly ChatEvent[] {
    const events: ChatEvent[] = [];
    for (const { event, piece } of this.queue) {
      if (piece?.run !== run) {
        events.push(event.type === 'toolCall' || !piece ? event : shown(event, piece, piece.text.length));
        continue;
      }
      const length = Math.min(piece.text.length, Math.max(0, at - piece.from));
      events.push(shown(event, piece, length));
      if (length < piece.text.length) break;
    }
    this.queue = [];
    this.isStopped = true;
    events.push({ type: 'finish', choice: this.choice, reason: 'contentFilter' });
    return events.filter(isTelling);
  }

  /** Returns the events that may be sent now. */
  private release(): readonly ChatEvent[] {
    const events: ChatEvent[] = [];
    const bufferedMin = this.isFinished ? 0 : this.settings.bufferedPiecesMin;
    for (let next = this.queue[0]; next; next = this.queue[0]) {
      const { event, piece } = next;
      if (bufferedMin > 0 && this.held <= bufferedMin) break;
      if (piece) {
        const decided = this.isFinished ? piece.run.length : piece.run.decided;
        const length = Math.min(piece.text.length, decided - piece.from);
        if (length < piece.text.length) {
          if (bufferedMin === 0 && length > 0) events.push(shown(withoutSeal(event), piece, length));
          break;
        }
        this.held -= 1;
        events.push(shown(event, piece, length));
      } else {
        events.push(event);
      }
      this.queue.shift();
    }
    return events.filter(isTelling);
  }

  /** Filters the title of a source, which is not sent in pieces. */
  private cleaned(event: ChoiceEvent): ChoiceEvent {
    if (event.type !== 'citation') return event;
    const { title } = event.citation;
    const text = new MaskedText(this.settings.words, { isJson: false });
    text.push(title);
    text.flush();
    return { ...event, citation: { ...event.citation, title: text.show(title, 0, title.length) } };
  }
}

/** Takes the given length from the beginning of a piece, with its words hidden. */
function shown(event: ChoiceEvent, piece: Piece, length: number): ChoiceEvent {
  const before = piece.text.slice(0, length);
  const text = piece.run.show(before, piece.from, piece.from + length);
  piece.text = piece.text.slice(length);
  piece.from += length;
  return withText(event, text, before);
}

/** Removes the seal of a text event, because the seal belongs to the end of its piece. */
function withoutSeal(event: ChoiceEvent): ChoiceEvent {
  if (event.type !== 'text' || !event.seal) return event;
  const { seal, ...bare } = event;
  return seal ? bare : event;
}

/** Whether an event still has content; a text event whose whole text was held back has none. */
function isTelling(event: ChatEvent): boolean {
  switch (event.type) {
    case 'text':
      return event.text !== '' || event.seal !== undefined;
    case 'reasoning':
    case 'refusal':
    case 'toolArguments':
      return event.text !== '';
    default:
      return true;
  }
}
