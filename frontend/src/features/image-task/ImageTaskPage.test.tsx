import { Role, type ImageTaskView } from '@contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import dayjs from 'dayjs';
import { changeLanguage } from '../../base/language';
import { readSavedFilters } from '../../base/saved-filters/saved-filters';
import { ok } from '../../test-support/fake-server';
import { pass } from '../../test-support/tab';
import {
  describeTaskList,
  tableNamed,
  visitTaskList,
  watchTaskList,
  type TaskListPage,
  type TaskListVisit,
} from '../../test-support/task-list-scene';
import { ImageTaskPage } from './ImageTaskPage';

const imageTask: ImageTaskView = {
  id: 5,
  code: 1,
  user_id: 3,
  action: 'IMAGINE',
  mj_id: '1712',
  prompt: '一只狐狸',
  prompt_en: 'a fox',
  description: 'Submit success',
  state: 'order-8',
  submit_time: 1_740_003_600_000,
  start_time: 1_740_003_601_000,
  finish_time: 1_740_003_612_340,
  image_url: 'https://cdn.example.com/fox.png',
  video_urls: [],
  status: 'SUCCESS',
  progress: '100%',
  fail_reason: '',
  channel_id: 9,
  quota: 50_000,
  buttons: JSON.stringify([{ customId: 'MJ::JOB::upsample::1', emoji: '', label: 'U1' }]),
  properties: '{"finalPrompt":"1. fox\\n2. snow","seed":42}',
};

function make(changes: Partial<ImageTaskView> = {}): ImageTaskView {
  return { ...imageTask, ...changes };
}

const list: TaskListPage<ImageTaskView> = {
  page: <ImageTaskPage />,
  name: 'Drawing log',
  at: '/midjourney',
  list: { all: '/api/mj/', own: '/api/mj/self/' },
  rowWith: id => make({ id, mj_id: `mj${id}` }),
  textOf: ({ mj_id: id }) => id,
  unfinished: () => make({ status: 'IN_PROGRESS', progress: '40%' }),
  emptyText: /No drawings in this span of time/,
};

interface ImageTaskVisit extends TaskListVisit {
  readonly hasCallbacks?: boolean;
}

function visit({ hasCallbacks = true, ...options }: ImageTaskVisit = {}) {
  return visitTaskList(list, {
    answer: () => ok([imageTask]),
    status: { mj_notify_enabled: hasCallbacks },
    ...options,
  });
}

const { table, cell } = tableNamed(list.name);

describeTaskList(list);

describe('the list of image tasks', () => {
  it('shows the last thirty days and an hour ahead at first, in milliseconds', async () => {
    const now = dayjs().unix();
    const { lastQuery } = await visit();
    await table();
    const start = Number(lastQuery().get('start_timestamp'));
    const end = Number(lastQuery().get('end_timestamp'));
    expect(Math.abs(start - (now - 30 * 86_400) * 1000)).toBeLessThanOrEqual(3_700_000); // allows for a change of summer time
    expect(Math.abs(end - (now + 3600) * 1000)).toBeLessThanOrEqual(10_000);
    expect(lastQuery().get('p')).toBe('0');
  });

  it('takes its filters from the address, and sends no bound for an unbounded end', async () => {
    const { lastQuery } = await visit({ at: '/midjourney?mj_id=1712&start=1000&end=0&page=3' });
    await screen.findByText('1712');
    expect(Object.fromEntries(lastQuery())).toEqual({ mj_id: '1712', start_timestamp: '1000000', p: '2' });
  });

  it('puts the search into the address, and returns to the first page', async () => {
    const { lastQuery, history } = await visit({ at: '/midjourney?page=2' });
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Task ID' }), '99{Enter}');
    await waitFor(() => expect(lastQuery().get('mj_id')).toBe('99'));
    expect(lastQuery().get('p')).toBe('0');
    expect(history.location.search).toBe('?mj_id=99');
  });

  it('is searched by the key that all lists share', async () => {
    await visit();
    await table();
    await userEvent.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Task ID' }));
  });

  it('saves its filters under names of its own', async () => {
    const { history } = await visit({ at: '/midjourney?mj_id=1712&start=1000&end=2000' });
    await table();
    expect(screen.getByRole('button', { name: 'Filters (2 set)' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Saved filters' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Save these filters…' }));
    await userEvent.type(await screen.findByLabelText(/^Name/), 'That fox{Enter}');
    const place = { userId: 7, list: 'drawing' } as const;
    await waitFor(() => expect(readSavedFilters(place).map(({ name }) => name)).toEqual(['That fox']));
    await userEvent.click(screen.getByRole('button', { name: 'Reset filters' }));
    await waitFor(() => expect(history.location.search).toBe(''));
    expect(screen.getByRole('button', { name: 'Filters' })).toBeTruthy();
  });
});

