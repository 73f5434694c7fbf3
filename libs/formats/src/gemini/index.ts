import { type ChatFormat } from '../canonical/chat-format';
import { streamOfAnswer } from '../canonical/fold-answer';
import { ResponseCollector } from './collect-response';
import { readCall } from './read-call';
import { geminiSigns } from './signs';
import { GeminiCloser } from './stream-closer';
import { GeminiStreamReader, readAnswer } from './stream-reader';
import { GeminiStreamWriter, writeAnswer } from './write-answer';
import { writeCall } from './write-call';

/** The format of generateContent and streamGenerateContent in Google's Gemini API, version v1beta. */
export const geminiFormat: ChatFormat = {
  id: 'gemini',
  readCall,
  writeAnswer,
  openWriter: context => new GeminiStreamWriter(context),
  writeCall,
  readAnswer,
  openReader: () => new GeminiStreamReader(),
  splitAnswer: (answer, context) => streamOfAnswer(readAnswer(answer), new GeminiStreamWriter(context)),
  openCollector: () => new ResponseCollector(),
  signs: geminiSigns,
  openCloser: () => new GeminiCloser(),
};
