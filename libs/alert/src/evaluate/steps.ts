import { type Finding } from '../kinds/watch';
import { type AlertEntity } from '../store/alert.entity';
import { type AlertRule } from '../store/alert-rule';

const MINUTE_MS = 60_000;
/** Something that comes back within this time has not ended, so that a value at its limit does not flicker. */
const END_AFTER_MS = 100_000;

/** What an evaluation does with a subject of a rule. */
export type Step =
  | { readonly do: 'begin'; readonly finding: Finding; readonly isFiring: boolean }
  | { readonly do: 'fire' | 'remind' | 'see'; readonly alert: AlertEntity; readonly finding: Finding }
  | { readonly do: 'end' | 'forget'; readonly alert: AlertEntity };

/**
 * What follows from the findings of a rule and its open alerts. A finding begins an alert, which fires when it has held
 * for long enough; one that fires is reminded of until somebody acknowledges it, and ends when nothing was found for a
 * while. One that never fired is forgotten at once.
 */
export function stepsOf(
  rule: Pick<AlertRule, 'forMinutes' | 'remindMinutes'>,
  findings: readonly Finding[],
  open: readonly AlertEntity[],
  nowMs: number,
): readonly Step[] {
  const bySubject = new Map(open.map(alert => [alert.subject, alert]));
  const found = new Map(findings.map(finding => [finding.subject, finding]));
  const steps = [...found.values()].map(finding => stepOf(rule, finding, bySubject.get(finding.subject), nowMs));
  const gone = open.filter(({ subject }) => !found.has(subject)).flatMap(alert => endOf(alert, nowMs));
  return [...steps, ...gone];
}

function stepOf(
  { forMinutes, remindMinutes }: Pick<AlertRule, 'forMinutes' | 'remindMinutes'>,
  finding: Finding,
  alert: AlertEntity | undefined,
  nowMs: number,
): Step {
  if (!alert) return { do: 'begin', finding, isFiring: forMinutes === 0 };
  if (alert.state === 'pending') {
    return { do: nowMs - alert.begunAtMs >= forMinutes * MINUTE_MS ? 'fire' : 'see', alert, finding };
  }
  const isReminded = remindMinutes > 0 && alert.acknowledgedAtMs === 0;
  return { do: isReminded && nowMs - alert.toldAtMs >= remindMinutes * MINUTE_MS ? 'remind' : 'see', alert, finding };
}

function endOf(alert: AlertEntity, nowMs: number): readonly Step[] {
  if (alert.state === 'pending') return [{ do: 'forget', alert }];
  return nowMs - alert.seenAtMs >= END_AFTER_MS ? [{ do: 'end', alert }] : [];
}
