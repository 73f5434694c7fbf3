import { Role, type LogEntry } from '@contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, refused } from '../../test-support/fake-server';
import { makeUser } from '../../test-support/render-page';
import { visitPage } from '../../test-support/scene';
import { LogPage } from './LogPage';

const UNTIL = 1_800_000_000;
const user = makeUser({ role: Role.User });
const entry: LogEntry = {
  id: 1,
  user_id: user.id,
  username: user.username,
  created_at: 1_740_000_000,
  type: 2,
  content: 'model ratio 1.25',
  token_name: 'laptop',
  token_id: 4,
  token_group: 'default',
  model_name: 'gpt-4o',
  quota: 41,
  prompt_tokens: 9,
  completion_tokens: 6,
  use_time: 2,
  duration_ms: 0,
  is_stream: false,
  channel: 0,
  channel_name: '',
  client_ip: '203.0.113.9',
  request_id: 'req-1',
  other: '',
};
const body = { text: '{"a":1}', content_type: 'application/json', bytes: 7, is_cut: false };
const call = {
  request_id: 'req-1',
  created_time: 1_740_000_000,
  kept_until: UNTIL,
  user_id: user.id,
  model_name: 'gpt-4o',
  method: 'POST',
  path: '/v1/chat/completions',
  request_headers: {},
  request: body,
  status: 200,
  answer_headers: {},
  answer: { ...body, text: '{"said":"hello"}' },
  first_byte_ms: 5,
  ended_ms: 20,
  is_left: false,
};

function visit(inspector: boolean, answers: object = {}) {
  const rows = [entry, { ...entry, id: 2, request_id: 'req-2' }, { ...entry, id: 3, request_id: '' }];
  return visitPage({
    page: <LogPage />,
    at: '/log',
    user,
    status: { inspector },
    answers: {
      'GET /api/log/self/': ok({ items: rows, total: 3, page: 1, page_size: 10 }),
      'GET /api/log/self/stat': ok({ quota: 1, count: 3, token: 1, rpm: 0, tpm: 0 }),
      'POST /api/inspector/kept': ok([{ request_id: 'req-1', kept_until: UNTIL }]),
      'GET /api/inspector/call/req-1': ok(call),
      'DELETE /api/inspector/call/req-1': ok(),
      ...answers,
    },
  });
}

async function openFirst() {
  const [first] = await screen.findAllByRole('button', { name: 'Show details' });
  await userEvent.click(first ?? document.body);
}

describe('the log of a user whose calls are recorded', () => {
  it('marks the rows whose content is kept, asked for all rows of the page at once', async () => {
    const { server } = await visit(true);
    expect(await screen.findAllByRole('img', { name: /content of this call is kept/ })).toHaveLength(1);
    const asked = server.callsTo('POST', '/api/inspector/kept').map(({ body: sent }) => sent);
    expect(asked).toEqual([{ request_ids: ['req-1', 'req-2'] }]);
  });

  it('shows request and answer on demand, without attempts and without a note about reading', async () => {
    const { server, press } = await visit(true);
    await screen.findByRole('img', { name: /content of this call is kept/ });
    await openFirst();
    expect(await screen.findByText(/^The content of this call is kept until Jan 15, 2027/)).toBeTruthy();
    expect(screen.queryByText(/noted in the user’s log/)).toBeNull();
    expect(server.callsTo('GET', '/api/inspector/call')).toHaveLength(0);
    await press('Show content');
    expect(await screen.findByText(/"said": "hello"/)).toBeTruthy();
    expect(screen.queryByText(/^Attempt/)).toBeNull();
  });

  it('removes a content after a question', async () => {
    const { server, press } = await visit(true);
    await screen.findByRole('img', { name: /content of this call is kept/ });
    await openFirst();
    await press('Remove content');
    await press('Delete');
    await waitFor(() => expect(server.callsTo('DELETE', '/api/inspector/call/req-1')).toHaveLength(1));
  });

  it('says why a content cannot be opened', async () => {
    const { press } = await visit(true, { 'GET /api/inspector/call/req-1': refused('sealed with another master key') });
    await screen.findByRole('img', { name: /content of this call is kept/ });
    await openFirst();
    await press('Show content');
    expect(await screen.findByText('sealed with another master key')).toBeTruthy();
  });

  it('asks nothing where the site records nothing', async () => {
    const { server } = await visit(false);
    expect(await screen.findAllByRole('button', { name: 'Show details' })).toHaveLength(3);
    expect(server.callsTo('POST', '/api/inspector')).toHaveLength(0);
  });
});
