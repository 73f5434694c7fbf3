import { Role, type Manufacturer } from '@contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { parseManufacturers } from '../../../shared/model/manufacturers';
import { ok, refused, startFakeServer, type FakeAnswer } from '../../../test-support/fake-server';
import { makeUser, renderPage } from '../../../test-support/render-page';
import { SettingScreen } from '../../../app/SettingScreen';
import { configureModels } from './configure-models';
import {
  findListFault,
  isChanged,
  manufacturerReducer,
  startManufacturers,
  textOfRows,
  type ManufacturerAction,
} from './manufacturer-list';
import { writeManufacturers } from './manufacturer-text';
import { IMAGE_MAX_BYTES, readImage } from './image-file';

function maker(name: string, ...models: readonly string[]): Manufacturer {
  return {
    Manufacturer: name,
    icon: '',
    description: '',
    models: models.map(model_name => ({ model_name, type: ['chat'], illustrate: '' })),
  };
}

const saved = writeManufacturers([maker('Claude', 'claude-opus-4'), maker('Weir', 'weir-1', 'weir-2')]);

interface Scene {
  readonly save?: FakeAnswer;
  readonly models?: FakeAnswer;
  readonly texts?: string;
}

async function start({ save = ok(), models = ok([{ id: 'gpt-4o' }]), texts = saved }: Scene = {}) {
  const server = startFakeServer({
    'GET /api/option/': ok([{ key: 'Manufacturers', value: texts }]),
    'PUT /api/option/': save,
    'GET /api/channel/models': models,
    'GET /api/groups/token': ok({ default: 'Default' }),
    'GET /api/user/models': ok(['tts-1-hd', 'my-own']),
    'GET /api/status': ok({ version: '9.8.7' }),
  });
  await renderPage(<SettingScreen />, { user: makeUser({ role: Role.Admin }), at: '/setting?tab=model' });
  await screen.findByRole('button', { name: 'Save model config' });
  const savedLists = () =>
    server.callsTo('PUT', '/api/option/').map(({ body }) => {
      const { key, value } = body as { readonly key: string; readonly value: string };
      expect(key).toBe('Manufacturers');
      return parseManufacturers(value);
    });
  return { server, savedLists };
}

function card(name: string) {
  return within(screen.getByRole('group', { name }));
}

function press(name: string) {
  return userEvent.click(screen.getByRole('button', { name }));
}

function names() {
  return screen.getAllByRole('group').flatMap(group => group.getAttribute('aria-label') ?? []);
}

