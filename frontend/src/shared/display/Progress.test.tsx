import { render, screen } from '@testing-library/react';
import { Progress, shareOf } from './Progress';

describe('the progress of a task', () => {
  it.each([
    ['0%', 0],
    ['40%', 0.4],
    [' 12.5 % ', 0.125],
    ['100%', 1],
    ['130%', 1],
    ['', null],
    ['paused', null],
    ['-5%', null],
    ['50', null],
  ])('"%s" is a share of %p', (text, share) => {
    expect(shareOf(text)).toBe(share);
  });

  it('is a circle with its percentage', () => {
    render(<Progress text="29%" label="Progress" />);
    expect(screen.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow')).toBe('29');
    expect(screen.getByText('29%')).toBeTruthy();
  });

  it('is the word of the upstream when it is no percentage', () => {
    render(<Progress text="paused" label="Progress" />);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByText('paused')).toBeTruthy();
  });
});
