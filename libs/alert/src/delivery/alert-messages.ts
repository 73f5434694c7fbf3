import { Inject, Injectable } from '@nestjs/common';
import { alertKinds, alertPath, type AlertKindName, type AlertSaid, type AlertSeverity } from '@contracts';
import { Options } from '@option';
import { CONFIG, type Config } from '@platform';
import { type AlertMessage } from '../formats/alert-text';
import { saidTime } from '../kinds/said';
import { type AlertEntity } from '../store/alert.entity';
import { type AlertEvent, type AlertMessageEntity } from '../store/alert-message.entity';
import { type AlertRule } from '../store/alert-rule';

/** Makes messages out of what is stored, with the name and the address of the site. */
@Injectable()
export class AlertMessages {
  constructor(
    private readonly options: Options,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  /** @param alert null for a summary */
  ofStored(row: AlertMessageEntity, alert: AlertEntity | null): AlertMessage {
    const kind = alert && Object.hasOwn(alertKinds, alert.kind) ? (alert.kind as AlertKindName) : null;
    const said = { sentence: row.sentence, figures: JSON.parse(row.figures) } as AlertSaid; // written by Outbox
    return this.made(`msg_${row.id}_${row.createdAtMs}`, row.event, said, {
      severity: (alert?.severity ?? 'warning') as AlertSeverity, // checked when the rule was saved
      rule: alert && kind ? { id: alert.ruleId, name: alert.ruleName, kind } : null,
      subject: alert?.subject ?? '',
      firedAtMs: alert?.firedAtMs ?? 0,
      endedAtMs: alert?.endedAtMs ?? 0,
    });
  }

  /** A message for trying a receiver, or the receivers of a rule. */
  test(actorName: string, rule: AlertRule | null, nowMs: number): AlertMessage {
    const said: AlertSaid = { sentence: 'test', figures: { actor: actorName } };
    return this.made(`msg_test_${nowMs}`, 'test', said, {
      severity: 'info',
      rule: rule && { id: rule.id, name: rule.name, kind: rule.kind },
      subject: '',
      firedAtMs: 0,
      endedAtMs: 0,
    });
  }

  private made(
    id: string,
    event: AlertEvent,
    said: AlertSaid,
    facts: Pick<AlertMessage, 'severity' | 'rule' | 'subject' | 'firedAtMs' | 'endedAtMs'>,
  ): AlertMessage {
    const { ServerAddress: address, SystemName: site } = this.options.current;
    const path = alertPath(facts.rule?.kind ?? null);
    return {
      ...facts,
      id,
      event,
      said,
      since: facts.firedAtMs === 0 ? '' : saidTime(facts.firedAtMs, this.config.timeZone),
      site,
      url: address === '' ? '' : `${address}${path}`,
    };
  }
}
