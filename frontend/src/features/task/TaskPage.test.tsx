import { Role, taskActions, taskPlatforms, type TaskView } from '@contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import dayjs from 'dayjs';
import { changeLanguage } from '../../base/language';
import { ok, refused, type FakeAnswer } from '../../test-support/fake-server';
import { tableNamed, visitList, type ListVisit } from '../../test-support/paged-list';
import { pass, turnTab, watchTab } from '../../test-support/tab';
import { TaskPage } from './TaskPage';

const task: TaskView = {
  id: 8,
  created_at: 1_740_003_600,
  updated_at: 1_740_003_660,
  task_id: 'a1b2',
  platform: 'suno',
  user_id: 3,
  channel_id: 11,
  quota: 50_000,
  action: 'MUSIC',
  status: 'SUCCESS',
  fail_reason: '',
  submit_time: 1_740_003_600,
  start_time: 1_740_003_602,
  finish_time: 1_740_003_661,
  progress: '100%',
  properties: {},
  data: [
    {
      title: 'Fox',
      audio_url: 'https://cdn.example.com/fox.mp3',
      image_url: 'https://cdn.example.com/fox.jpeg',
      metadata: { prompt: 'A fox in the snow' },
    },
  ],
};

function make(changes: Partial<TaskView> = {}): TaskView {
  return { ...task, ...changes };
}

function visit(options: Partial<Pick<ListVisit, 'role' | 'at' | 'answer'>> = {}) {
  return visitList(<TaskPage />, {
    at: '/task',
    answer: () => ok([task]),
    list: { all: '/api/task/', own: '/api/task/self' },
    ...options,
  });
}

function show(changes: Partial<TaskView>) {
  return visit({ answer: () => ok([make(changes)]) });
}

const { table, cell } = tableNamed('Async tasks');