describe('a row of the list of image tasks', () => {
  it.each([
    [0, 'Not submitted'],
    [1, 'Submitted'],
    [21, 'Waiting'],
    [22, 'Duplicate'],
    [24, '24 · banned word'],
    [77, '77'],
  ])('shows the submit code %i in words', async (code, text) => {
    await visit({ answer: () => ok([make({ code })]) });
    expect((await cell('Submission')).textContent).toBe(text);
  });

  it('shows the duration, action, status and progress', async () => {
    await visit();
    expect((await cell('Time spent')).textContent).toBe('12.3s');
    expect((await cell('Action')).textContent).toBe('Imagine');
    expect((await cell('Status')).textContent).toBe('Succeeded');
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100');
  });

  it('shows unknown values unchanged, and missing ones as a dash', async () => {
    const odd = { action: 'DREAM', status: '', progress: 'paused', image_url: '', finish_time: 0, prompt_en: '' };
    await visit({ answer: () => ok([make(odd as Partial<ImageTaskView>)]) });
    expect((await cell('Action')).textContent).toBe('DREAM');
    expect((await cell('Progress')).textContent).toBe('paused');
    for (const header of ['Status', 'Result', 'Time spent', 'English prompt', 'Failure reason']) {
      expect((await cell(header)).textContent).toBe('–');
    }
  });

  it.each([
    ['Prompt', '一只狐狸'],
    ['English prompt', 'a fox'],
    ['Failure reason', 'banned: fox'],
  ])('shows its complete %s, which can be copied', async (header, text) => {
    const written: string[] = [];
    const user = userEvent.setup();
    await visit({ answer: () => ok([make({ fail_reason: 'banned: fox' })]) });
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (copied: string) => void written.push(copied) },
      configurable: true,
    });
    await user.click(await screen.findByRole('button', { name: `${header}: ${text}` }));
    const dialog = within(await screen.findByRole('dialog', { name: header }));
    expect(dialog.getByText(text)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(written).toEqual([text]));
  });

  it('opens with its price, the upstream’s text and the actions that the bot offers', async () => {
    await visit({ role: Role.Admin });
    await userEvent.click(await screen.findByRole('button', { name: 'Show details' }));
    for (const text of ['$0.10', 'Submit success', 'order-8', 'U1', /^1\. fox\s2\. snow$/, /"seed": 42/]) {
      expect(screen.getByText(text)).toBeTruthy();
    }
  });

  it('opens even when the upstream left invalid data', async () => {
    await visit({ answer: () => ok([make({ buttons: '{nonsense', properties: 'null', description: '' })]) });
    await userEvent.click(await screen.findByRole('button', { name: 'Show details' }));
    expect(screen.queryByText('Offered next steps')).toBeNull();
    expect(screen.queryByText('Properties')).toBeNull();
  });
});

