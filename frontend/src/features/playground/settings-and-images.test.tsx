import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, startFakeServer } from '../../test-support/fake-server';
import { button, chooseModel, field, keepTestsApart, send, visitPlayground } from '../../test-support/playground-scene';
import { makeUser, renderPage } from '../../test-support/render-page';
import { PlaygroundPage } from './PlaygroundPage';
import { presets } from './presets';

keepTestsApart();

describe('the settings of the playground', () => {
  it('refuse o1 and keep the chosen model', async () => {
    await visitPlayground();
    const models = screen.getByRole<HTMLInputElement>('combobox', { name: 'Model' });
    await chooseModel('o1-mini');
    expect(await screen.findByText('o1 testing is not supported yet')).toBeTruthy();
    expect(models.value).toBe('gpt-4o-mini');
    await chooseModel('deepseek-chat');
    expect(models.value).toBe('deepseek-chat');
  });

  it('choose the first model that may be tested when the group does not offer the chosen one', async () => {
    const { store } = await visitPlayground({ models: ['o1-mini', 'deepseek-chat'] });
    await waitFor(() => expect(store.getState().playground.settings.model).toBe('deepseek-chat'));
  });

  it('request the models of the chosen group', async () => {
    const { server, bodies } = await visitPlayground();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Group' }), 'Guests of honour');
    await waitFor(() => expect(server.callsTo('GET', '/api/user/models').at(-1)?.url).toContain('group=vip'));
    await waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
    await send('Hi');
    await waitFor(() => expect(bodies()[0]?.group).toBe('vip'));
  });

  it('range from 0.1 to 1 in steps of a tenth, and are sent as numbers', async () => {
    const { bodies } = await visitPlayground();
    const slider = screen.getByRole('slider');
    for (let presses = 0; presses < 2; presses++) fireEvent.keyDown(slider, { key: 'ArrowRight' });
    await userEvent.clear(screen.getByLabelText('Max tokens'));
    await userEvent.type(screen.getByLabelText('Max tokens'), '64');
    await send('Hi');
    await waitFor(() => expect(bodies()[0]).toMatchObject({ temperature: 0.3, max_tokens: 64 }));
  });

  it('let the model play one of 18 roles', async () => {
    const { bodies } = await visitPlayground();
    expect(presets).toHaveLength(18);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Preset' }), 'Poet');
    await send('Hi');
    const poet = presets.find(({ name }) => name === 'poet');
    await waitFor(() => expect(bodies()[0]?.messages[0]).toEqual({ role: 'system', content: poet?.prompts.en }));
  });

  it('say when a group offers no models', async () => {
    const server = startFakeServer({
      'GET /api/groups/token': ok({ default: 'Everybody' }),
      'GET /api/user/models': ok([]),
    });
    await renderPage(<PlaygroundPage />, { user: makeUser() });
    expect(await screen.findByText('This group offers no models.')).toBeTruthy();
    expect(server.callsTo('POST', '/pg/')).toEqual([]);
  });

  it('open in a dialog too', async () => {
    await visitPlayground();
    await userEvent.click(await button('Settings'));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('combobox', { name: 'Model' })).toBeTruthy();
  });
});

describe('images in a question', () => {
  const image = new File(['x'], 'a.png', { type: 'image/png' });

  it('are sent along and can be removed', async () => {
    const { bodies } = await visitPlayground();
    await userEvent.upload(screen.getByLabelText('Add images', { selector: 'input' }), [image]);
    await userEvent.click(await button('Remove image 1'));
    fireEvent.paste(field(), { clipboardData: { files: [image] } });
    expect(await screen.findByAltText('Image 1')).toBeTruthy();
    await send('What is it?');
    await waitFor(() =>
      expect(bodies()[0]?.messages[1]?.content).toEqual([
        { type: 'text', text: 'What is it?' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,eA==' } },
      ]),
    );
  });

  it('are refused when the model accepts none', async () => {
    await visitPlayground();
    await chooseModel('deepseek-chat');
    expect(screen.queryByRole('button', { name: 'Add images' })).toBeNull();
    fireEvent.drop(field(), { dataTransfer: { files: [image] } });
    expect(await screen.findByText('The model deepseek-chat takes no images')).toBeTruthy();
    expect(screen.queryByAltText('Image 1')).toBeNull();
  });
});
