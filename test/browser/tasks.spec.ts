import { MidjourneyProxy, SunoProxy } from '../../apps/mock-upstream/src/index';
import { describeWith } from '../support/servers/databases';
import { eventually } from '../support/eventually';
import { startMediaScene, type MediaScene } from '../support/scenes/media-scene';
import { ConsoleTour } from './console-tour';

const PASSWORD = 'correct-horse';
const PROMPT = 'a paper boat on a quiet lake at dawn, seen from far above, in the colours of early photographs';
const DRAWING_PRICE = 0.1;

describeWith('chromium', 'drawings and songs of a person', () => {
  let scene: MediaScene;
  let drawings: MidjourneyProxy;
  let songs: SunoProxy;
  const tour = ConsoleTour.beginAt(async () => {
    scene = await startMediaScene({ mj_imagine: DRAWING_PRICE, mj_video: DRAWING_PRICE, suno_music: DRAWING_PRICE });
    drawings = await scene.upstreams.add(MidjourneyProxy.start());
    songs = await scene.upstreams.add(SunoProxy.start());
    const { app } = scene;
    await app.make.channel({ type: 5, base_url: drawings.url, key: drawings.secret, models: 'mj_imagine,mj_video' });
    await app.make.channel({ type: 36, base_url: songs.url, key: songs.secret, models: 'suno_music' });
    return { url: app.url, dispose: () => scene.close() };
  });
  const draw = async (prompt: string): Promise<string> => {
    const { body } = await scene.post('/mj/submit/imagine', { prompt });
    return String(body.result);
  };
  const sing = async (): Promise<string> => {
    const { body } = await scene.post('/suno/submit/music', { prompt: 'about a paper boat', mv: 'chirp-v3-5' });
    return String(body.data);
  };
  const status = (id: string, text: string) => tour.cell(tour.row(id), 'Status').getByText(text).waitFor();

  let boat = '';
  let song = '';

  tour.step('finds a drawing in its log as soon as it was ordered, and sees it advance', async () => {
    boat = await draw(PROMPT);
    const { username = '' } = scene.owner.client.user ?? {};
    await tour.enter('/midjourney', { username, password: PASSWORD });
    await status(boat, 'Queued');
    await scene.rounds(2);
    await status(boat, 'In progress'); // the page refreshes without a click
    await tour.row(boat).getByText('31%').waitFor();
    drawings.finish(boat);
    await scene.round();
    await status(boat, 'Succeeded');
  });

  tour.step('reads the whole prompt, and what the drawing cost', async page => {
    await tour
      .row(boat)
      .getByRole('button', { name: `Prompt: ${PROMPT}`, exact: true })
      .click();
    await page.getByRole('dialog').getByText(PROMPT).waitFor();
    await page.keyboard.press('Escape');
    await tour.row(boat).getByRole('button', { name: 'Show details' }).click();
    const cost = page.locator('.detail-pair').filter({ has: page.getByText('Cost', { exact: true }) });
    expect(await cost.locator('dd').innerText()).toBe(`$${DRAWING_PRICE.toFixed(2)}`);
  });

  tour.step('looks at the image, which comes from this very site', async page => {
    await page.getByRole('button', { name: `View the result of ${boat}` }).click();
    const image = page.getByRole('dialog').locator('img');
    await eventually(
      () => page.evaluate<number>("document.querySelector('[role=dialog] img')?.naturalWidth ?? 0"),
      width => width > 0,
    );
    const address = new URL((await image.getAttribute('src')) ?? '', scene.app.url);
    expect(address.origin).toBe(scene.app.url);
    expect(address.pathname).toBe(`/mj/image/${boat}`);
    await page.keyboard.press('Escape');
  });

  tour.step('plays the videos of a video task, which come from this very site too', async page => {
    const { body } = await scene.post('/mj/submit/video', { prompt: 'small waves', motion: 'low' });
    const waves = String(body.result);
    drawings.finish(waves);
    await scene.round();
    await page.getByRole('button', { name: 'Query' }).click();
    const played = page.waitForResponse(answer => answer.url().includes('part=videoUrls'));
    await page.getByRole('button', { name: `Play the result of ${waves}` }).click();
    const video = await played;
    expect([new URL(video.url()).origin, new URL(video.url()).pathname]).toEqual([scene.app.url, `/mj/image/${waves}`]);
    expect(video.headers()['content-type']).toBe('video/mp4');
    await page.getByRole('dialog').getByText('Video 4', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  tour.step('is told why a drawing failed, and has the money back', async page => {
    const before = await scene.left();
    const lost = await draw('something forbidden');
    expect((await scene.left()).user).toBeLessThan(before.user);
    drawings.fail(lost, 'the prompt holds a banned word');
    await scene.round();
    await page.getByRole('button', { name: 'Query' }).click();
    await status(lost, 'Failed');
    await tour.row(lost).getByRole('button', { name: 'Failure reason: the prompt holds a banned word' }).waitFor();
    await tour.visitor.go('/log?type=4');
    await tour
      .row(lost)
      .getByText(/given back/)
      .first()
      .waitFor();
    await tour.visitor.go('/topup');
    const spent = (100_000_000 - before.user) / 500_000;
    await page
      .getByText(`$${(200 - spent).toFixed(2)}`, { exact: true })
      .first()
      .waitFor();
    expect(await scene.left()).toEqual(before);
  });

  tour.step('hears a song where it was ordered', async page => {
    tour.expectComplaint(`a call to ${songs.files.address('')}`); // songs are played where their provider keeps them
    song = await sing();
    await tour.visitor.go('/task');
    await page.getByRole('button', { name: `Details of task ${song}` }).waitFor();
    songs.finish(song);
    await scene.round();
    await page.getByRole('button', { name: 'Query' }).click();
    const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: `Details of task ${song}` }) });
    await tour.cell(row, 'Status').getByText('Succeeded').waitFor();
    await page.getByRole('button', { name: `Details of task ${song}` }).click();
    const player = page.getByRole('dialog').locator('audio').first();
    expect(await player.getAttribute('src')).toMatch(/^http/);
    expect(await player.getAttribute('controls')).not.toBeNull();
  });

  tour.step('reads the record of the song, and why another one failed', async page => {
    await page.getByRole('dialog').getByText(`"task_id": "${song}"`).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const lost = await sing();
    songs.fail(lost, 'moderation_failure');
    await scene.round();
    await page.getByRole('button', { name: 'Query' }).click();
    await page.getByRole('button', { name: 'Failure reason: moderation_failure' }).click();
    await page.getByRole('dialog').getByText('moderation_failure').waitFor();
  });

  tour.ends();
});