describe('the result of an image task', () => {
  const openResult = async (verb: 'View' | 'Play' = 'View') => {
    await userEvent.click(await screen.findByRole('button', { name: `${verb} the result of 1712` }));
    return within(await screen.findByRole('dialog', { name: '1712' }));
  };

  it('is an image that can be opened, copied and saved', async () => {
    await visit();
    const dialog = await openResult();
    expect(dialog.getByRole('img', { name: '1712' }).getAttribute('src')).toBe('https://cdn.example.com/fox.png');
    for (const name of ['Open in new tab', 'Download']) {
      const link = dialog.getByRole('link', { name });
      expect(link.getAttribute('href')).toBe('https://cdn.example.com/fox.png');
      expect(link.getAttribute('rel')).toBe('noopener noreferrer');
    }
    expect(dialog.getByRole('button', { name: 'Copy address' })).toBeTruthy();
  });

  it('is enlarged and reduced by buttons and keys, and fitted again', async () => {
    await visit();
    const dialog = await openResult();
    const image = dialog.getByRole('img', { name: '1712' });
    Object.defineProperties(image, { naturalWidth: { value: 1000 }, clientWidth: { value: 500 } });
    expect(dialog.queryByRole('button', { name: 'Zoom in' })).toBeNull(); // nothing to zoom yet
    fireEvent.load(image);
    await userEvent.click(dialog.getByRole('button', { name: 'Zoom in' }));
    expect(image.style.width).toBe('750px');
    expect(dialog.getByText('75 %')).toBeTruthy();
    fireEvent.keyDown(image, { key: '+' });
    expect(image.style.width).toBe('1000px');
    await userEvent.click(dialog.getByRole('button', { name: 'Zoom out' }));
    expect(image.style.width).toBe('750px');
    await userEvent.click(dialog.getByRole('button', { name: 'Fit' }));
    expect(image.style.width).toBe('');
    expect(dialog.getByText('Fitted to the frame')).toBeTruthy();
  });

  it('says that it is broken', async () => {
    await visit();
    const dialog = await openResult();
    fireEvent.error(dialog.getByRole('img', { name: '1712' }));
    expect(dialog.getByText('This could not be loaded')).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'Open in new tab' })).toBeTruthy();
  });

  it('plays every video, with the image as its preview', async () => {
    const videos = ['https://gateway.example/mj/image/1712?part=a', '/mj/image/1712?part=b'];
    await visit({ answer: () => ok([make({ action: 'VIDEO', video_urls: [...videos, 'javascript:alert(1)'] })]) });
    expect((await cell('Result')).textContent).toBe('Play');
    const dialog = await openResult('Play');
    const [first, second] = ['Video 1', 'Video 2'].map(name => dialog.getByLabelText<HTMLVideoElement>(name));
    expect(first?.tagName).toBe('VIDEO');
    expect(first?.controls).toBe(true);
    expect(first?.getAttribute('src')).toBe(videos[0]);
    expect(first?.poster).toBe(imageTask.image_url);
    expect(new URL(second?.src ?? '').pathname).toBe('/mj/image/1712');
    expect(dialog.queryByLabelText('Video 3')).toBeNull();
    expect(dialog.getAllByRole('link', { name: 'Download' })).toHaveLength(2);
    expect(dialog.queryByRole('img')).toBeNull();
  });

  it('is the image while the videos are not there yet', async () => {
    await visit({ answer: () => ok([make({ action: 'VIDEO', status: 'IN_PROGRESS' })]) });
    expect((await cell('Result')).textContent).toBe('View');
    expect((await openResult()).getByRole('img', { name: '1712' })).toBeTruthy();
  });

  it('cannot be opened when its address is unsafe', async () => {
    await visit({ answer: () => ok([make({ image_url: 'javascript:alert(1)' })]) });
    expect((await cell('Result')).textContent).toBe('Unusable address');
    expect(screen.queryByRole('button', { name: /View the result/ })).toBeNull();
  });
});

describe('the banner about callbacks', () => {
  const banner = () => screen.queryByText(/Callbacks of drawings are not enabled/);

  it('leads administrators to the setting', async () => {
    await visit({ role: Role.Admin, hasCallbacks: false });
    await waitFor(() => expect(banner()).toBeTruthy());
    expect(screen.getByRole('link', { name: 'Go to the settings' }).getAttribute('href')).toBe('/setting?tab=other');
  });

  it.each([
    ['users', { role: Role.User, hasCallbacks: false }],
    ['administrators while callbacks are on', { role: Role.Admin, hasCallbacks: true }],
  ])('is not shown to %s', async (_who, options) => {
    await visit(options);
    await table();
    expect(banner()).toBeNull();
  });
});

it('the progress of an unfinished image task moves on', async () => {
  let row = list.unfinished();
  await watchTaskList(list, () => ok([row]));
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40');
  row = imageTask;
  await pass(5_100);
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100');
});

it('the list of image tasks is shown in Chinese', async () => {
  await visit({ role: Role.Admin, hasCallbacks: false });
  await table();
  await act(() => changeLanguage('zh'));
  expect(await screen.findByRole('heading', { name: '绘图日志' })).toBeTruthy();
  expect(screen.getByText('已提交')).toBeTruthy();
  expect(screen.getByText('绘图')).toBeTruthy();
  expect(screen.getByText(/绘图回调未开启/)).toBeTruthy();
  await act(() => changeLanguage('en'));
});
