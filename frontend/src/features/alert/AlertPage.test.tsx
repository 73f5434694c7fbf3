import { Role, type AlertReceiverView, type AlertRuleView, type AlertView } from '@contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, refused } from '../../test-support/fake-server';
import { visitPage, type Visit } from '../../test-support/scene';
import { AlertPage } from './AlertPage';

const firing: AlertView = {
  id: 9,
  rule_id: 1,
  rule_name: '',
  kind: 'channel_down',
  severity: 'critical',
  state: 'firing',
  subject: 'channel:7',
  sentence: 'channel_disabled',
  figures: { id: 7, name: 'OpenAI', reason: 'no credit' },
  begun_time: 1_750_000_000,
  fired_time: 1_750_000_000,
  ended_time: 0,
  acknowledged_by: '',
  acknowledged_time: 0,
  sent: 2,
  waiting: 0,
  failed: 1,
};
const over: AlertView = {
  ...firing,
  id: 8,
  rule_name: 'Night watch',
  kind: 'disk',
  state: 'ended',
  sentence: 'disk',
  figures: { node: 'one', directory: '/data', percent: '93', free: '2 GiB', threshold: 90 },
  ended_time: 1_750_000_600,
  acknowledged_by: 'ann',
  sent: 0,
  failed: 0,
};

const rule: AlertRuleView = {
  id: 1,
  name: '',
  kind: 'error_rate',
  enabled: true,
  severity: 'critical',
  threshold: 50,
  measure: '',
  window_minutes: 15,
  minimum: 20,
  for_minutes: 5,
  remind_minutes: 1440,
  scope_by: 'channel',
  scope_values: [],
  receiver_ids: [3],
  quiet_from: '22:00',
  quiet_to: '07:00',
  firing: 1,
  created_time: 1_740_000_000,
};

const receiver: AlertReceiverView = {
  id: 3,
  name: 'Team',
  kind: 'lark',
  enabled: true,
  language: 'zh',
  shown: { address: 'https://open.feishu.cn/…' },
  secrets_set: ['address', 'secret'],
  sent_time: 0,
  error: 'code 19021: sign match fail',
  error_time: 1_750_000_000,
};

function visit({ at = '/alert', answers, ...options }: Visit = {}) {
  return visitPage({
    page: <AlertPage />,
    at,
    role: Role.Admin,
    ...options,
    answers: {
      'GET /api/alert/': ok([firing, over], { total: 2 }),
      'POST /api/alert/9/acknowledge': ok(),
      'GET /api/alert/rule': ok([rule]),
      'POST /api/alert/rule': ok(rule),
      'PUT /api/alert/rule': ok(rule),
      'DELETE /api/alert/rule/1': ok(),
      'POST /api/alert/rule/1/test': ok({
        findings: [{ sentence: 'channel_disabled', figures: firing.figures }],
        sent: [{ receiver_id: 3, error: 'sign match fail' }],
      }),
      'GET /api/alert/receiver': ok([receiver]),
      'POST /api/alert/receiver': ok(receiver),
      'PUT /api/alert/receiver': ok(receiver),
      'DELETE /api/alert/receiver/3': ok(),
      'POST /api/alert/receiver/3/test': ok(),
      ...answers,
    },
  });
}

/** The row whose first cell begins with a name, which stands above other things. */
async function rowOf(name: string) {
  const cell = await screen.findByRole('cell', { name: new RegExp(`^${name}`) });
  return within(cell.closest('tr') ?? document.body);
}

async function dialog() {
  return within(await screen.findByRole('dialog'));
}

function pressed(label: string) {
  return userEvent.click(screen.getByRole('button', { name: label }));
}

