import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startTranslations } from '../../i18n';
import { ConfirmButton } from '../dialog/ConfirmButton';
import { CopyText } from './CopyText';
import { SearchInput } from '../table/SearchInput';
import { TimeInput } from '../table/TimeInput';
import { CopyProvider } from './use-copy';
import { prettyJson } from '../form/json';
import { TextDialog } from '../dialog/TextDialog';
import { toInputTime } from '../format/time';

function setClipboard(clipboard: Pick<Clipboard, 'writeText'> | undefined) {
  return Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
}

function showCopy(notice?: string) {
  return render(
    <CopyProvider>
      <CopyText text="sk-secret" notice={notice}>
        sk-…
      </CopyText>
    </CopyProvider>,
  );
}

beforeAll(() => startTranslations('en'));

describe('copying a text', () => {
  it('puts the text on the clipboard and says so', async () => {
    const written: string[] = [];
    setClipboard({ writeText: async text => void written.push(text) });
    showCopy();
    fireEvent.click(screen.getByRole('button', { name: 'Copy sk-secret' }));
    expect(await screen.findByText('Copied: sk-secret')).toBeTruthy();
    expect(written).toEqual(['sk-secret']);
  });

  it('does not repeat a text that must not appear on the screen', async () => {
    setClipboard({ writeText: async () => undefined });
    const { container } = showCopy('Key copied');
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Key copied')).toBeTruthy();
    expect(container.innerHTML).not.toContain('sk-secret');
  });

  it('shows the text for manual copying when the browser forbids it', async () => {
    setClipboard(undefined);
    showCopy();
    fireEvent.click(screen.getByRole('button', { name: 'Copy sk-secret' }));
    expect(await screen.findByDisplayValue('sk-secret')).toBeTruthy();
  });
});

describe('a button with a confirmation', () => {
  it('acts only after the second click', async () => {
    let count = 0;
    render(<ConfirmButton text="Reset" question="Sure?" onConfirm={() => (count += 1)} />);
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    expect(count).toBe(0);
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(count).toBe(1);
  });

  it('does nothing when it is declined', async () => {
    let count = 0;
    render(<ConfirmButton text="Reset" question="Sure?" onConfirm={() => (count += 1)} />);
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(count).toBe(0);
  });
});

describe('a dialog with a record', () => {
  it('formats JSON and leaves other text unchanged', () => {
    const { rerender } = render(<TextDialog title="Record" text={prettyJson('{"a":1}')} onClose={() => undefined} />);
    expect(document.querySelector('pre')?.textContent).toBe('{\n  "a": 1\n}');
    rerender(<TextDialog title="Record" text={prettyJson('plain')} onClose={() => undefined} />);
    expect(document.querySelector('pre')?.textContent).toBe('plain');
  });
});

describe('search fields', () => {
  it('send one request, when the text is finished', async () => {
    const asked: string[] = [];
    render(<SearchInput label="Name" value="" onCommit={text => asked.push(text)} />);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Name' }), ' lap {Enter}');
    expect(asked).toEqual(['lap']);
  });

  it('send another request when they are emptied, and none when nothing changed', async () => {
    const asked: string[] = [];
    render(<SearchInput label="Name" value="lap" onCommit={text => asked.push(text)} />);
    const field = screen.getByRole('searchbox', { name: 'Name' });
    fireEvent.blur(field);
    expect(asked).toEqual([]);
    await userEvent.clear(field);
    expect(asked).toEqual(['']);
  });

  it('keep what is typed while a finished text is being applied', async () => {
    const asked: string[] = [];
    const search = (value: string) => <SearchInput label="Name" value={value} onCommit={text => asked.push(text)} />;
    const { rerender } = render(search(''));
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Name' });
    await userEvent.type(field, 'lap{Enter}top');
    rerender(search('lap'));
    expect(field.value).toBe('laptop');
    await userEvent.type(field, '{Enter}');
    await userEvent.clear(field);
    expect(asked).toEqual(['lap', 'laptop', '']);
    rerender(search('laptop'));
    rerender(search(''));
    expect(field.value).toBe('');
  });
});

describe('a time field of a filter', () => {
  it('reports its time when it is left, and no bound when it was emptied', () => {
    const received: number[] = [];
    render(<TimeInput label="Start" seconds={1_740_000_000} onCommit={seconds => received.push(seconds)} />);
    const field = screen.getByLabelText('Start');
    fireEvent.blur(field);
    fireEvent.change(field, { target: { value: toInputTime(1_750_000_000) } });
    expect(received).toEqual([]);
    fireEvent.blur(field);
    fireEvent.change(field, { target: { value: '' } });
    fireEvent.blur(field);
    expect(received).toEqual([1_750_000_000, 0]);
  });
});
