import { maskPersonal } from './mask-personal';
import { maskSecrets } from './mask-secrets';
import { maskWords } from './mask-words';

export interface MaskRules {
  /** Secrets that are known to belong to the call: the caller's key and those of the channels. */
  readonly secrets: readonly string[];
  readonly isPersonal: boolean;
  readonly words: readonly RegExp[];
}

/** A text without secrets, and without what else the operator wants masked. */
export function maskText(text: string, { secrets, isPersonal, words }: MaskRules): string {
  const withoutSecrets = maskSecrets(text, secrets);
  return maskWords(isPersonal ? maskPersonal(withoutSecrets) : withoutSecrets, words);
}
