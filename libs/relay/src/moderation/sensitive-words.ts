import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { type FilterSettings } from './choice-filter';
import { findWords } from './find-words';
import { promptTexts } from './prompt-texts';
import { noWords, readWords, type WordList } from './word-list';

/**
 * The operator's word list according to the current options; it is rebuilt when the option changes, not with each
 * request.
 */
@Injectable()
export class SensitiveWords {
  private source = '';
  private words: WordList = noWords;

  constructor(private readonly options: Options) {}

  /** Whether the options ask for prompts to be searched, and there are words to search for. */
  get areSoughtInPrompts(): boolean {
    const { CheckSensitiveEnabled, CheckSensitiveOnPromptEnabled } = this.options.current;
    return CheckSensitiveEnabled && CheckSensitiveOnPromptEnabled && !this.current.isEmpty;
  }

  /**
   * Finds the words of the list in a prompt, folded; empty when there are none, or when the options switch the check
   * off.
   *
   * @param parsed the body of any format and endpoint, or the text fields of a form
   */
  async inPrompt(parsed: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
    return this.areSoughtInPrompts ? findWords(promptTexts(parsed), this.current) : [];
  }

  /** The settings for filtering answers; null when answers pass unfiltered. */
  get forAnswers(): FilterSettings | null {
    const { CheckSensitiveEnabled, CheckSensitiveOnCompletionEnabled, StopOnSensitiveEnabled, StreamCacheQueueLength } =
      this.options.current;
    if (!CheckSensitiveEnabled || !CheckSensitiveOnCompletionEnabled || this.current.isEmpty) return null;
    return { words: this.current, isStopping: StopOnSensitiveEnabled, bufferedPiecesMin: StreamCacheQueueLength };
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
