import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { startTranslations } from '../../i18n';
import { JsonField } from './JsonField';

function Field({ start, isEmptyAllowed }: { readonly start: string; readonly isEmptyAllowed: boolean }) {
  const [text, setText] = useState(start);
  return <JsonField label="Mapping" value={text} onChange={setText} isEmptyAllowed={isEmptyAllowed} />;
}

function field() {
  return screen.getByLabelText<HTMLTextAreaElement>('Mapping');
}

function hasFault() {
  return screen.queryByText('Not a valid JSON string') !== null;
}

beforeAll(() => startTranslations('en'));

describe('a field for JSON', () => {
  it('shows a fault only after it was left, and none once the text is valid', async () => {
    render(<Field start="" isEmptyAllowed />);
    await userEvent.type(field(), '{{"a":1');
    expect(hasFault()).toBe(false);
    fireEvent.blur(field());
    expect(hasFault()).toBe(true);
    await userEvent.type(field(), '}');
    expect(hasFault()).toBe(false);
  });

  it('formats valid text and leaves invalid text unchanged', () => {
    const { unmount } = render(<Field start='{"a":1}' isEmptyAllowed />);
    fireEvent.blur(field());
    expect(field().value).toBe('{\n  "a": 1\n}');
    unmount();
    render(<Field start='{"a":' isEmptyAllowed />);
    fireEvent.blur(field());
    expect(field().value).toBe('{"a":');
  });

  it('may be empty only when an empty text has a meaning', () => {
    const { unmount } = render(<Field start="" isEmptyAllowed />);
    fireEvent.blur(field());
    expect(hasFault()).toBe(false);
    unmount();
    render(<Field start="" isEmptyAllowed={false} />);
    fireEvent.blur(field());
    expect(hasFault()).toBe(true);
  });
});
