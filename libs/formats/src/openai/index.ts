import { type ChatFormat } from '../canonical/chat-format';
import { ChunkCollector } from './collect-chunks';
import { readAnswer } from './read-answer';
import { readCall } from './read-call';
import { signs } from './signs';
import { splitAnswer } from './split-answer';
import { ChunkCloser } from './stream-closer';
import { OpenAiStreamReader } from './stream-reader';
import { OpenAiStreamWriter } from './stream-writer';
import { writeAnswer } from './write-answer';
import { writeCall } from './write-call';

export { customNames, withFreeText } from './custom-tools';
export { type OpenAiDialect } from './dialect';
export { errorIn } from './read-error';
export { OpenAiStreamReader } from './stream-reader';
export { readAnswer as readOpenAiAnswer } from './read-answer';
export { writeCall as writeOpenAiCall } from './write-call';

/** Chat completions: the gateway's own format, and the format of most providers. */
export const openaiFormat: ChatFormat = {
  id: 'openai',
  readCall,
  writeAnswer,
  openWriter: context => new OpenAiStreamWriter(context),
  writeCall: (call, request, dropped) => writeCall(call, request, dropped),
  readAnswer: body => readAnswer(body),
  openReader: () => new OpenAiStreamReader(),
  splitAnswer,
  openCollector: () => new ChunkCollector(),
  signs,
  openCloser: () => new ChunkCloser(),
};
