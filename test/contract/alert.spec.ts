import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type AlertReceiverView, type AlertRuleSave, type AlertRuleView, type AlertView } from '@contracts';
import * as alerts from '../../frontend/src/features/alert/alert-api';
import * as users from '../../frontend/src/base/session/user-api';
import { eventually } from '../support/eventually';
import { ROOT_PASSWORD, startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { browseTo, Console, unansweredOf } from './console';

type ShapeOf<View> = { readonly [Field in keyof Required<View>]: unknown };

const text: unknown = expect.any(String);
const number: unknown = expect.any(Number);
const FIRST_PAGE = { page: 1, size: 10, state: '', kind: '', severity: '' } as const;

const RULE: AlertRuleSave = {
  name: 'accounts',
  kind: 'sign_ups',
  enabled: true,
  severity: 'info',
  threshold: 10_000,
  measure: '',
  window_minutes: 60,
  minimum: 0,
  for_minutes: 0,
  remind_minutes: 0,
  scope_by: 'all',
  scope_values: [],
  receiver_ids: [],
  quiet_from: '',
  quiet_to: '',
};
const ruleShape: ShapeOf<AlertRuleView> = { ...RULE, id: number, firing: 0, created_time: number };
const receiverShape: ShapeOf<AlertReceiverView> = {
  id: number,
  name: 'hook',
  kind: 'webhook',
  enabled: true,
  language: 'en',
  shown: { address: text },
  secrets_set: ['secret'],
  sent_time: 0,
  error: '',
  error_time: 0,
};
const alertShape: ShapeOf<AlertView> = {
  id: number,
  rule_id: number,
  rule_name: 'accounts',
  kind: 'sign_ups',
  severity: 'info',
  state: 'firing',
  subject: 'all',
  sentence: 'sign_ups',
  figures: { count: number, window: 60, threshold: 1 },
  begun_time: number,
  fired_time: number,
  ended_time: 0,
  acknowledged_by: '',
  acknowledged_time: 0,
  sent: number,
  waiting: number,
  failed: 0,
};

let served: ServedScene;
let hook: Server;
let address: string;
const page = new Console();

beforeAll(async () => {
  hook = createServer((request, response) => {
    request.resume().on('end', () => response.end('ok'));
  });
  await new Promise<void>(resolve => hook.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
  served = await startServedScene();
  await served.make.signedIn(); // a second account, so that a rule can find more than one
  browseTo(served.server.url);
  page.remember(await page.call(users.useLoginMutation, { username: 'root', password: ROOT_PASSWORD }));
});
afterAll(async () => {
  await served?.close();
  hook.close();
});

it('receivers are made, listed, changed and tried', async () => {
  const request = { name: 'hook', kind: 'webhook', enabled: true, language: 'en', address } as const;
  const made = await page.call(alerts.useCreateAlertReceiverMutation, { ...request, secret: 'a secret of a webhook' });
  expect(made).toEqual(receiverShape);
  const { rows } = await page.query(alerts.useListAlertReceiversQuery, undefined);
  expect(rows).toContainEqual(made);
  const edited = await page.call(alerts.useEditAlertReceiverMutation, { id: made.id, ...request, language: 'zh' });
  expect(edited).toEqual({ ...made, language: 'zh' });
  expect(await page.call(alerts.useTestAlertReceiverMutation, made.id)).toBeNull();
});

it('rules are made, listed, changed and tried', async () => {
  const receivers = await page.query(alerts.useListAlertReceiversQuery, undefined);
  const id = receivers.rows.find(({ name }) => name === 'hook')?.id ?? 0;
  const made = await page.call(alerts.useCreateAlertRuleMutation, RULE);
  expect(made).toEqual(ruleShape);
  const { rows } = await page.query(alerts.useListAlertRulesQuery, undefined);
  expect(rows).toContainEqual(made);
  const edit = { ...RULE, id: made.id, threshold: 1, receiver_ids: [id] };
  expect(await page.call(alerts.useEditAlertRuleMutation, edit)).toMatchObject({ threshold: 1, receiver_ids: [id] });
  expect(await page.call(alerts.useTestAlertRuleMutation, made.id)).toEqual({
    findings: [{ sentence: 'sign_ups', figures: { count: number, window: 60, threshold: 1 } }],
    sent: [{ receiver_id: id, error: '' }],
  });
});

it('alerts come by themselves, and are acknowledged', async () => {
  const filter = { ...FIRST_PAGE, state: 'firing', kind: 'sign_ups' } as const;
  let size = 10;
  const { rows } = await eventually(
    // Another size is another query, so that none is answered from memory.
    () => page.query(alerts.useListAlertsQuery, { ...filter, size: ++size }),
    ({ total }) => total === 1,
    90_000,
  );
  expect(rows).toEqual([alertShape]);
  expect(await page.call(alerts.useAcknowledgeAlertMutation, rows[0]?.id ?? 0)).toBeNull();
}, 100_000);

it('rules and receivers are deleted', async () => {
  const rules = await page.query(alerts.useListAlertRulesQuery, undefined);
  const rule = rules.rows.find(({ name }) => name === 'accounts');
  expect(await page.call(alerts.useDeleteAlertRuleMutation, rule?.id ?? 0)).toBeNull();
  const receivers = await page.query(alerts.useListAlertReceiversQuery, undefined);
  const receiver = receivers.rows.find(({ name }) => name === 'hook');
  expect(await page.call(alerts.useDeleteAlertReceiverMutation, receiver?.id ?? 0)).toBeNull();
});

it('every endpoint of the page of alerts has answered', () => {
  expect(unansweredOf(alerts)).toEqual([]);
});
