import { type LogPageView, type TeamDetail, type TeamSummary, type TokenView } from '@contracts';
import { TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { describeWith } from '../support/servers/databases';
import { ConsoleTour, type Account } from './console-tour';

describeWith('chromium', 'a team of two people', () => {
  let ann: Account = { username: '', password: '' };
  let ben: Account = ann;
  let link = '';
  let teamId = 0;
  const tour = ConsoleTour.begin({
    prepare: async ({ make }) => {
      await make.option('ModelPrice', { 'gpt-4o-mini': 0.5 });
      ann = await make.user({ quota: 10_000_000 });
      ben = await make.user({ quota: 0 });
    },
  });
  const as = ({ username, password }: Account) => new TestClient(tour.served.server.url).signIn(username, password);

  tour.step('is made with a name, and gets money from the wallet of its owner', async page => {
    await tour.enter('/team', ann);
    await page.getByText('You are in no team yet.').waitFor();
    await page.getByRole('button', { name: 'Make a team' }).first().click();
    await page.getByRole('dialog').getByLabel(/^Name/).fill('Research');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('heading', { name: 'Research' }).waitFor();
    await page.getByRole('button', { name: 'Move money' }).click();
    await page
      .getByRole('dialog')
      .getByLabel(/^Amount/)
      .fill('10');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Money moved').waitFor();
    await page.getByText('$10.00').first().waitFor();
    const [team] = await must((await as(ann)).get<TeamSummary[]>('/api/team/'));
    expect(team).toMatchObject({ name: 'Research', role: 3, balance: 5_000_000 });
    teamId = team?.id ?? 0;
  });

  tour.step('invites by a link that is shown once', async page => {
    await page.getByRole('tab', { name: 'Invitations' }).click();
    await page.getByText('No invitation is waiting.').waitFor();
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByRole('button', { name: 'Submit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Link of the invitation' });
    link = (await dialog.locator('code').textContent()) ?? '';
    expect(link).toMatch(/\/team\/join\/[0-9A-Za-z]{40}$/);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await tour.row('Member').waitFor();
  });

  tour.step('is joined by whoever has the link and signs in', async page => {
    await tour.enter(new URL(link).pathname, ben);
    await page.getByText(`${ann.username} invites you to the team Research as Member.`).waitFor();
    await page.getByRole('button', { name: 'Join the team' }).click();
    await page.getByText('You are in the team Research now').waitFor();
    await page.getByRole('heading', { name: 'Research' }).waitFor();
    expect(await page.getByRole('button', { name: 'Move money' }).count()).toBe(0);
    await tour.enter(new URL(link).pathname, ben);
    await page.getByText('This invitation does not exist, has been used, or has expired.').waitFor();
  });

  tour.step('pays for the calls with the key of a member who has nothing', async page => {
    await tour.enter('/token?new=true', ben);
    const { form } = tour;
    await form.getByLabel(/^Name/).fill('lab');
    await form.getByLabel(/^Token group/).selectOption('default');
    await form.getByLabel('Team', { exact: true }).selectOption('Research');
    await form.getByLabel('Tags').fill('project=apollo');
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('1 token created').waitFor();
    const client = await as(ben);
    const [token] = await must(client.get<TokenView[]>('/api/token/'));
    expect(token).toMatchObject({ team_id: teamId, tags: 'project=apollo' });
    const answer = await fetch(`${tour.served.server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer sk-${token?.key}` },
      body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hello' }] }),
    });
    await answer.text();
    expect(answer.status).toBe(200);
    // The row is stored behind the answer.
    const rows = async () => (await must(client.get<LogPageView>(`/api/team/${teamId}/log`))).items;
    const call = { team_id: teamId, tags: 'project=apollo', quota: 250_000 };
    expect(await eventually(rows, items => items.length > 0)).toMatchObject([call]);
  });

  tour.step('shows its owner who used what, and limits a member', async page => {
    await tour.enter(`/team/${teamId}?tab=usage`, ann);
    await tour.row(ben.username).getByText('$0.5').waitFor();
    await page.getByRole('tab', { name: 'Log' }).click();
    await tour.row('project=apollo').waitFor();
    await page.getByRole('tab', { name: 'Members' }).click();
    await page.getByRole('button', { name: `Change the cap of ${ben.username}` }).click();
    await page
      .getByRole('dialog')
      .getByLabel(/^Budget/)
      .fill('1');
    await page.getByRole('button', { name: 'Submit' }).click();
    await tour.row(ben.username).getByText('of $1 a month').waitFor();
    await page.getByRole('button', { name: `Remove ${ben.username}` }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
    await tour.row(ben.username).waitFor({ state: 'detached' });
    const { members, balance } = await must((await as(ann)).get<TeamDetail>(`/api/team/${teamId}`));
    expect([members.length, balance]).toEqual([1, 4_750_000]);
  });

  tour.ends();
});
