import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { type FilterSettings } from './choice-filter';
import { findWords } from './find-words';
import { promptTexts } from './prompt-texts';
import { noWords, readWords, type WordList } from './word-list';

/** The operator's word list as the options now say it; built anew when the option changes, not with each request. */
@Injectable()
export class SensitiveWords {
  private source = '';
  private words: WordList = noWords;

  constructor(private readonly options: Options) {}

  /**
   * The words that stand in a question, folded; empty when there are none, or when nobody asked to look.
   *
   * @param parsed the body of any format and endpoint, or the text fields of a form
   */
  async inPrompt(parsed: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
    const { CheckSensitiveEnabled, CheckSensitiveOnPromptEnabled } = this.options.current;
    if (!CheckSensitiveEnabled || !CheckSensitiveOnPromptEnabled || this.current.isEmpty) return [];
    return findWords(promptTexts(parsed), this.current);
  }

  /** How answers are to be filtered; null when they pass as they are. */
  get forAnswers(): FilterSettings | null {
    const { CheckSensitiveEnabled, CheckSensitiveOnCompletionEnabled, StopOnSensitiveEnabled, StreamCacheQueueLength } =
      this.options.current;
    if (!CheckSensitiveEnabled || !CheckSensitiveOnCompletionEnabled || this.current.isEmpty) return null;
    return { words: this.current, isStopping: StopOnSensitiveEnabled, heldPiecesMin: StreamCacheQueueLength };
  }

  private get current(): WordList {
    const { SensitiveWords: source } = this.options.current;
    if (source !== this.source) {
      this.words = readWords(source);
      this.source = source;
    }
    return this.words;
  }
}
