import {
  type ChatStreamReader,
  type StreamFrame,
  type ChatEvent,
  parseJson,
  isJsonObject,
  asText,
  asList,
  at,
} from '@formats';
import { isAiProxyError, aiProxyError } from './errors';

/** Reads the pieces of an answer. The documents on which the answer rests follow it as a list. */
export class AiProxyStreamReader implements ChatStreamReader {
  isDone = false;
  private hasStarted = false;
  private documents: readonly unknown[] = [];

  read(frame: StreamFrame): readonly ChatEvent[] {
    return this.readPiece(parseJson(frame.data));
  }

  /** The provider may never say that the answer is complete, so the end of the stream ends it. */
  end(): readonly ChatEvent[] {
    return this.isDone || !this.hasStarted ? [] : this.finish();
  }

  readPiece(piece: unknown): readonly ChatEvent[] {
    if (!isJsonObject(piece) || this.isDone) return [];
    if (isAiProxyError(piece)) {
      this.isDone = true;
      return [{ type: 'error', error: aiProxyError(piece) }];
    }
    const events: ChatEvent[] = [];
    const text = asText(piece.content) || asText(piece.answer);
    const isPart = ['content', 'answer', 'finish'].some(name => Object.hasOwn(piece, name));
    if (!this.hasStarted && isPart) {
      this.hasStarted = true;
      events.push({ type: 'start', id: '', model: asText(piece.model) });
    }
    if (text !== '') events.push({ type: 'text', choice: 0, text });
    const documents = asList(piece.documents);
    if (documents.length > 0) this.documents = documents;
    return piece.finish === true ? [...events, ...this.finish()] : events;
  }

  private finish(): readonly ChatEvent[] {
    this.isDone = true;
    const list = listOf(this.documents);
    const shown: ChatEvent[] = list === '' ? [] : [{ type: 'text', choice: 0, text: list }];
    return [...shown, { type: 'finish', choice: 0, reason: 'stop' }];
  }
}

/** Writes the documents as a heading and a numbered list of markdown links; empty without documents. */
function listOf(documents: readonly unknown[]): string {
  const links = documents.flatMap(document => {
    const url = asText(at(document, 'url'));
    const title = asText(at(document, 'title')) || url;
    if (title === '') return [];
    const name = title.replace(/[[\]\\]/g, '\\$&').replace(/\s+/g, ' ');
    const address = url.replace(/\s/g, '%20').replaceAll('(', '%28').replaceAll(')', '%29');
    return [url === '' ? name : `[${name}](${address})`];
  });
  return links.length === 0 ? '' : `\n\nSources:\n\n${links.map((link, index) => `${index + 1}. ${link}`).join('\n')}`;
}
