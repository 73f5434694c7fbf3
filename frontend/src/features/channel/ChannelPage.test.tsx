import { type ChannelKeyView } from '@contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { visitChannels } from '../../test-support/channel-scene';
import { ok, refused } from '../../test-support/fake-server';
import { makeChannel } from '../../test-support/make-channel';
import { makeHealth } from '../../test-support/make-health';
import { rowOf } from '../../test-support/scene';

const broken = makeChannel(2, { status: 3, other_info: '{"status_reason":"key revoked","status_time":1740000000}' });

const keyed = makeChannel(3, { several_keys: true, total_keys: 2, usable_keys: 1 });

function key(position: number, changes: Partial<ChannelKeyView> = {}): ChannelKeyView {
  return {
    id: `key${position}`,
    position,
    mask: `sk-${position}…wxyz`,
    state: 'usable',
    reason: '',
    out_since: 0,
    rests_for: 0,
    ...changes,
  };
}

const keys = [key(1), key(2, { state: 'out', reason: 'key revoked', out_since: 1_740_000_000 })];

/** Chooses the provider in the open form by its name. */
async function chooseProvider(name: string) {
  await userEvent.type(await screen.findByRole('combobox', { name: /^Type/ }), `${name}{Enter}`);
}

async function start() {
  const answers = {
    'GET /api/channel/': ok([makeChannel(1), broken, keyed], { total: 3 }),
    'GET /api/channel/search': ok([makeChannel(1)]),
    'GET /api/channel/test/1': ok(undefined, { time: 1.482 }),
    'GET /api/channel/1': ok({ ...makeChannel(1), key: 'sk-stored' }),
    'GET /api/channel/3/keys': ok(keys),
    'POST /api/channel/3/keys': ok(keys),
    'POST /api/channel/3/keys/key2/enable': ok(keys),
    'DELETE /api/channel/3/keys/key2': ok(keys),
    'GET /api/channel/fetch_models/1': ok(['gpt-4o', 'new-model']),
    'POST /api/channel/fetch_models': ok(['other-model']),
    'PUT /api/channel/': ok(makeChannel(1)),
    'POST /api/channel/': ok(),
    'POST /api/channel/batch': ok(1),
  };
  const { server } = await visitChannels({ answers });
  return { server, row: await rowOf('channel 1') };
}

