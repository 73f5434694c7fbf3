import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok } from '../../test-support/fake-server';
import { answers, chooseModel, keepTestsApart, said, send, visitPlayground } from '../../test-support/playground-scene';
import { codeOf } from './request-code';

keepTestsApart();

const call = { request_id: 'call-1', prompt_tokens: 11, completion_tokens: 6, quota: 250_000 };

describe('two models side by side', () => {
  it('are both asked, and each is told of its own answers only', async () => {
    let count = 0;
    const { bodies } = await visitPlayground({ chat: () => said(`answer ${(count += 1)}`) });
    await chooseModel('deepseek-chat', 'Second model');
    await send('Hello');
    await waitFor(async () => expect(await answers()).toHaveLength(2));
    const pair = screen.getByText('answer 1').closest<HTMLElement>('.answer-pair');
    expect(within(pair ?? document.body).getByText('answer 2')).toBeTruthy();
    expect(bodies().map(({ model }) => model)).toEqual(['gpt-4o-mini', 'deepseek-chat']);
    await screen.findByRole('button', { name: 'Ask again' });
    // The next question can be asked when both have answered.
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull());
    await send('And now?');
    await waitFor(() => expect(bodies()).toHaveLength(4));
    const toldTo = (model: string) =>
      bodies()
        .findLast(body => body.model === model)
        ?.messages.map(one => one.content);
    expect(toldTo('gpt-4o-mini')?.slice(1)).toEqual(['Hello', 'answer 1', 'And now?']);
    expect(toldTo('deepseek-chat')?.slice(1)).toEqual(['Hello', 'answer 2', 'And now?']);
  });

  it('become one again when none is chosen beside the first', async () => {
    const { bodies } = await visitPlayground();
    await chooseModel('deepseek-chat', 'Second model');
    await chooseModel('None', 'Second model');
    await send('Hello');
    await waitFor(() => expect(bodies()).toHaveLength(1));
    expect(await answers()).toHaveLength(1);
  });
});

describe('an answer', () => {
  it('says which model gave it, its tokens, and what it cost', async () => {
    await visitPlayground({
      chat: { ...said('Hello'), headers: { 'x-request-id': 'call-1' } },
      answers: { 'GET /api/log/self/': ok({ items: [call], total: 1, page: 1, page_size: 1 }) },
    });
    await send('Hello');
    expect(await screen.findByText('11 in, 6 out')).toBeTruthy();
    const cost = screen.getByRole('link', { name: '$0.50' });
    expect(cost.getAttribute('href')).toBe('/log?request_id=call-1&start=0&end=0');
    expect(screen.getByText('gpt-4o-mini', { selector: '.answer-facts *' })).toBeTruthy();
  });
});

describe('the conversation as code', () => {
  it('is shown in several languages', async () => {
    await visitPlayground();
    await send("It's me");
    await userEvent.click(await screen.findByRole('button', { name: 'View code' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'View code' }));
    expect(dialog.getByLabelText('Code for curl').textContent).toContain(String.raw`It'\''s me`);
    await userEvent.click(dialog.getByRole('tab', { name: 'Python' }));
    expect(dialog.getByLabelText('Code for Python').textContent).toContain('model="gpt-4o-mini"');
  });

  it('leaves out the group and what is not set', () => {
    const request = { model: 'm', group: 'vip', messages: [], stream: true, temperature: 0, max_tokens: 0 };
    for (const { text } of codeOf(request, 'https://example.com/v1')) {
      expect(text).not.toMatch(/vip|max_tokens/);
      expect(text).toContain('https://example.com/v1');
    }
    expect(codeOf(request, '').find(({ id }) => id === 'python')?.text).toContain('stream=True,');
  });
});