async function openTask() {
  await userEvent.click(await screen.findByRole('button', { name: 'Details of task a1b2' }));
  return within(await screen.findByRole('dialog', { name: 'a1b2' }));
}

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('the list of async tasks', () => {
  it('shows users their own tasks, without channels', async () => {
    const { asked } = await visit({ at: '/task?channel=11' });
    await table();
    expect(asked().map(({ url }) => url.split('?')[0])).toEqual(['/api/task/self']);
    expect(asked()[0]?.url).not.toContain('channel_id');
    expect(screen.queryByRole('columnheader', { name: 'Channel' })).toBeNull();
    expect(screen.queryByLabelText('Channel ID')).toBeNull();
  });

  it('shows administrators the tasks of all users, with channels', async () => {
    const { asked, lastQuery } = await visit({ role: Role.Admin, at: '/task?channel=11' });
    expect((await cell('Channel')).textContent).toBe('11');
    expect(asked()[0]?.url.startsWith('/api/task/?')).toBe(true);
    expect(lastQuery().get('channel_id')).toBe('11');
    expect(screen.getByRole('button', { name: 'Copy 11' })).toBeTruthy();
  });

  it('begins at midnight and reaches an hour ahead at first, in seconds', async () => {
    const now = dayjs();
    const { lastQuery } = await visit();
    await table();
    expect(Number(lastQuery().get('start_timestamp'))).toBe(now.startOf('day').unix());
    expect(Math.abs(Number(lastQuery().get('end_timestamp')) - now.unix() - 3600)).toBeLessThanOrEqual(10);
    expect(lastQuery().get('p')).toBe('0');
  });

  it('is narrowed by the address', async () => {
    const at = '/task?task_id=a1b2&platform=kling&action=LYRICS&status=FAILURE&start=0&end=2000&page=2';
    const { lastQuery } = await visit({ at });
    await table();
    expect(Object.fromEntries(lastQuery())).toEqual({
      task_id: 'a1b2',
      platform: 'kling',
      action: 'LYRICS',
      status: 'FAILURE',
      end_timestamp: '2000',
      p: '1',
    });
  });

  it('is narrowed by the fields, which change the address', async () => {
    const { lastQuery, router } = await visit({ at: '/task?page=3' });
    await userEvent.selectOptions(await screen.findByLabelText('All platforms'), 'luma');
    await userEvent.selectOptions(screen.getByLabelText('All types'), 'TEXT_TO_VIDEO');
    await userEvent.selectOptions(screen.getByLabelText('All statuses'), 'QUEUED');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Task ID' }), 'x{Enter}');
    await waitFor(() => expect(lastQuery().get('task_id')).toBe('x'));
    expect(router.state.location.search).toBe('?platform=luma&action=TEXT_TO_VIDEO&status=QUEUED&task_id=x');
    expect(lastQuery().get('p')).toBe('0');
  });

  it('is reloaded by the button', async () => {
    const { asked } = await visit({ at: '/task?start=1000&end=2000' });
    await table();
    const before = asked().length;
    await userEvent.click(screen.getByRole('button', { name: 'Query' }));
    await waitFor(() => expect(asked()).toHaveLength(before + 1));
  });

  it('is reloaded by the key that all lists share', async () => {
    const { asked } = await visit({ at: '/task?start=1000&end=2000' });
    await table();
    const before = asked().length;
    await userEvent.keyboard('r');
    await waitFor(() => expect(asked()).toHaveLength(before + 1));
    expect(screen.getByRole('button', { name: 'Query' }).title).toBe('Query (R)');
  });

  it('is narrowed by saved filters', async () => {
    const { router } = await visit({ at: '/task?platform=kling&status=FAILURE' });
    await table();
    const choose = async (name: string) => {
      await userEvent.click(screen.getByRole('button', { name: 'Saved filters' }));
      await userEvent.click(await screen.findByRole('menuitem', { name }));
    };
    await choose('Save these filters…');
    await userEvent.type(await screen.findByLabelText(/^Name/), 'Failed videos{Enter}');
    await act(() => router.navigate('/task?task_id=x&page=2'));
    await choose('Failed videos');
    await waitFor(() => expect(router.state.location.search).toBe('?platform=kling&status=FAILURE'));
    expect(screen.getByRole('button', { name: 'Filters (2 set)' })).toBeTruthy();
  });

  it('is loaded page by page, up to a short one', async () => {
    const full = Array.from({ length: 10 }, (_, index) => make({ id: 30 - index, task_id: `t${30 - index}` }));
    const { router } = await visit({ answer: page => ok(page === '0' ? full : [make({ task_id: 'last' })]) });
    await screen.findByText('t30');
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByText('last');
    expect(router.state.location.search).toBe('?page=2');
    expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true);
  });

  it('says that there are no tasks, and that loading failed', async () => {
    let answer = refused('no');
    await visit({ answer: () => answer });
    expect(await screen.findByText('This could not be loaded')).toBeTruthy();
    answer = ok([]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/No tasks in this span of time/)).toBeTruthy();
  });
});

