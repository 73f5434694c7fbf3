import {
  alertKinds,
  type AlertKindName,
  type AlertReceiverKind,
  type AlertReceiverView,
  type AlertSeverity,
} from '@contracts';
import { Intent } from '@blueprintjs/core';
import { type TFunction } from 'i18next';

/** The language of sentences that the contracts hold. */
export function sentenceLanguage(language: string): 'en' | 'zh' {
  return language.startsWith('zh') ? 'zh' : 'en';
}

/** A rule without a name is called by its kind. */
export function ruleName({ name, kind }: { readonly name: string; readonly kind: AlertKindName }, language: string) {
  return name === '' ? alertKinds[kind].title[sentenceLanguage(language)] : name;
}

export function receiverName(
  { name, kind }: Pick<AlertReceiverView, 'name'> & { readonly kind: AlertReceiverKind },
  t: TFunction,
): string {
  return name === '' ? t(`alert.receiver_${kind}`) : name;
}

export function severityIntent(severity: AlertSeverity): Intent {
  switch (severity) {
    case 'info':
      return Intent.PRIMARY;
    case 'warning':
      return Intent.WARNING;
    case 'critical':
      return Intent.DANGER;
  }
}
