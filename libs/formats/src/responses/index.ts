import { type ChatFormat } from '../canonical/chat-format';
import { streamOfAnswer } from '../canonical/fold-answer';
import { ResponseCollector } from './collect-response';
import { readAnswer } from './read-answer';
import { readCall } from './read-call';
import { signs } from './signs';
import { ResponseCloser } from './stream-closer';
import { openReader } from './stream-reader';
import { openWriter, writeAnswer } from './write-answer';
import { writeCall } from './write-call';

export { refuseStored } from './refuse-stored';

/** The format of `POST /v1/responses`. */
export const responses: ChatFormat = {
  id: 'responses',
  readCall,
  writeAnswer,
  openWriter,
  writeCall,
  readAnswer,
  openReader,
  splitAnswer: (answer, context) => streamOfAnswer(readAnswer(answer), openWriter(context)),
  openCollector: () => new ResponseCollector(),
  signs,
  openCloser: () => new ResponseCloser(),
};