describe('the alerts', () => {
  it('say what happened, where to look, and what became of the messages', async () => {
    await visit();
    const link = await screen.findByRole('link', { name: 'Channel "OpenAI" (#7) is disabled' });
    expect(link.getAttribute('href')).toBe('/health');
    expect(screen.getByText(/Reason: no credit/)).toBeTruthy();
    expect(screen.getByText('2 sent')).toBeTruthy();
    expect(screen.getByText('1 failed')).toBeTruthy();
    expect(screen.getByText('Channel down', { selector: '.cell-wide' })).toBeTruthy();
    expect(screen.getByText('Night watch')).toBeTruthy();
    expect(screen.getByText('by ann')).toBeTruthy();
  });

  it('are acknowledged while they fire', async () => {
    const { server } = await visit();
    await screen.findByText('2 sent');
    await pressed('Acknowledge');
    await waitFor(() => expect(server.callsTo('POST', '/api/alert/9/acknowledge')).toHaveLength(1));
  });

  it('are asked for with the filters of the address', async () => {
    const { server } = await visit({ at: '/alert?state=firing&kind=strange' });
    await screen.findByText('2 sent');
    await userEvent.selectOptions(screen.getByLabelText('Severity'), 'critical');
    await waitFor(() => expect(server.callsTo('GET', '/api/alert/?')).toHaveLength(2));
    expect(server.callsTo('GET', '/api/alert/?').map(({ url }) => url)).toEqual([
      '/api/alert/?p=0&page_size=10&state=firing&kind=&severity=',
      '/api/alert/?p=0&page_size=10&state=firing&kind=&severity=critical',
    ]);
  });

  it('say so when there are none, or none that fit', async () => {
    const answers = { 'GET /api/alert/': ok([], { total: 0 }) };
    await visit({ answers });
    expect(await screen.findByText(/Nothing has fired yet/)).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Severity'), 'info');
    expect(await screen.findByText('No alert fits the filters.')).toBeTruthy();
  });

  it('offer another try when they could not be read', async () => {
    await visit({ answers: { 'GET /api/alert/': refused('no database') } });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('the rules', () => {
  const at = '/alert?tab=rules';

  it('say when they fire, whom they tell and what fires', async () => {
    await visit({ at });
    const row = await rowOf('Error rate');
    expect(row.getByText('threshold 50% · in 15 min · for 5 min · each channel · quiet 22:00 to 07:00')).toBeTruthy();
    expect(row.getByText('Team')).toBeTruthy();
    expect(row.getByText('1')).toBeTruthy();
  });

  it('are made with what their kind needs', async () => {
    const { server } = await visit({ at });
    await rowOf('Error rate');
    await pressed('Add rule');
    const form = await dialog();
    await userEvent.selectOptions(form.getByLabelText('Kind'), 'disk');
    expect(form.queryByLabelText(/Looks back/)).toBeNull();
    await userEvent.clear(form.getByLabelText(/Threshold/));
    await userEvent.click(form.getByRole('button', { name: 'Submit' }));
    expect(form.getByText('The threshold is no number that this kind allows')).toBeTruthy();
    await userEvent.type(form.getByLabelText(/Threshold/), '80');
    await userEvent.click(form.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/alert/rule')).toHaveLength(1));
    const [call] = server.callsTo('POST', '/api/alert/rule');
    expect(call?.body).toMatchObject({ kind: 'disk', threshold: 80, receiver_ids: [3], scope_by: 'all' });
  });

  it('are switched, tried and deleted', async () => {
    const { server } = await visit({ at });
    const row = await rowOf('Error rate');
    await userEvent.click(row.getByRole('button', { name: 'Disable' }));
    await waitFor(() => expect(server.callsTo('PUT', '/api/alert/rule')).toHaveLength(1));
    expect(server.callsTo('PUT', '/api/alert/rule')[0]?.body).toMatchObject({ id: 1, enabled: false });
    await userEvent.click(row.getByRole('button', { name: 'Test Error rate' }));
    const test = await dialog();
    expect(await test.findByText(/was disabled by the server/)).toBeTruthy();
    expect(test.getByText('Team did not take the test message: sign match fail')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(row.getByRole('button', { name: 'Delete Error rate' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.callsTo('DELETE', '/api/alert/rule/1')).toHaveLength(1));
  });
});

describe('the receivers', () => {
  const at = '/alert?tab=receivers';

  it('say where their messages go and why the last one failed', async () => {
    await visit({ at });
    const row = await rowOf('Team');
    expect(row.getByText('https://open.feishu.cn/…')).toBeTruthy();
    expect(row.getByText('code 19021: sign match fail')).toBeTruthy();
  });

  it('are tried', async () => {
    const { server } = await visit({ at });
    const row = await rowOf('Team');
    await userEvent.click(row.getByRole('button', { name: 'Test Team' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/alert/receiver/3/test')).toHaveLength(1));
  });

  it('keep their secrets unless one is typed or taken away', async () => {
    const { server } = await visit({ at });
    const row = await rowOf('Team');
    await userEvent.click(row.getByRole('button', { name: 'Edit Team' }));
    const form = await dialog();
    expect(form.getAllByPlaceholderText('Set; empty keeps it')).toHaveLength(2);
    await userEvent.click(form.getByLabelText('Take away: Secret'));
    await userEvent.click(form.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.callsTo('PUT', '/api/alert/receiver')).toHaveLength(1));
    expect(server.callsTo('PUT', '/api/alert/receiver')[0]?.body).toMatchObject({
      id: 3,
      address: '',
      secret: '',
      cleared: ['secret'],
    });
  });

  it('of another kind ask for other things', async () => {
    const { server } = await visit({ at });
    await rowOf('Team');
    await pressed('Add receiver');
    const form = await dialog();
    await userEvent.selectOptions(form.getByLabelText('Kind'), 'telegram');
    await userEvent.click(form.getByRole('button', { name: 'Submit' }));
    expect(form.getByText('Enter the token')).toBeTruthy();
    await userEvent.type(form.getByLabelText(/^Token/), '1:a');
    await userEvent.type(form.getByLabelText(/^Chat ID/), '-100');
    await userEvent.click(form.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/alert/receiver')).toHaveLength(1));
    expect(server.callsTo('POST', '/api/alert/receiver')[0]?.body).toMatchObject({
      kind: 'telegram',
      token: '1:a',
      chat_id: '-100',
    });
  });
});
