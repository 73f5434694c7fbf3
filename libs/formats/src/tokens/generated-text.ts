import { type ChatAnswer, type ChatEvent } from '../canonical/chat-answer';

/** The text that a model generated, for counting when the provider reported no usage. */
export interface GeneratedText {
  /** The text of all choices in a row: reasoning, content, refusals, transcripts, tool names and arguments. */
  readonly text: string;
  readonly toolCalls: number;
}

/** So many pieces are joined into one text, which takes less memory than they do. */
const PIECES_MAX = 256;

/**
 * Collects the generated text of an answer from its canonical events, so that it can be counted where the provider did
 * not count it.
 */
export class GeneratedEvents {
  private readonly texts: string[] = [];
  private pieces: string[] = [];
  private toolCalls = 0;

  add(event: ChatEvent): void {
    switch (event.type) {
      case 'text':
      case 'reasoning':
      case 'refusal':
      case 'toolArguments':
        this.keep(event.text);
        return;
      case 'toolCall':
        this.toolCalls += 1;
        this.keep(event.name);
        return;
      case 'audio':
        this.keep(event.transcript);
        return;
      default:
    }
  }

  result(): GeneratedText {
    return { text: this.texts.join('') + this.pieces.join(''), toolCalls: this.toolCalls };
  }

  private keep(piece: string): void {
    if (this.pieces.push(piece) < PIECES_MAX) return;
    this.texts.push(this.pieces.join(''));
    this.pieces = [];
  }
}

/** The generated text of a whole answer. */
export function generatedIn(answer: ChatAnswer): GeneratedText {
  const pieces: string[] = [];
  let toolCalls = 0;
  for (const block of answer.choices.flatMap(choice => choice.blocks)) {
    if (block.type === 'toolCall') {
      toolCalls += 1;
      pieces.push(block.name, block.arguments);
    } else if (block.type === 'audio') pieces.push(block.transcript ?? '');
    else if (block.type === 'text' || block.type === 'reasoning' || block.type === 'refusal') pieces.push(block.text);
  }
  return { text: pieces.join(''), toolCalls };
}