describe('the channel page', () => {
  it('saves a changed priority when its field is left, and saves nothing when it is unchanged', async () => {
    const { server, row } = await start();
    const field = row.getByLabelText('Priority of channel 1');
    fireEvent.blur(field);
    await userEvent.clear(field);
    fireEvent.blur(field);
    expect(server.callsTo('PUT', '/api/channel/')).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, '9');
    fireEvent.blur(field);
    await waitFor(() => expect(server.callsTo('PUT', '/api/channel/')).toHaveLength(1));
    expect(server.callsTo('PUT', '/api/channel/')[0]?.body).toEqual({ id: 1, priority: 9 });
  });

  it('raises a negative weight to 0', async () => {
    const { server, row } = await start();
    const field = row.getByLabelText('Weight of channel 1');
    await userEvent.clear(field);
    await userEvent.type(field, '-4{Enter}');
    await waitFor(() => expect(server.callsTo('PUT', '/api/channel/')[0]?.body).toEqual({ id: 1, weight: 0 }));
  });

  it('says how long a test took', async () => {
    const { server, row } = await start();
    await userEvent.click(row.getByRole('button', { name: 'Test' }));
    expect(await screen.findByText('channel 1: test passed in 1.48s')).toBeTruthy();
    expect(server.callsTo('GET', '/api/channel/test/1')).toHaveLength(1);
  });

  it('tests with the chosen model', async () => {
    const { server, row } = await start();
    await userEvent.click(row.getByRole('button', { name: 'Test channel 1 with a chosen model' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'o3' }));
    await waitFor(() => expect(server.callsTo('GET', '/api/channel/test/1')[0]?.url).toContain('model=o3'));
  });

  it('says why and when the server switched a channel off', async () => {
    await start();
    await userEvent.hover(screen.getByText('Auto-disabled', { selector: '.bp6-tag *' }));
    const note = await screen.findByText(/key revoked/);
    expect(note.textContent).toMatch(/Time: Feb (19|20), 2025/);
  });

  it('switches an automatically disabled channel on again', async () => {
    const { server } = await start();
    await userEvent.click(screen.getByRole('button', { name: 'Enable' }));
    await waitFor(() => expect(server.callsTo('PUT', '/api/channel/')[0]?.body).toEqual({ id: 2, status: 1 }));
  });

  it('deletes many channels only in batch mode, after a second click', async () => {
    const { server } = await start();
    expect(screen.queryByRole('checkbox', { name: 'Select row channel 2' })).toBeNull();
    await userEvent.click(screen.getByLabelText('Batch mode'));
    await userEvent.click(screen.getByRole('button', { name: 'Delete selected channels' }));
    expect(await screen.findByText('Please select channels to delete first')).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select row channel 2' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete selected channels' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/channel/batch')[0]?.body).toEqual({ ids: [2] }));
  });

  it('copies a channel with its key under another name', async () => {
    const { server, row } = await start();
    await userEvent.click(row.getByRole('button', { name: 'More' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Copy' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/channel/')).toHaveLength(1));
    expect(server.callsTo('POST', '/api/channel/')[0]?.body).toMatchObject({
      name: 'channel 1_copy',
      key: 'sk-stored',
    });
  });

  it('sorts by id when chosen, and remembers it', async () => {
    const { server } = await start();
    await userEvent.click(screen.getByLabelText('Sort by ID'));
    await waitFor(() => expect(server.callsTo('GET', '/api/channel/?').at(-1)?.url).toContain('id_sort=true'));
    expect(localStorage.getItem('id-sort')).toBe('true');
  });
});

