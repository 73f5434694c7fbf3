import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
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
  it('takes the marked suggestion on Enter', async () => {
    render(<Picker />);
    await type('gpt{ArrowDown}{Enter}');
    expect(chosen()).toBe('o3,gpt-4o-mini');
  });

  it('takes the suggestion that is pressed', async () => {
    render(<Picker />);
    await type('gpt');
    await userEvent.click(screen.getByText('gpt-4o'));
    expect(chosen()).toBe('o3,gpt-4o');
  });

  it('takes no name that is not offered, unless it may', async () => {
    const { unmount } = render(<Picker />);
    await type('mine{Enter}');
    expect(chosen()).toBe('o3');
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Models' }).value).toBe('mine'); // not lost unseen
    unmount();
    render(<Picker isOpenEnded />);
    await type('mine{Enter}');
    expect(chosen()).toBe('o3,mine');
  });

  it('gives the last name back on Backspace', async () => {
    render(<Picker />);
    await type('{Backspace}{Backspace}');
    expect(chosen()).toBe('');
  });
});

describe('suggestions', () => {
  it('leave out what is chosen, and put names that begin with the text first', () => {
    const options = ['chatgpt-4o', 'gpt-4o', 'GPT-4', 'o3'];
    expect(suggestionsFor({ text: 'gpt', options, values: ['o3'] })).toEqual(['gpt-4o', 'GPT-4', 'chatgpt-4o']);
  });

  it('are never more than fifty', () => {
    const options = Array.from({ length: 80 }, (_item, index) => `model-${index}`);
    expect(suggestionsFor({ text: '', options, values: [] })).toHaveLength(50);
  });
});

describe('names that are called otherwise on screen', () => {
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

  it('are found by both, shown by what they are called, and kept as they are named', async () => {
    render(<Labelled />);
    await type('绘{Enter}video{Enter}');
    expect(chosen()).toBe('drawing,video');
    expect(screen.getByText('视频')).toBeTruthy();
  });

  it('are taken by their screen name on leaving the field, and free ones as they were typed', async () => {
    render(<Labelled />);
    await type('绘图');
    await userEvent.tab();
    await waitFor(() => expect(chosen()).toBe('drawing'));
    await type('mine');
    await userEvent.tab();
    await waitFor(() => expect(chosen()).toBe('drawing,mine'));
  });
});