describe('a row of the task list', () => {
  it.each([
    [60, '60s', 'green'],
    [61, '61s', 'red'],
  ])('shows %i seconds as %s in %s', async (seconds, text, tone) => {
    await show({ finish_time: task.submit_time + seconds });
    const spent = await screen.findByText(text);
    expect(spent.closest('.bp6-tag')?.className).toContain(`tone-${tone}`);
  });

  it.each(taskPlatforms)('names the platform %s', async platform => {
    await show({ platform });
    expect((await cell('Platform')).textContent?.toLowerCase()).toBe(platform);
  });

  it.each(taskActions)('names the action %s in words', async action => {
    await show({ action });
    expect((await cell('Type')).textContent).toMatch(/^[A-Z][a-z ]+$/);
  });

  it.each([
    ['', 'Submitting'],
    ['SUBMITTED', 'Queued'],
    ['UNKNOWN', 'Unknown'],
    ['PAUSED', 'PAUSED'],
  ])('shows status "%s" as: %s', async (status, text) => {
    await show({ status: status as TaskView['status'] });
    expect((await cell('Status')).textContent).toBe(text);
  });

  it('shows missing values and a missing reason as a dash', async () => {
    await show({ finish_time: 0, progress: '' });
    for (const header of ['Finished at', 'Time spent', 'Progress']) expect((await cell(header)).textContent).toBe('–');
    expect((await cell('Failure reason')).textContent).toBe('None');
  });

  it('opens its failure reason', async () => {
    await show({ status: 'FAILURE', fail_reason: 'no more credits' });
    await userEvent.click(await screen.findByRole('button', { name: 'Failure reason: no more credits' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Failure reason' }));
    expect(dialog.getByText('no more credits')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Copy' })).toBeTruthy();
  });
});

describe('the detail of a task', () => {
  it('shows the raw record as JSON, which can be copied', async () => {
    const written: string[] = [];
    const user = userEvent.setup();
    await visit();
    const dialog = await openTask();
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void written.push(text) },
      configurable: true,
    });
    await user.click(dialog.getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(written).toEqual([JSON.stringify(task, null, 2)]));
    expect(dialog.getByText(/"task_id": "a1b2"/)).toBeTruthy();
  });

  it('plays songs, with cover and lyrics', async () => {
    await visit();
    const dialog = await openTask();
    const audio = dialog.getByLabelText('Fox');
    expect(audio.tagName).toBe('AUDIO');
    expect(audio.getAttribute('src')).toBe('https://cdn.example.com/fox.mp3');
    expect(dialog.getByText('A fox in the snow')).toBeTruthy();
    fireEvent.error(dialog.getByRole('img', { name: 'Cover of Fox' }));
    expect(dialog.queryByRole('img', { name: 'Cover of Fox' })).toBeNull();
    fireEvent.error(audio);
    expect(dialog.getByText('This could not be loaded')).toBeTruthy();
  });

  it('shows written lyrics', async () => {
    await show({ action: 'LYRICS', data: { title: 'Snow', text: 'A fox in the snow' } });
    const dialog = await openTask();
    expect(dialog.getByText('Snow')).toBeTruthy();
    expect(dialog.getByText('A fox in the snow')).toBeTruthy();
  });

  it('plays videos', async () => {
    const data = { task_result: { videos: [{ url: 'https://cdn.example.com/v1' }] } };
    await show({ platform: 'kling', action: 'TEXT_TO_VIDEO', data });
    const dialog = await openTask();
    expect(dialog.getByLabelText('Video 1').tagName).toBe('VIDEO');
    expect(dialog.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe('https://cdn.example.com/v1');
  });

  it('shows images when the task made images', async () => {
    await show({ platform: 'runway', action: 'PICTURE', data: { output: ['https://cdn.example.com/p1'] } });
    const dialog = await openTask();
    expect(dialog.getByRole('img', { name: 'Image 1' })).toBeTruthy();
  });

  it('shows no results when there are none', async () => {
    await show({ data: null, status: 'QUEUED' });
    const dialog = await openTask();
    expect(dialog.queryByLabelText('Results')).toBeNull();
    expect(dialog.getByText(/"data": null/)).toBeTruthy();
  });
});

describe('unfinished tasks', () => {
  const open = async (answer: () => FakeAnswer) => {
    watchTab();
    jest.useFakeTimers();
    const visited = await visit({ answer });
    await pass(100);
    return visited;
  };

  it('are read again until they are finished, and their result appears in the open dialog', async () => {
    let row = make({ status: 'IN_PROGRESS', progress: '30%', data: [] });
    const { asked } = await open(() => ok([row]));
    act(() => screen.getByRole('button', { name: 'Details of task a1b2' }).click());
    await pass(5_000);
    expect(asked()).toHaveLength(2);
    expect(screen.queryByLabelText('Fox')).toBeNull();
    row = task;
    await pass(5_000);
    expect(screen.getByLabelText('Fox').tagName).toBe('AUDIO');
    await pass(120_000);
    expect(asked()).toHaveLength(3);
  });

  it('are not read while the tab is hidden', async () => {
    const { asked } = await open(() => ok([make({ status: '' })]));
    turnTab(false);
    await pass(60_000);
    expect(asked()).toHaveLength(1);
    turnTab(true);
    await pass(100);
    expect(asked()).toHaveLength(2);
  });

  it('are not read again when all on the page are finished', async () => {
    const { asked } = await open(() => ok([task, make({ id: 7, status: 'FAILURE' })]));
    await pass(600_000);
    expect(asked()).toHaveLength(1);
  });
});

it('the task list is shown in Chinese', async () => {
  await visit();
  await table();
  await act(() => changeLanguage('zh'));
  expect(await screen.findByRole('heading', { name: '异步任务' })).toBeTruthy();
  expect((await screen.findByRole('table', { name: '异步任务' })).textContent).toContain('生成音乐');
  expect(screen.getByRole('button', { name: '查询' })).toBeTruthy();
  await act(() => changeLanguage('en'));
});
