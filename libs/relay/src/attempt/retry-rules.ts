import { parseStatusCodes, type OptionValues } from '@contracts';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { type UpstreamFailure } from '@providers';

/** The operator's rules, as they are asked for after each failure. */
interface Rules {
  /** Null where the providers' own tables decide. */
  readonly statuses: ReadonlySet<number> | null;
  /** In lower case. */
  readonly words: readonly string[];
}

/** Decides whether another channel may be asked after a failure. */
@Injectable()
export class RetryRules {
  private readFrom: OptionValues | null = null;
  private rules: Rules = { statuses: null, words: [] };

  constructor(private readonly options: Options) {}

  /**
   * `NoRetryWords` has the last word. `RetryStatusCodes` decides for statuses that a provider has sent; the tables decide
   * where it is empty, and where no answer came.
   */
  allow({ status, isRetryable, isOwn, error }: UpstreamFailure): boolean {
    const { statuses, words } = this.current;
    const mayRetry = statuses === null || isOwn === true ? isRetryable : statuses.has(status);
    if (!mayRetry || words.length === 0) return mayRetry;
    const said = `${error.message}\n${error.type}\n${error.code ?? ''}`.toLowerCase();
    return !words.some(word => said.includes(word));
  }

  private get current(): Rules {
    const options = this.options.current;
    if (options !== this.readFrom) {
      this.readFrom = options;
      const { RetryStatusCodes, NoRetryWords } = options;
      const statuses = RetryStatusCodes.trim() === '' ? null : parseStatusCodes(RetryStatusCodes);
      const lines = NoRetryWords.toLowerCase().split(/\r?\n/);
      this.rules = { statuses, words: lines.map(line => line.trim()).filter(line => line !== '') };
    }
    return this.rules;
  }
}