describe('the channel form', () => {
  it('adds the models that the provider of a saved channel offers, without sending its key', async () => {
    const { server, row } = await start();
    await userEvent.click(row.getByRole('button', { name: 'Edit channel channel 1' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Fetch model list' }));
    expect(await screen.findByText('new-model')).toBeTruthy();
    expect(server.callsTo('GET', '/api/channel/1?')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.callsTo('PUT', '/api/channel/')).toHaveLength(1));
    const body = server.callsTo('PUT', '/api/channel/')[0]?.body;
    expect(body).toMatchObject({ id: 1, models: 'gpt-4o,o3,new-model' });
    expect(body).not.toHaveProperty('key');
  });

  it('asks for the models of a changed form as it stands, naming the saved channel', async () => {
    const { server, row } = await start();
    await userEvent.click(row.getByRole('button', { name: 'Edit channel channel 1' }));
    const address = await screen.findByLabelText(/^Proxy address/);
    await userEvent.clear(address);
    await userEvent.type(address, 'https://other.example');
    await userEvent.click(screen.getByRole('button', { name: 'Fetch model list' }));
    expect(await screen.findByText('other-model')).toBeTruthy();
    expect(server.callsTo('POST', '/api/channel/fetch_models')[0]?.body).toEqual({
      id: 1,
      type: 1,
      key: '',
      base_url: 'https://other.example',
      other: '',
      openai_organization: null,
      proxy: '',
      header_override: '',
    });
  });

  it('offers no list of models for a type whose provider has none', async () => {
    await start();
    await userEvent.click(screen.getByRole('button', { name: 'Add channel' }));
    expect(screen.getByRole('button', { name: 'Fetch model list' })).toBeTruthy();
    await chooseProvider('Anthropic');
    expect(screen.getByRole('button', { name: 'Fetch model list' })).toBeTruthy();
    await chooseProvider('Dify');
    expect(screen.queryByRole('button', { name: 'Fetch model list' })).toBeNull();
  });

  it('shows the fields that the type needs', async () => {
    await start();
    await userEvent.click(screen.getByRole('button', { name: 'Add channel' }));
    expect(screen.getByLabelText(/^Organization/)).toBeTruthy();
    await chooseProvider('Azure');
    expect(screen.getByLabelText(/^Azure endpoint/)).toBeTruthy();
    expect(screen.getByLabelText(/^Default API version/)).toBeTruthy();
    expect(screen.queryByLabelText(/^Organization/)).toBeNull();
  });

  it('fills in the address and the models of a provider, and saves them', async () => {
    const { server } = await start();
    await userEvent.click(screen.getByRole('button', { name: 'Add channel' }));
    await chooseProvider('mistral');
    const address = screen.getByLabelText<HTMLInputElement>(/^Proxy address/);
    expect(address.value).toBe('https://api.mistral.ai/v1');
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Mistral');
    await userEvent.type(screen.getByLabelText(/^Name/), ' in France');
    await userEvent.type(screen.getByLabelText(/^Key/), 'key-1');
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/channel/')).toHaveLength(1));
    const body = server.callsTo('POST', '/api/channel/')[0]?.body as { readonly models: string };
    expect(body).toMatchObject({ type: 1, name: 'Mistral in France', base_url: 'https://api.mistral.ai/v1' });
    expect(body.models.split(',')).toContain('mistral-large-latest');
    expect(body.models).not.toContain('gpt-');
  });
});

describe('saving a channel with a test', () => {
  const begin = async (answers: Parameters<typeof visitChannels>[0] = {}) => {
    const { server, press, history } = await visitChannels({
      at: '/channel/add',
      ...answers,
      answers: {
        'POST /api/channel/': ok(undefined, { ids: [9] }),
        'PUT /api/channel/': ok(makeChannel(9)),
        'GET /api/channel/test/9': ok(undefined, { time: 0.8 }),
        ...answers.answers,
      },
    });
    await chooseProvider('deepseek');
    await userEvent.type(screen.getByLabelText(/^Key/), 'sk-1');
    return { server, press, history };
  };

  it('closes the form when the provider has answered', async () => {
    const { server, press, history } = await begin();
    await press('Save and test');
    expect(await screen.findByText('DeepSeek: test passed in 800ms')).toBeTruthy();
    expect(server.callsTo('GET', '/api/channel/test/9')).toHaveLength(1);
    await waitFor(() => expect(history.location.pathname).toBe('/channel'));
  });

  it('says why the test failed, and changes the saved channel with the next save', async () => {
    const { server, press } = await begin({ answers: { 'GET /api/channel/test/9': refused('the key is wrong') } });
    await press('Save and test');
    expect(await screen.findByText('the key is wrong', { selector: '.drawer-body *' })).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/^Key/), '2');
    await press('Save and test');
    await waitFor(() => expect(server.callsTo('PUT', '/api/channel/')).toHaveLength(1));
    expect(server.callsTo('PUT', '/api/channel/')[0]?.body).toMatchObject({ id: 9, key: 'sk-12' });
    expect(server.callsTo('POST', '/api/channel/')).toHaveLength(1);
  });

  it('goes on with an empty form when another channel is to follow', async () => {
    const { server, press } = await begin();
    await userEvent.click(screen.getByLabelText('Then another one'));
    await press('Submit');
    await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>(/^Key/).value).toBe(''));
    await chooseProvider('Claude');
    await userEvent.type(screen.getByLabelText(/^Key/), 'sk-2');
    await press('Submit');
    await waitFor(() => expect(server.callsTo('POST', '/api/channel/')).toHaveLength(2));
    expect(server.callsTo('POST', '/api/channel/').map(call => call.body)).toEqual([
      expect.objectContaining({ name: 'DeepSeek', key: 'sk-1' }),
      expect.objectContaining({ type: 14, name: 'Anthropic Claude', key: 'sk-2' }),
    ]);
  });
});

