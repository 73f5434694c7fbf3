import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startTranslations } from '../../i18n';
import { ok, startFakeServer, type FakeAnswer } from '../../test-support/fake-server';
import { renderPage } from '../../test-support/render-page';
import { Lantern } from './Lantern';
import { isLanternDay } from './lantern-days';
import { noticeMark } from './notice-mark';
import { NoticeButton } from './NoticeButton';

async function showNotice(notice: FakeAnswer) {
  const server = startFakeServer({ 'GET /api/notice': notice });
  const view = await renderPage(<NoticeButton />);
  await waitFor(() => expect(server.callsTo('GET', '/api/notice')).toHaveLength(1));
  return view;
}

function dialog() {
  return screen.queryByRole('dialog');
}

describe('the announcement', () => {
  beforeEach(() => localStorage.clear());

  it('opens by itself, and not again after "I know"', async () => {
    await showNotice(ok('<p>Maintenance</p>'));
    expect(await screen.findByText('Maintenance')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'I know' }));
    await waitFor(() => expect(dialog()).toBeNull());
    expect(JSON.parse(localStorage.getItem('notice-seen') ?? '')).toBe(noticeMark('<p>Maintenance</p>'));
  });

  it('does not open by itself in a browser that has already shown it', async () => {
    localStorage.setItem('notice-seen', JSON.stringify(noticeMark('<p>Known</p>')));
    await showNotice(ok('<p>Known</p>'));
    await userEvent.click(screen.getByRole('button', { name: 'Announcement' }));
    expect(await screen.findByText('Known')).toBeTruthy();
  });

  it('stays closed in such a browser until it is opened by a click', async () => {
    localStorage.setItem('notice-seen', JSON.stringify(noticeMark('<p>Known</p>')));
    const { store } = await showNotice(ok('<p>Known</p>'));
    await waitFor(() => expect(JSON.stringify(store.getState())).toContain('Known'));
    expect(dialog()).toBeNull();
  });

  it('opens by itself again once its text has changed', async () => {
    localStorage.setItem('notice-seen', JSON.stringify(noticeMark('<p>Old</p>')));
    await showNotice(ok('<p>New</p>'));
    expect(await screen.findByText('New')).toBeTruthy();
  });

  it('does not open by itself when there is none, or when it cannot be fetched', async () => {
    const { store } = await showNotice(ok(''));
    await waitFor(() => expect(JSON.stringify(store.getState())).toContain('fulfilled'));
    expect(dialog()).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Announcement' }));
    expect(await screen.findByText('There is no announcement.')).toBeTruthy();
  });
});

describe('the lantern days', () => {
  it.each(['2027-01-01', '2027-02-09', '2027-02-24'])('are New Year in both calendars: %s', day => {
    expect(isLanternDay(new Date(`${day}T12:00:00`))).toBe(true);
  });

  it.each(['2026-12-31', '2027-01-02', '2027-01-09', '2027-02-08', '2027-02-25', '2027-03-10'])(
    'include no other day: %s',
    day => expect(isLanternDay(new Date(`${day}T12:00:00`))).toBe(false),
  );
});

describe('the lantern', () => {
  const light = async (now: string, isStill = false) => {
    await startTranslations('en');
    jest.useFakeTimers({ now: new Date(now) });
    const asked = jest.spyOn(window, 'matchMedia');
    asked.mockImplementation(query => ({ matches: isStill, media: query }) as MediaQueryList); // all that the component reads
    render(<Lantern />);
  };
  const isSwinging = () => screen.getByRole('img', { name: 'Happy New Year' }).className.includes('swinging');
  const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('stops after 3 seconds and swings again after 10', async () => {
    await light('2027-02-10T12:00:00');
    expect(isSwinging()).toBe(true);
    pass(2_999);
    expect(isSwinging()).toBe(true);
    pass(1);
    expect(isSwinging()).toBe(false);
    pass(9_999);
    expect(isSwinging()).toBe(false);
    pass(1);
    expect(isSwinging()).toBe(true);
  });

  it('stays still for readers who prefer no motion', async () => {
    await light('2027-01-01T12:00:00', true);
    expect(isSwinging()).toBe(false);
    pass(10_000);
    expect(isSwinging()).toBe(false);
  });

  it('is hidden on other days', async () => {
    await light('2027-01-02T12:00:00');
    expect(screen.queryByRole('img')).toBeNull();
  });
});
