import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startTranslations } from '../../i18n';
import { Media } from './Media';

beforeAll(() => startTranslations('en'));

function show(address: string) {
  return render(<Media address={address} label="fox" likely="image" />);
}

function video() {
  return document.querySelector('video');
}

describe('an image or a video', () => {
  it('loads the image, and does not reveal to other sites where it is shown', () => {
    show('https://cdn.example.com/a.png');
    const image = screen.getByRole('img', { name: 'fox' });
    expect(screen.getByLabelText('Loading')).toBeTruthy();
    fireEvent.load(image);
    expect(screen.queryByLabelText('Loading')).toBeNull();
    expect(image.getAttribute('referrerpolicy')).toBe('no-referrer');
  });

  it('plays a video when the address names one', () => {
    show('https://cdn.example.com/a.mp4');
    expect(video()?.controls).toBe(true);
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('tries the other kind when the address does not show it', () => {
    show('https://cdn.example.com/a');
    fireEvent.error(screen.getByRole('img'));
    expect(video()?.src).toBe('https://cdn.example.com/a');
  });

  it('says that it cannot be loaded, and can be tried again', async () => {
    show('https://cdn.example.com/a.png');
    fireEvent.error(screen.getByRole('img'));
    expect(screen.getByText('This could not be loaded')).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByRole('img', { name: 'fox' })).toBeTruthy();
  });

  it('starts again with another address', () => {
    const { rerender } = show('https://cdn.example.com/a.png');
    fireEvent.error(screen.getByRole('img'));
    rerender(<Media address="https://cdn.example.com/b.png" label="fox" likely="image" />);
    expect(screen.getByRole('img').getAttribute('src')).toBe('https://cdn.example.com/b.png');
  });
});
