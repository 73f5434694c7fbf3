import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { startTranslations } from '../../i18n';
import { loadMenus } from '../display/late-menus';
import { suggestionsFor } from './suggestions';
import { TagPicker } from './TagPicker';

function Picker({ isOpenEnded = false }: { readonly isOpenEnded?: boolean }) {
  const [values, setValues] = useState<readonly string[]>(['o3']);
  return (
    <>
      <output>{values.join()}</output>
      <TagPicker
        label="Models"
        values={values}
        options={['gpt-4o', 'gpt-4o-mini', 'o3']}
        isOpenEnded={isOpenEnded}
        onChange={setValues}
      />
    </>
  );
}

function chosen() {
  return screen.getByRole('status').textContent;
}

function type(keys: string) {
  return userEvent.type(screen.getByRole('combobox', { name: 'Models' }), keys);
}

describe('the picker of names', () => {
  beforeAll(() => Promise.all([startTranslations('en'), loadMenus()]));

  it('adds the marked suggestion on Enter', async () => {
    render(<Picker />);
    await type('gpt{ArrowDown}{Enter}');
    expect(chosen()).toBe('o3,gpt-4o-mini');
  });

  it('adds the suggestion that is clicked', async () => {
    render(<Picker />);
    await type('gpt');
    await userEvent.click(screen.getByText('gpt-4o'));
    expect(chosen()).toBe('o3,gpt-4o');
  });

  it('adds no name that is not offered, unless it may', async () => {
    const { unmount } = render(<Picker />);
    await type('mine{Enter}');
    expect(chosen()).toBe('o3');
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Models' }).value).toBe('mine'); // it stays visible
    unmount();
    render(<Picker isOpenEnded />);
    await type('mine{Enter}');
    expect(chosen()).toBe('o3,mine');
  });

  it('removes the last name on Backspace', async () => {
    render(<Picker />);
    await type('{Backspace}{Backspace}');
    expect(chosen()).toBe('');
  });
});

describe('the suggestions of the picker', () => {
  it('leave out chosen names, and put names that begin with the text first', () => {
    const options = ['chatgpt-4o', 'gpt-4o', 'GPT-4', 'o3'];
    expect(suggestionsFor({ text: 'gpt', options, values: ['o3'] })).toEqual(['gpt-4o', 'GPT-4', 'chatgpt-4o']);
  });

  it('are never more than fifty', () => {
    const options = Array.from({ length: 80 }, (_item, index) => `model-${index}`);
    expect(suggestionsFor({ text: '', options, values: [] })).toHaveLength(50);
  });
});

describe('names with another label on screen', () => {
  const labels: Readonly<Record<string, string>> = { drawing: '绘图', video: '视频' };
  const labelOf = (name: string) => labels[name] ?? name;

  function Labelled() {
    const [values, setValues] = useState<readonly string[]>([]);
    return (
      <>
        <output>{values.join()}</output>
        <TagPicker
          label="Models"
          values={values}
          options={['drawing', 'video']}
          isOpenEnded
          labelOf={labelOf}
          onChange={setValues}
        />
      </>
    );
  }

  it('are found by name and by label, shown by label, and stored by name', async () => {
    render(<Labelled />);
    await type('绘{Enter}video{Enter}');
    expect(chosen()).toBe('drawing,video');
    expect(screen.getByText('视频')).toBeTruthy();
  });

  it('are added by their label on leaving the field, and free ones as typed', async () => {
    render(<Labelled />);
    await type('绘图');
    await userEvent.tab();
    await waitFor(() => expect(chosen()).toBe('drawing'));
    await type('mine');
    await userEvent.tab();
    await waitFor(() => expect(chosen()).toBe('drawing,mine'));
  });
});
