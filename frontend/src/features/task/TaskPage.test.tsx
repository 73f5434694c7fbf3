import { taskActions, taskPlatforms, type TaskView } from '@contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import dayjs from 'dayjs';
import { changeLanguage } from '../../base/language';
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

const list: TaskListPage<TaskView> = {
  page: <TaskPage />,
  name: 'Async tasks',
  at: '/task',
  list: { all: '/api/task/', own: '/api/task/self' },
  rowWith: id => make({ id, task_id: `t${id}` }),
  textOf: ({ task_id: id }) => id,
  unfinished: () => make({ status: 'IN_PROGRESS', progress: '30%', data: [] }),
  emptyText: /No tasks in this span of time/,
};

function visit(options: TaskListVisit = {}) {
  return visitTaskList(list, { answer: () => ok([task]), ...options });
}

function show(changes: Partial<TaskView>) {
  return visit({ answer: () => ok([make(changes)]) });
}

const { table, cell } = tableNamed(list.name);

async function openTask() {
  await userEvent.click(await screen.findByRole('button', { name: 'Details of task a1b2' }));
  return within(await screen.findByRole('dialog', { name: 'a1b2' }));
}

describeTaskList(list);

describe('the list of async tasks', () => {
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
    const { lastQuery, history } = await visit({ at: '/task?page=3' });
    await userEvent.selectOptions(await screen.findByLabelText('All platforms'), 'luma');
    await userEvent.selectOptions(screen.getByLabelText('All types'), 'TEXT_TO_VIDEO');
    await userEvent.selectOptions(screen.getByLabelText('All statuses'), 'QUEUED');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Task ID' }), 'x{Enter}');
    await waitFor(() => expect(lastQuery().get('task_id')).toBe('x'));
    expect(history.location.search).toBe('?platform=luma&action=TEXT_TO_VIDEO&status=QUEUED&task_id=x');
    expect(lastQuery().get('p')).toBe('0');
  });

  it('is narrowed by saved filters', async () => {
    const { history } = await visit({ at: '/task?platform=kling&status=FAILURE' });
    await table();
    const choose = async (name: string) => {
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await userEvent.click(screen.getByRole('button', { name: 'Saved filters' }));
      await userEvent.click(await screen.findByRole('menuitem', { name }));
    };
    await choose('Save these filters…');
    await userEvent.type(await screen.findByLabelText(/^Name/), 'Failed videos{Enter}');
    await act(() => history.push('/task?task_id=x&page=2'));
    await choose('Failed videos');
    await waitFor(() => expect(history.location.search).toBe('?platform=kling&status=FAILURE'));
    expect(screen.getByRole('button', { name: 'Filters (2 set)' })).toBeTruthy();
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

it('the result of an unfinished task appears in the open dialog', async () => {
  let row = list.unfinished();
  await watchTaskList(list, () => ok([row]));
  act(() => screen.getByRole('button', { name: 'Details of task a1b2' }).click());
  expect(screen.queryByLabelText('Fox')).toBeNull();
  row = task;
  await pass(5_100);
  expect(screen.getByLabelText('Fox').tagName).toBe('AUDIO');
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