describe('the filters and the health of channels', () => {
  it('ask the server for a status and a type', async () => {
    const { server } = await start();
    await userEvent.selectOptions(screen.getByLabelText('Filter by status'), '3');
    await userEvent.selectOptions(screen.getByLabelText('Filter by type'), 'OpenAI');
    await waitFor(() => expect(server.callsTo('GET', '/api/channel/search?').at(-1)?.url).toContain('status=3&type=1'));
  });

  it('stand in the row: what was answered, how fast, and the last error', async () => {
    await visitChannels({ answers: { 'GET /api/channel/health': ok([makeHealth(1)]) } });
    expect(await screen.findByRole('img', { name: 'Success rate of channel 1: 90%' })).toBeTruthy();
    expect(screen.getByRole('img', { name: /^Attempts over time/ })).toBeTruthy();
    expect(screen.getByText('p95 1.9s')).toBeTruthy();
    expect(screen.getByText('our servers are in pain')).toBeTruthy();
  });
});

describe('a channel with thousands of models', () => {
  const names = Array.from({ length: 2500 }, (_item, at) => `model-${at}`);
  const large = makeChannel(7, { models: names.join() });

  it('draws some of them, and finds the others', async () => {
    const { server } = await visitChannels({
      at: '/channel/edit/7',
      answers: { 'GET /api/channel/7': ok(large), 'PUT /api/channel/': ok(large) },
    });
    expect(await screen.findByText('2,350 not shown')).toBeTruthy();
    expect(screen.queryByText('model-77')).toBeNull();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find among 2,500 chosen' }), 'model-777');
    const tag = await screen.findByText('model-777');
    await userEvent.click(within(tag.closest<HTMLElement>('.bp6-tag') ?? document.body).getByRole('button'));
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.callsTo('PUT', '/api/channel/')).toHaveLength(1));
    const { models } = server.callsTo('PUT', '/api/channel/')[0]?.body as { readonly models: string };
    expect(models.split(',')).toEqual(names.filter(name => name !== 'model-777'));
  });
});

describe('a channel with several keys', () => {
  const open = async () => {
    const { server } = await start();
    await userEvent.click(screen.getByRole('button', { name: 'Edit channel channel 3' }));
    expect(await screen.findByText('#2 sk-2…wxyz')).toBeTruthy();
    return server;
  };

  it('shows in the list how many keys are usable, and only for such a channel', async () => {
    await start();
    expect(screen.getAllByText(/of \d+ keys/).map(tag => tag.textContent)).toEqual(['1 of 2 keys']);
  });

  it('shows the state of each key, masked, and why one is disabled', async () => {
    const server = await open();
    expect(screen.getByText('In use')).toBeTruthy();
    expect(screen.getByText('Put out')).toBeTruthy();
    expect(screen.getByText(/key revoked/, { selector: 'li span' })).toBeTruthy();
    expect(server.callsTo('GET', '/api/channel/3?')).toEqual([]);
  });

  it('enables a key again', async () => {
    const server = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Enable key #2 sk-2…wxyz' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/channel/3/keys/key2/enable')).toHaveLength(1));
  });

  it('removes a key after a second click', async () => {
    const server = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Remove key #2 sk-2…wxyz' }));
    expect(server.callsTo('DELETE', '/api/channel/3/keys/key2')).toEqual([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.callsTo('DELETE', '/api/channel/3/keys/key2')).toHaveLength(1));
  });

  it('accepts further keys', async () => {
    const server = await open();
    await userEvent.type(screen.getByLabelText('Add keys'), 'sk-4');
    await userEvent.click(screen.getAllByRole('button', { name: 'Add' })[0] ?? document.body);
    await waitFor(() => expect(server.callsTo('POST', '/api/channel/3/keys')[0]?.body).toEqual({ key: 'sk-4' }));
  });
});
