import { Delivery, Evaluator, NodeReport } from '@alert';
import {
  type AlertReceiverSave,
  type AlertReceiverView,
  type AlertRuleSave,
  type AlertRuleView,
  type AlertView,
} from '@contracts';
import { UnitOfWork } from '@platform';
import { must } from '../clients/factories';
import { AlertReceiver } from '../fakes/alert-receiver';
import { startTestApp, type TestApp, type TestAppOptions } from '../servers/test-app';

const MINUTE_MS = 60_000;

/** A rule that holds while more accounts than the threshold exist: there are always some. */
export const SIGN_UPS = {
  name: '',
  kind: 'sign_ups',
  enabled: true,
  severity: 'warning',
  threshold: 1,
  measure: '',
  window_minutes: 1440,
  minimum: 0,
  for_minutes: 0,
  remind_minutes: 0,
  scope_by: 'all',
  scope_values: [],
  quiet_from: '',
  quiet_to: '',
} as const satisfies Omit<AlertRuleSave, 'receiver_ids'>;

/** Rules, receivers and the jobs of alerts of one server, which tests run when they want. */
export class AlertScene {
  constructor(
    readonly app: TestApp,
    readonly receiver: AlertReceiver,
  ) {}

  /** A server without the rules that it began with. */
  static async start(options: TestAppOptions = {}): Promise<AlertScene> {
    const scene = new AlertScene(await startTestApp(options), await AlertReceiver.start());
    await scene.clear();
    return scene;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.receiver.close();
  }

  /** Removes rules and receivers, alerts and messages. */
  async clear(): Promise<void> {
    await this.app.nest.get(UnitOfWork).run(async manager => {
      for (const table of ['alert_messages', 'alerts', 'alert_rules', 'alert_receivers', 'alert_facts']) {
        await manager.query(`DELETE FROM ${table}`);
      }
    });
    this.receiver.posts.length = 0;
    this.receiver.answerWith();
  }

  addReceiver(fields: Partial<AlertReceiverSave> & Pick<AlertReceiverSave, 'kind'>): Promise<AlertReceiverView> {
    return must(this.app.root.post<AlertReceiverView>('/api/alert/receiver', { language: 'en', ...fields }));
  }

  /** A webhook at a path of the receiver, with a secret. */
  addWebhook(path = '/hook'): Promise<AlertReceiverView> {
    return this.addReceiver({
      kind: 'webhook',
      address: `${this.receiver.url}${path}`,
      secret: 'a secret of a webhook',
    });
  }

  addRule(receivers: readonly { readonly id: number }[], changes: Partial<AlertRuleSave> = {}): Promise<AlertRuleView> {
    const rule = { ...SIGN_UPS, receiver_ids: receivers.map(({ id }) => id), ...changes };
    return must(this.app.root.post<AlertRuleView>('/api/alert/rule', rule));
  }

  async changeRule(rule: AlertRuleView, changes: Partial<AlertRuleSave>): Promise<void> {
    await must(this.app.root.put('/api/alert/rule', { ...rule, ...changes }));
  }

  /** Evaluates all rules, so many minutes from now. */
  evaluate(minutes = 0): Promise<void> {
    return this.app.nest.get(Evaluator).run(Date.now() + minutes * MINUTE_MS);
  }

  /** Sends what is due so many minutes from now. */
  deliver(minutes = 0): Promise<number> {
    return this.app.nest.get(Delivery).run(Date.now() + minutes * MINUTE_MS);
  }

  report(minutes = 0): Promise<void> {
    return this.app.nest.get(NodeReport).run(Date.now() + minutes * MINUTE_MS);
  }

  /** Evaluates, and sends at once what came of it. */
  async pass(minutes = 0): Promise<number> {
    await this.evaluate(minutes);
    return this.deliver(minutes);
  }

  alerts(query = ''): Promise<readonly AlertView[]> {
    return must(this.app.root.get<readonly AlertView[]>(`/api/alert/?page_size=100${query}`));
  }
}
