import { Role, type InspectedCall } from '@contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, refused } from '../../../test-support/fake-server';
import { rowOf, visitPage, watchCopies, type Visit } from '../../../test-support/scene';
import { InspectorTab } from './InspectorTab';

const NOW = Math.round(Date.now() / 1000);
const rule = {
  id: 4,
  user_id: 70,
  token_id: 0,
  channel_id: 0,
  model_name: 'gpt-*',
  per_mille: 50,
  only_failures: true,
  note: 'they asked',
  is_own: false,
  created_by: 'root',
  created_time: NOW,
  expired_time: NOW + 3600,
  username: 'ann',
  token_name: '',
  channel_name: '',
};
const row = {
  id: 1,
  request_id: 'call-1',
  kept_until: NOW + 3600,
  created_time: NOW,
  user_id: 70,
  username: 'ann',
  token_id: 1,
  model_name: 'gpt-5.4',
  status: 502,
  has_failed: true,
  bytes: 2048,
};
const body = { text: '', content_type: 'application/json', bytes: 0, is_cut: false };
const call: InspectedCall = {
  request_id: 'call-1',
  created_time: NOW,
  kept_until: NOW + 3600,
  user_id: 70,
  model_name: 'gpt-5.4',
  method: 'POST',
  path: '/v1/chat/completions',
  request_headers: { 'content-type': 'application/json' },
  request: { ...body, text: '{"a":"[masked:key]"}', bytes: 40, is_cut: true },
  status: 502,
  answer_headers: {},
  answer: { ...body, text: 'data: {"b":1}\n\n', bytes: 15, collected: 'the text' },
  first_byte_ms: 5,
  ended_ms: 20,
  is_left: true,
  attempts: [
    {
      channel_id: 3,
      method: 'POST',
      url: 'https://up.example/v1',
      started_ms: 1,
      request_headers: {},
      request: body,
      status: 503,
      response_headers: {},
      response: { ...body, bytes: 9, left_out: 'binary' },
      first_byte_ms: 3,
      ended_ms: null,
      fault: 'the connection broke',
    },
  ],
};

function visit({ answers, ...options }: Visit = {}) {
  return visitPage({
    page: <InspectorTab />,
    at: '/setting?tab=inspector',
    role: Role.Root,
    ...options,
    answers: {
      'GET /api/option/': ok([
        { key: 'InspectorEnabled', value: 'true' },
        { key: 'InspectorRetentionHours', value: '24' },
      ]),
      'GET /api/inspector/rule': ok([rule]),
      'POST /api/inspector/rule': ok(),
      'DELETE /api/inspector/rule/4': ok(),
      'GET /api/inspector/store': ok({ calls: [row], total: 1, bytes: 2048, bytes_max: 268_435_456 }),
      'DELETE /api/inspector/store': ok(1),
      'GET /api/inspector/call/call-1': ok(call),
      'DELETE /api/inspector/call/call-1': ok(),
      ...answers,
    },
  });
}

describe('the tab of the inspector', () => {
  it('shows the options alone while recording is off', async () => {
    const { server } = await visit({
      answers: { 'GET /api/option/': ok([{ key: 'InspectorEnabled', value: 'false' }]) },
    });
    expect(await screen.findByLabelText('Calls can be recorded')).toBeTruthy();
    expect(screen.queryByText('Rules')).toBeNull();
    expect(server.callsTo('GET', '/api/inspector')).toHaveLength(0);
  });

  it('lists the rules with whom, how many and until when, and ends one', async () => {
    const { server, press } = await visit();
    const shown = await rowOf('they asked');
    for (const text of ['User ann', 'Model gpt-*', 'Failures only', '5%', 'root']) {
      expect(shown.getByText(text)).toBeTruthy();
    }
    await userEvent.click(shown.getByRole('button', { name: 'End' }));
    await press('Confirm');
    await waitFor(() => expect(server.callsTo('DELETE', '/api/inspector/rule/4')).toHaveLength(1));
  });

  it('makes a rule, and names the field that is wrong', async () => {
    const { server, press, fill } = await visit();
    await press('New rule');
    expect(screen.getByText('This rule records every call of the site.')).toBeTruthy();
    await fill('Key', '12');
    const hours = screen.getByLabelText(/^Hours until it ends/);
    await userEvent.clear(hours);
    await userEvent.type(hours, '169');
    await press('Submit');
    expect(screen.getByText('Please enter whole hours within the limit')).toBeTruthy();
    await userEvent.clear(hours);
    await userEvent.type(hours, '2');
    await press('Submit');
    await waitFor(() => expect(server.callsTo('POST', '/api/inspector/rule')).toHaveLength(1));
    expect(server.callsTo('POST', '/api/inspector/rule')[0]?.body).toEqual({
      user_id: 0,
      token_id: 12,
      channel_id: 0,
      model_name: '',
      per_mille: 1000,
      only_failures: false,
      hours: 2,
      note: '',
    });
  });

  it('opens a recorded call on demand: request, attempt and answer', async () => {
    const copies = watchCopies();
    const { server, press } = await visit();
    expect(await screen.findByText('1 call, 2.00 KiB of 256 MiB')).toBeTruthy();
    await press('Show details');
    expect(server.callsTo('GET', '/api/inspector/call')).toHaveLength(0);
    expect(screen.getByText(/Reading it is noted in the user’s log/)).toBeTruthy();
    await press('Show content');
    expect(await screen.findByText('Attempt 1: channel #3')).toBeTruthy();
    expect(screen.getByText('the connection broke')).toBeTruthy();
    expect(screen.getByText('[masked:key]').tagName).toBe('MARK');
    expect(screen.getByText('cut: only the beginning')).toBeTruthy();
    expect(screen.getByText('no text: not kept')).toBeTruthy();
    expect(screen.getByText('The caller left before the end')).toBeTruthy();
    expect(screen.getByText('the text')).toBeTruthy();
    const views = screen.getAllByRole('radio', { name: 'Raw' });
    await userEvent.click(views.at(-1) ?? document.body);
    expect(screen.getByText(/data: \{"b":1\}/)).toBeTruthy();
    const copyButtons = screen.getAllByRole('button', { name: 'Copy: Body' });
    await userEvent.click(copyButtons.at(-1) ?? document.body);
    expect(copies).toEqual(['data: {"b":1}\n\n']);
  });

  it('says that a content is gone, and repeats any other refusal', async () => {
    const { press } = await visit({
      answers: { 'GET /api/inspector/call/call-1': { ...refused('nothing is kept'), status: 404 } },
    });
    await press('Show details');
    await press('Show content');
    expect(await screen.findByText(/The content is not kept any more/)).toBeTruthy();
  });

  it('empties the store after a question', async () => {
    const { server, press } = await visit();
    await press('Remove all contents');
    const question = await screen.findByText('Remove the content of all calls?');
    await userEvent.click(
      within(question.closest<HTMLElement>('.bp6-dialog') ?? document.body).getByRole('button', { name: 'Confirm' }),
    );
    await waitFor(() => expect(server.callsTo('DELETE', '/api/inspector/store')).toHaveLength(1));
  });

  it('says that nothing is kept, and offers to ask again after a failure', async () => {
    await visit({
      answers: {
        'GET /api/inspector/store': ok({ calls: [], total: 0, bytes: 0, bytes_max: 1 }),
        'GET /api/inspector/rule': refused('no'),
      },
    });
    expect(await screen.findByText('Nothing is kept.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: /again|retry/i })).toBeTruthy();
  });
});