describe('the model settings', () => {
  it('show the manufacturers with their models in a fold', async () => {
    await start();
    expect(card('Weir').queryByLabelText('Model name')).toBeNull();
    await userEvent.click(card('Weir').getByRole('button', { name: 'Models (2)' }));
    expect((await card('Weir').findAllByLabelText<HTMLInputElement>('Model name')).map(({ value }) => value)).toEqual([
      'weir-1',
      'weir-2',
    ]);
  });

  it('mark unsaved changes, save them in one call, and say so', async () => {
    const { savedLists } = await start();
    expect(screen.queryByText('Not saved yet')).toBeNull();
    const field = card('Weir').getByLabelText(/^Manufacturer/);
    await userEvent.type(field, 's ');
    expect(screen.getByText('Not saved yet')).toBeTruthy();
    await press('Save model config');
    expect(await screen.findByText('Model config updated')).toBeTruthy();
    expect(savedLists()).toEqual([[maker('Claude', 'claude-opus-4'), maker('Weirs', 'weir-1', 'weir-2')]]);
  });

  it('say that nothing was modified instead of saving', async () => {
    const { savedLists } = await start();
    await press('Save model config');
    expect(await screen.findByText('You seem not to have modified anything')).toBeTruthy();
    expect(savedLists()).toEqual([]);
  });

  it('keep the changes when the save is refused', async () => {
    await start({ save: refused('no') });
    await userEvent.type(card('Weir').getByLabelText(/^Manufacturer/), 's');
    await press('Save model config');
    expect(await screen.findByText('Model config update failed')).toBeTruthy();
    expect(screen.getByText('Not saved yet')).toBeTruthy();
    expect(names()).toEqual(['Claude', 'Weirs']);
  });

  it('save no manufacturer without a name', async () => {
    const { savedLists } = await start();
    await userEvent.click(screen.getAllByRole('button', { name: 'Add manufacturer' })[0] ?? document.body);
    await press('Save model config');
    expect(await screen.findByText('Every manufacturer needs a name')).toBeTruthy();
    expect(savedLists()).toEqual([]);
  });

  it('move manufacturers within the ends of the list', async () => {
    await start();
    const disabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
    expect(disabled('Move Claude up')).toBe(true);
    expect(disabled('Move Weir down')).toBe(true);
    await press('Move Weir up');
    expect(names()).toEqual(['Weir', 'Claude']);
    await press('Move Weir down');
    expect(names()).toEqual(['Claude', 'Weir']);
  });

  it('delete a manufacturer only after a confirmation', async () => {
    await start();
    await press('Delete Weir');
    expect(await screen.findByText('Its 2 models go with it.')).toBeTruthy();
    expect(names()).toEqual(['Claude', 'Weir']);
    await press('Confirm');
    expect(names()).toEqual(['Claude']);
  });

  it('add models with new types, and drop those without a name', async () => {
    const { savedLists } = await start();
    await userEvent.click(card('Claude').getByRole('button', { name: 'Models (1)' }));
    await userEvent.click(await card('Claude').findByRole('button', { name: 'Add model' }));
    await userEvent.click(card('Claude').getByRole('button', { name: 'Add model' }));
    await userEvent.type(card('Claude').getAllByLabelText('Model name')[1] ?? document.body, 'claude-next');
    const types = card('Claude').getAllByRole('combobox', { name: 'Type' })[1] ?? document.body;
    await userEvent.type(types, 'cheap{Enter}');
    await press('Save model config');
    await waitFor(() => expect(savedLists()).toHaveLength(1));
    const [list] = savedLists();
    expect(list?.[0]?.models).toEqual([
      { model_name: 'claude-opus-4', type: ['chat'], illustrate: '' },
      { model_name: 'claude-next', type: ['cheap'], illustrate: '' },
    ]);
  });

  it('add known and offered models with one click, and keep existing entries', async () => {
    await start();
    await press('One-click configure');
    expect(await screen.findByText('Model list fetched, 2 models added')).toBeTruthy();
    expect(names()).toEqual(['Claude', 'Weir', 'OpenAI']);
  });

  it('say when the models could not be fetched, and change nothing then', async () => {
    await start({ models: refused('no') });
    await press('One-click configure');
    expect(await screen.findByText('Failed to fetch model list')).toBeTruthy();
    expect(names()).toEqual(['Claude', 'Weir']);
  });

  it('import a pasted list, and keep an invalid text in its field', async () => {
    await start();
    await press('Import config');
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Configuration as JSON');
    expect(field.rows).toBe(10);
    await userEvent.type(field, '[[oops');
    await press('Import');
    expect(await screen.findByText('Import failed, check JSON format')).toBeTruthy();
    expect(field.value).toBe('[oops');
    await userEvent.clear(field);
    await userEvent.type(field, '[[{{"Manufacturer":"Dam"}]');
    await press('Import');
    expect(await screen.findByText('Import succeeded')).toBeTruthy();
    expect(names()).toEqual(['Dam']);
  });

  it('show an invitation when the list is empty', async () => {
    await start({ texts: '[]' });
    expect(screen.getByText('No manufacturers yet')).toBeTruthy();
  });

  it('edit a description as rich text, whose editor is loaded when needed', async () => {
    await start({ texts: writeManufacturers([{ ...maker('Weir'), description: 'By **us**' }]) });
    expect(await screen.findByText('us')).toBeTruthy();
    await press('Edit description');
    const editor = await screen.findByRole('textbox', { name: 'Description' });
    expect(editor.innerHTML).toBe('<p>By <strong>us</strong></p>');
    expect(document.querySelector('style')).toBeNull();
    await press('HTML source');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('By **us**');
  });

  it('edit a description with an image as source, since the editor would lose the image', async () => {
    const description = '<p><img src="/logo.png">Weir</p>';
    await start({ texts: writeManufacturers([{ ...maker('Weir'), description }]) });
    await press('Edit description');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe(description);
  });
});

