import { fireEvent, render, screen } from '@testing-library/react';
import { LiveSearchInput } from './LiveSearchInput';

const applied: string[] = [];
function field(value: string) {
  return <LiveSearchInput label="Search" value={value} onChange={text => applied.push(text)} />;
}

function shown(): string {
  return screen.getByRole<HTMLInputElement>('searchbox').value;
}

function type(text: string): void {
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } });
}

describe('a search that follows the typing', () => {
  beforeEach(() => {
    applied.length = 0;
  });

  it('keeps what was typed while an earlier text was being applied', () => {
    const { rerender } = render(field(''));
    type('m');
    type('mo');
    rerender(field('m'));
    expect(shown()).toBe('mo');
    type('mod');
    rerender(field('mod'));
    expect(shown()).toBe('mod');
    expect(applied).toEqual(['m', 'mo', 'mod']);
  });

  it('takes a text that came from elsewhere', () => {
    const { rerender } = render(field(''));
    type('m');
    rerender(field('m'));
    rerender(field(''));
    expect(shown()).toBe('');
    rerender(field('m'));
    expect(shown()).toBe('m');
  });

  it('takes its first text again after it was typed and deleted before it was applied', () => {
    const { rerender } = render(field(''));
    type('m');
    type('');
    rerender(field('m'));
    rerender(field(''));
    rerender(field('other'));
    expect(shown()).toBe('other');
  });
});
