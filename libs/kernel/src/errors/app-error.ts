import { type EnvelopeExtras } from '@contracts';
import { catalogueRow, type ErrorCode } from './catalogue';
import { fillIn, type Language, type Sentence, type SentenceParams } from './sentence';

interface AppErrorOptions {
  /** What was caught; kept for the log, never shown. */
  readonly cause?: unknown;
  /** Facts for the log: ids and statuses, never keys, passwords or prompts. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Values of the `{names}` in the sentence; they are shown to the caller. */
  readonly params?: SentenceParams;
  /** Values of further `{names}`, which are written differently in each language. */
  readonly parts?: Readonly<Record<string, Sentence>>;
  /** Fields beside the sentence, for refusals of the console that say more than a sentence can. */
  readonly extras?: EnvelopeExtras;
}

/** The one error class: a code for machines, a sentence for people, and the cause for the log. */
export class AppError extends Error {
  /** HTTP status of the answer. */
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;
  readonly params: SentenceParams;
  readonly extras: EnvelopeExtras;
  private readonly parts: AppErrorOptions['parts'];

  constructor(
    readonly code: ErrorCode,
    options: AppErrorOptions = {},
  ) {
    const row = catalogueRow(code);
    super(
      fillIn(fillIn(row.en, options.params), partsIn(options.parts, 'en')),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'AppError';
    this.status = row.status;
    this.details = options.details ?? {};
    this.params = options.params ?? {};
    this.extras = options.extras ?? {};
    this.parts = options.parts;
  }

  /** The code relay clients see; empty for errors that have none. */
  get wireCode(): string {
    return catalogueRow(this.code).wire ?? '';
  }

  /** The sentence for the caller. */
  sentence(language: Language): string {
    return fillIn(fillIn(catalogueRow(this.code)[language], this.params), partsIn(this.parts, language));
  }
}

function partsIn(parts: AppErrorOptions['parts'], language: Language): SentenceParams {
  if (!parts) return {};
  return Object.fromEntries(Object.entries(parts).map(([name, sentence]) => [name, sentence[language]]));
}

/** Whether something caught is an AppError, of the given code when one is named. */
export function isAppError(error: unknown, code?: ErrorCode): error is AppError {
  return error instanceof AppError && (code === undefined || error.code === code);
}
