import { type EnvelopeExtras } from '@contracts';

/** A result that needs more than `data`: a message to show, or fields beside `data` where the console reads them. */
export class Answer<Data> {
  constructor(
    readonly data: Data,
    readonly options: { readonly message?: string; readonly extras?: EnvelopeExtras; readonly success?: boolean } = {},
  ) {}
}