describe('the list of manufacturers', () => {
  const from = (text: string, ...actions: readonly ManufacturerAction[]) =>
    actions.reduce(manufacturerReducer, startManufacturers(text));

  it('takes over a list saved elsewhere when there are no changes here', () => {
    const state = from(saved, { kind: 'saved', text: writeManufacturers([maker('Dam')]) });
    expect(textOfRows(state.rows)).toBe(writeManufacturers([maker('Dam')]));
    expect(isChanged(state)).toBe(false);
  });

  it('keeps changes made here when a list was saved elsewhere', () => {
    const state = from(saved, { kind: 'add' }, { kind: 'saved', text: writeManufacturers([maker('Dam')]) });
    expect(state.rows).toHaveLength(3);
    expect(isChanged(state)).toBe(true);
  });

  it('keeps its rows when its own text is returned', () => {
    const edited = from(saved, { kind: 'replace', list: [maker('Dam')] });
    const back = manufacturerReducer(edited, { kind: 'saved', text: textOfRows(edited.rows) });
    expect(back.rows).toBe(edited.rows);
    expect(isChanged(back)).toBe(false);
  });

  it.each([
    [['A', 'B'], null],
    [['A', ' '], 'no_name'],
    [['A', ' A'], 'name_twice'],
  ])('with the names %j has the fault %s', (list, fault) => {
    expect(findListFault(startManufacturers(writeManufacturers(list.map(name => maker(name)))).rows)).toBe(fault);
  });

  it.each(['', '{', '{}', 'null', '"x"'])('cannot be read from %j', text => {
    expect(parseManufacturers(text)).toBeNull();
  });

  it('is read from a text with missing fields', () => {
    const text = '[{"models":[{"model_name":"a","type":"chat"},7]},null]';
    expect(parseManufacturers(text)).toEqual([
      { ...maker(''), models: [{ model_name: 'a', type: [], illustrate: '' }] },
    ]);
  });
});

describe('one-click configuration', () => {
  it('adds models to their manufacturers, whose names match in any case, and creates missing ones', () => {
    const { list, count } = configureModels([maker('openai', 'gpt-4o')], ['gpt-4o', 'o1-mini', 'suno_music', 'mine']);
    expect(count).toBe(2);
    expect(list.map(({ Manufacturer: name, models }) => [name, models.map(model => model.model_name)])).toEqual([
      ['openai', ['gpt-4o', 'o1-mini']],
      ['Suno', ['suno_music']],
    ]);
    expect(list[0]?.models[1]?.type).toEqual(['reasoning']);
  });

  it('leaves a model where an administrator has placed it', () => {
    const before = [maker('My choice', 'gpt-4o')];
    expect(configureModels(before, ['gpt-4o'])).toEqual({ list: before, count: 0 });
  });
});

describe('an image for a manufacturer', () => {
  const file = (bytes: number, type: string) => new File([new Uint8Array(bytes)], 'icon', { type });

  it('becomes image data', async () => {
    expect(await readImage(new File(['hi'], 'icon.png', { type: 'image/png' }))).toEqual({
      address: 'data:image/png;base64,aGk=',
    });
  });

  it('may have 64 KB and no byte more', async () => {
    expect(await readImage(file(IMAGE_MAX_BYTES, 'image/png'))).toHaveProperty('address');
    expect(await readImage(file(IMAGE_MAX_BYTES + 1, 'image/png'))).toEqual({ fault: 'size' });
  });

  it('must be an image', async () => {
    expect(await readImage(file(1, 'text/html'))).toEqual({ fault: 'type' });
  });
});

describe('the page about the product', () => {
  it('shows the version that runs here', async () => {
    startFakeServer({ 'GET /api/status': ok({ version: '9.8.7' }) });
    await renderPage(<SettingScreen />, { user: makeUser({ role: Role.Admin }), at: '/setting?tab=maxapi' });
    expect(await screen.findByText('9.8.7')).toBeTruthy();
    expect(screen.getByText('2.0.0')).toBeTruthy();
  });
});
