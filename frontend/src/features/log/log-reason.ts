import { type TFunction } from 'i18next';

/**
 * Why a channel was chosen, in the user's language. The row holds it in short English words, see `chosen_because`; a
 * reason that is not known here (from an older or newer server) is shown unchanged.
 */
export function reasonText(because: string, t: TFunction): string {
  switch (because) {
    case 'pinned':
      return t('log.because_pinned');
    case 'previous response':
      return t('log.because_previous');
    case 'session':
      return t('log.because_session');
    case 'only channel':
      return t('log.because_only');
    case 'fastest: measured':
      return t('log.because_measured');
    default:
      return strategyText(because, t) ?? weightText(because, t) ?? retryText(because, t) ?? because;
  }
}

function strategyText(because: string, t: TFunction): string | null {
  const [, seconds] = /^fastest: ([\d.]+) s$/.exec(because) ?? [];
  if (seconds !== undefined) return t('log.because_fastest', { seconds });
  const [, running] = /^least busy: (\d+) running$/.exec(because) ?? [];
  if (running !== undefined) return t('log.because_least_busy', { running });
  const [, cost] = /^cheapest: ([\d.e-]+)$/.exec(because) ?? [];
  return cost === undefined ? null : t('log.because_cheapest', { cost });
}

function weightText(because: string, t: TFunction): string | null {
  const [, share, total, priority] = /^weight (\d+) of (\d+) in priority (-?\d+)$/.exec(because) ?? [];
  return share === undefined ? null : t('log.because_weight', { share, total, priority });
}

function retryText(because: string, t: TFunction): string | null {
  const [, channel, kind] = /^retry: #(\d+) failed \((\w+)\)$/.exec(because) ?? [];
  if (channel === undefined || kind === undefined) return null;
  return t('log.because_retry', { channel, kind: isKnownKind(kind) ? t(`log.failure_${kind}`) : kind });
}

/** The kinds of failures that `retry` names; see docs/relay-rules.md#failures. */
const KINDS = ['badRequest', 'broken', 'busy', 'modelUnavailable', 'refused'] as const;

function isKnownKind(kind: string): kind is (typeof KINDS)[number] {
  return (KINDS as readonly string[]).includes(kind);
}
